// Applying a delta to an older index gives, byte by byte, the index that a build of the newer records gives.
#include "lmdb_builder/deltas/apply_delta.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <map>
#include <random>

#include "lmdb_builder/deltas/make_delta.hpp"
#include "lmdb_builder/record/known_fields.hpp"
#include "t/unit/support/temp_dir.hpp"

namespace bizrec::builder {
namespace {

using Random = std::mt19937_64;
using Fields = std::map<std::string, std::string>;  // names → JSON
using Corpus = std::map<std::uint64_t, Fields>;     // by id

std::string quoted(const std::string& text) {
    return '"' + text + '"';
}

/// A random JSON value for the field. There are few different values, so that businesses share domains, cities and
/// positions.
std::string random_value(Random& random, const std::string& field) {
    const auto pick = [&random](std::initializer_list<const char*> texts) {
        return std::string(*(texts.begin() + static_cast<std::ptrdiff_t>(random() % texts.size())));
    };
    const auto number = [&random](std::uint64_t below) { return std::to_string(random() % below); };
    const std::map<std::string, std::string> values = {
        {"business_name",
         quoted(pick({"Golden Bakery", "Joe's Café", "東京 珈琲", "Ace", "Blue Bottle"}) + ' ' + number(5))},
        {"brand_name", quoted("Brand " + number(4))},
        {"website_url",
         quoted("https://" + pick({"www.acme.com/s/", "shared.example/", "joes.weebly.com/"}) + number(9))},
        {"root_domain", quoted(pick({"acme.com", "shared.example", "x.co.uk"}))},
        {"websites", "[\"https://other" + number(6) + ".example\"]"},
        {"social_media_links", "[\"https://www.instagram.com/u" + number(20) + "\"]"},
        {"country", pick({"\"US\"", "\"FR\"", "\"JP\"", "null", "\"Germany\""})},
        {"state", pick({"\"CA\"", "\"Texas\"", "\"Bavaria\"", "\"\""})},
        {"city", pick({"\"Dallas\"", "\"Paris\"", "\"München\"", "\"京都市\"", "\"Springfield\""})},
        {"zip_code", quoted("7000" + number(10))},
        {"street_address", quoted(number(30) + " Main St")},
        {"latitude", "3" + number(9) + ".5"},
        {"longitude", "-9" + number(9) + ".25"},
        {"phone", quoted("+1 214 555 01" + number(10) + number(10))},
        {"business_categories", "[\"" + pick({"Bakery", "Coffee shop", "Hotel"}) + "\"]"},
        {"tags", "[\"vegan\",\"" + pick({"late", "early"}) + "\"]"},
        {"google_reviews_count", number(500)},
        {"google_rating", pick({"4.5", "3", "1.0"})},
        {"price_tier", std::to_string(1 + random() % 4)},
        {"num_stores", number(40)},
        {"open_date", quoted("20" + pick({"01", "15"}) + "-03-04")},
        {"info_refreshed_at", quoted("2026-0" + std::to_string(1 + random() % 9) + "-11")},
        {"place_id", quoted("ChIJ" + number(1000))},
        {"store_description", quoted("fresh \\u00e9clairs " + number(50))},
        {"name:fr", quoted("Boulangerie " + number(7))},
        {"opening_hours", R"({"mon":"9-)" + number(20) + R"(","x":{"y":)" + number(3) + "}}"},
        {"nobody_reads_this", "[" + number(9) + ",{\"a/b\":" + number(9) + "}]"}};
    return values.at(field);
}

const std::vector<std::string>& field_names() {
    static const std::vector<std::string> names = {"business_name",
                                                   "brand_name",
                                                   "website_url",
                                                   "root_domain",
                                                   "websites",
                                                   "social_media_links",
                                                   "country",
                                                   "state",
                                                   "city",
                                                   "zip_code",
                                                   "street_address",
                                                   "latitude",
                                                   "longitude",
                                                   "phone",
                                                   "business_categories",
                                                   "tags",
                                                   "google_reviews_count",
                                                   "google_rating",
                                                   "price_tier",
                                                   "num_stores",
                                                   "open_date",
                                                   "info_refreshed_at",
                                                   "place_id",
                                                   "store_description",
                                                   "name:fr",
                                                   "opening_hours",
                                                   "nobody_reads_this"};
    return names;
}

Fields random_fields(Random& random) {
    Fields fields;
    for (const std::string& name : field_names()) {
        if (random() % 4 != 0) {
            fields[name] = random_value(random, name);
        }
    }
    // A position needs both numbers.
    if (fields.count("latitude") != fields.count("longitude")) {
        fields.erase("latitude");
        fields.erase("longitude");
    }
    return fields;
}

/// The newer corpus: some records are removed, added, or changed in one field, which may also appear or disappear.
Corpus changed_corpus(Random& random, Corpus corpus) {
    for (auto record = corpus.begin(); record != corpus.end();) {
        const auto kind = random() % 12;
        if (kind == 0 && corpus.size() > 1) {
            record = corpus.erase(record);
            continue;
        }
        if (kind < 3) {
            const std::string& name = field_names()[random() % field_names().size()];
            if (random() % 3 == 0 && name != "latitude" && name != "longitude") {
                record->second.erase(name);
            } else if ((name != "latitude" && name != "longitude") || record->second.count(name) != 0) {
                record->second[name] = random_value(random, name);
            }
        }
        ++record;
    }
    for (std::uint64_t more = random() % 12; more > 0; --more) {
        corpus[random() % 100000] = random_fields(random);
    }
    return corpus;
}

std::vector<std::string> lines_of(const Corpus& corpus, Random& random) {
    std::vector<std::string> lines;
    for (const auto& [id, fields] : corpus) {
        char text[48];
        std::snprintf(text, sizeof text,
                      id % 7 == 0 ? "%08X-0000-4000-8000-ABCDEFABCDEF" : "%08x-0000-4000-8000-abcdefabcdef",
                      static_cast<unsigned>(id * 2654435761U));
        std::string line = std::string(R"({"store_id":")") + text + '"';
        for (const auto& [name, value] : fields) {
            line += ",\"" + name + "\":" + value;
        }
        lines.push_back(line + '}');
    }
    std::shuffle(lines.begin(), lines.end(), random);
    return lines;
}

class Deltas : public ::testing::Test {
protected:
    void build(const std::string& name, const std::vector<std::string>& lines, const BuildOptions& wanted = {}) const {
        write_lines(folder_.path("in.jsonl"), lines);
        BuildOptions options = wanted;
        options.inputs = {folder_.path("in.jsonl")};
        options.output = folder_.path(name);
        options.overwrite = true;
        const auto built = build_index(options);
        ASSERT_TRUE(built) << built.error().message;
        for (const auto& [code, count] : built.value().rejected) {
            ADD_FAILURE() << count << " records are refused: " << code;
        }
    }

    Result<DeltaSummary> delta(const std::string& base, const std::string& target, const std::string& output,
                               bool proves = true) const {
        DeltaOptions options;
        options.build.output = folder_.path(output);
        options.build.overwrite = true;
        options.proves = proves;
        return make_delta(folder_.path(base), folder_.path(target), options);
    }

    Result<ApplySummary> apply(const std::string& base, const std::vector<std::string>& deltas,
                               const std::string& output, unsigned threads = 1) const {
        ApplyOptions options;
        options.base = folder_.path(base);
        for (const std::string& name : deltas) {
            options.deltas.push_back(folder_.path(name));
        }
        options.build.output = folder_.path(output);
        options.build.overwrite = true;
        options.build.threads = threads;
        options.build.memory_bytes = threads == 1 ? 64U << 10 : 64U << 20;
        return apply_deltas(options);
    }

    std::string bytes(const std::string& name) const { return read_file(folder_.path(name)); }

    TempDir folder_;
};

/// The number of pairs of corpora: 4, or the value of BIZREC_DELTA_PAIRS.
std::uint64_t pairs() {
    const char* const wanted = std::getenv("BIZREC_DELTA_PAIRS");
    return wanted == nullptr ? 4 : std::strtoull(wanted, nullptr, 10);
}

TEST_F(Deltas, GiveTheBytesOfABuildForRandomPairs) {
    for (std::uint64_t seed = 1; seed <= pairs(); ++seed) {
        Random random(seed);
        Corpus corpus;
        for (std::uint64_t i = 1 + random() % 700; i > 0; --i) {
            corpus[random() % 100000] = random_fields(random);
        }
        build("old", lines_of(corpus, random));
        corpus = changed_corpus(random, std::move(corpus));
        build("new", lines_of(corpus, random));
        if (bytes("old") == bytes("new")) {
            continue;
        }
        const auto made = delta("old", "new", "delta");
        ASSERT_TRUE(made) << seed << ": " << made.error().message;
        EXPECT_EQ(made.value().header.added + made.value().header.changed + made.value().unchanged, corpus.size());
        const auto applied = apply("old", {"delta"}, "made", 1 + seed % 2);
        ASSERT_TRUE(applied) << seed << ": " << applied.error().message;
        EXPECT_TRUE(bytes("made") == bytes("new")) << seed;
    }
}

TEST_F(Deltas, OptionsOfTheBuildAreCarried) {
    Random random(99);
    Corpus corpus;
    for (int i = 0; i < 200; ++i) {
        corpus[random() % 100000] = random_fields(random);
    }
    build("old", lines_of(corpus, random));
    corpus = changed_corpus(random, std::move(corpus));
    const std::vector<std::string> lines = lines_of(corpus, random);
    BuildOptions no_inference, dated, canonical;
    no_inference.infer_places = false;
    dated.as_of = "2027-01-02";
    canonical.canonical = true;
    for (const BuildOptions* options : {&no_inference, &dated, &canonical}) {
        build("new", lines, *options);
        const auto made = delta("old", "new", "delta");
        ASSERT_TRUE(made) << made.error().message;
        EXPECT_EQ(made.value().header.infer_places, options->infer_places);
        const auto applied = apply("old", {"delta"}, "made");
        ASSERT_TRUE(applied) << applied.error().message;
        EXPECT_TRUE(bytes("made") == bytes("new"));
    }
}

TEST_F(Deltas, FollowEachOtherInOneGo) {
    Random random(7);
    Corpus corpus;
    for (int i = 0; i < 150; ++i) {
        corpus[random() % 100000] = random_fields(random);
    }
    build("0", lines_of(corpus, random));
    for (const char* name : {"1", "2", "3"}) {
        corpus = changed_corpus(random, std::move(corpus));
        build(name, lines_of(corpus, random));
    }
    ASSERT_TRUE(delta("0", "1", "01", false));
    ASSERT_TRUE(delta("1", "2", "12", false));
    ASSERT_TRUE(delta("2", "3", "23", false));
    const auto applied = apply("0", {"01", "12", "23"}, "made");
    ASSERT_TRUE(applied) << applied.error().message;
    EXPECT_TRUE(bytes("made") == bytes("3"));
    const auto gap = apply("0", {"01", "23"}, "none");
    ASSERT_FALSE(gap);
    EXPECT_NE(gap.error().message.find("in the order in which they follow each other"), std::string::npos);
    const auto wrong_base = apply("1", {"01"}, "none");
    ASSERT_FALSE(wrong_base);
    EXPECT_TRUE(wrong_base.error().is_of_other_version);
    EXPECT_FALSE(delta("1", "1", "none")) << "nothing to tell";
}

}  // namespace
}  // namespace bizrec::builder

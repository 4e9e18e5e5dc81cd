#include "t/unit/store/small_index.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <random>

#include "bizrec/format/content.hpp"
#include "bizrec/format/glued_names.hpp"
#include "bizrec/format/identity_entry.hpp"
#include "bizrec/format/key_table.hpp"
#include "bizrec/format/key_table_builder.hpp"
#include "bizrec/format/place_entry.hpp"
#include "bizrec/identity/identity.hpp"
#include "bizrec/identity/suffix_list.hpp"
#include "bizrec/place/box.hpp"
#include "bizrec/store/index_writer.hpp"
#include "bizrec/store/seal_writer.hpp"
#include "bizrec/text/analyser.hpp"
#include "t/unit/store/temp_dir.hpp"
#include "t/unit/support/rules.hpp"

namespace bizrec::store::test {
namespace {

using format::Section;

Bytes bytes_of(const void* data, std::size_t size) {
    Bytes bytes(size);
    if (size != 0) {
        std::memcpy(bytes.data(), data, size);
    }
    return bytes;
}

/// Appends chunks and calls the hooks.
class Appender {
public:
    Appender(const SmallIndex& index, IndexWriter& writer) : index_(index), writer_(writer) {}

    void append(Section section, Bytes bytes) {
        chunk_ = section == section_ ? chunk_ + 1 : 0;
        section_ = section;
        if (index_.spoil_chunk) {
            index_.spoil_chunk(section, chunk_, bytes);
        }
        const auto status = writer_.append(section, bytes.data(), bytes.size());
        EXPECT_TRUE(status) << status.error().message;
    }

    void content() {
        const format::ContentPhrases phrases({R"({"business_name":"Shop )", R"(","tags":[")", "Shop"});
        append(Section::dictionary, bytes_of(phrases.chunk().data(), phrases.chunk().size()));
        format::ContentChunkBuilder builder(phrases);
        for (std::size_t i = 0; i < index_.documents.size(); ++i) {
            builder.add(index_.documents[i].id, index_.documents[i].json);
            if (builder.count() == format::documents_per_content_chunk || i + 1 == index_.documents.size()) {
                const std::string chunk = builder.finish();
                append(Section::content, bytes_of(chunk.data(), chunk.size()));
            }
        }
    }

    template <class T>
    void column(Section section, T Document::*field) {
        std::vector<T> values;
        for (std::size_t i = 0; i < index_.documents.size(); ++i) {
            values.push_back(index_.documents[i].*field);
            if (values.size() == format::documents_per_column_chunk || i + 1 == index_.documents.size()) {
                append(section, bytes_of(values.data(), values.size() * sizeof(T)));
                values.clear();
            }
        }
    }

    void ids_and_place_ids() {
        const auto count = static_cast<std::uint32_t>(index_.documents.size());
        for (const std::string& chunk :
             encode_place_ids(count, [this](std::uint32_t docid) { return index_.documents[docid].place_id; })) {
            append(Section::place_ids, bytes_of(chunk.data(), chunk.size()));
        }
        append(Section::id_buckets,
               encode_ids(count, [this](std::uint32_t docid) { return index_.documents[docid].id; }));
    }

    void terms() {
        const auto level = [this](std::uint32_t docid) {
            return static_cast<std::uint8_t>(format::quality_level(index_.documents[docid].quality));
        };
        constexpr std::size_t chunk_bytes = 8192;
        const SpellingChunks spelled =
            encode_spellings(index_.vocabulary, documents_of(index_.terms, index_.vocabulary));
        auto sections = encode_terms(index_.terms, rivals_of(index_.vocabulary, spelled),
                                     static_cast<std::uint32_t>(index_.documents.size()), level, 2, chunk_bytes);
        for (Bytes& chunk : sections.postings) {
            append(Section::postings, std::move(chunk));
        }
        for (Bytes& chunk : sections.terms) {
            append(Section::terms, std::move(chunk));
        }
        for (const std::string& chunk : encode_vocabulary(index_.vocabulary)) {
            append(Section::vocabulary, bytes_of(chunk.data(), chunk.size()));
        }
        for (const std::string& chunk : spelled.spellings) {
            append(Section::spellings, bytes_of(chunk.data(), chunk.size()));
        }
        const auto count = static_cast<std::uint32_t>(index_.documents.size());
        const GluedChunks glued = encode_glued_names(index_.glued_names, count);
        append(Section::glued_names, bytes_of(glued.names.data(), glued.names.size()));
        append(Section::glued_spellings, bytes_of(glued.spellings.data(), glued.spellings.size()));
    }

    void boxes(Section section, std::size_t unit) {
        std::vector<place::Box> boxes;
        for (std::size_t begin = 0; begin < index_.documents.size(); begin += unit) {
            place::Box box{INT32_MAX, INT32_MAX, INT32_MIN, INT32_MIN};
            for (std::size_t i = begin; i < std::min(begin + unit, index_.documents.size()); ++i) {
                const place::Position p = index_.documents[i].position;
                if (p.exists()) {
                    box.south = std::min(box.south, p.latitude);
                    box.north = std::max(box.north, p.latitude);
                    box.west = std::min(box.west, p.longitude);
                    box.east = std::max(box.east, p.longitude);
                }
            }
            boxes.push_back(box.south > box.north ? place::Box{} : box);
        }
        append(section, bytes_of(boxes.data(), boxes.size() * sizeof(place::Box)));
    }

    void table(Section section, const std::map<std::string, List>& lists) {
        std::vector<format::KeyPartitionBuilder> builders(2);
        for (const auto& [key, list] : lists) {
            const auto hash = format::hash_key(key);
            EXPECT_TRUE(builders[format::partition_of(hash, 2)].add(
                hash, list.numbers.data(), static_cast<std::uint32_t>(list.numbers.size()), list.aux));
        }
        for (auto& builder : builders) {
            append(section, builder.finish());
        }
    }

private:
    const SmallIndex& index_;
    IndexWriter& writer_;
    Section section_{};
    std::uint32_t chunk_ = 0;
};

void append_columns(Appender& appender, const std::vector<Document>& documents) {
    appender.column(Section::uuid, &Document::id);
    appender.column(Section::position, &Document::position);
    appender.column(Section::quality, &Document::quality);
    appender.column(Section::num_stores, &Document::num_stores);
    appender.column(Section::reviews, &Document::reviews);
    appender.column(Section::rating, &Document::rating);
    appender.column(Section::price_tier, &Document::price_tier);
    appender.column(Section::ownership, &Document::ownership);
    appender.column(Section::flags, &Document::flags);
    appender.column(Section::opened, &Document::opened);
    appender.column(Section::refreshed, &Document::refreshed);
    if (std::any_of(documents.begin(), documents.end(), [](const Document& d) { return d.founded_year != 0; })) {
        appender.column(Section::founded_year, &Document::founded_year);
    }
}

std::string rules() {
    return format::write_rules(
        rules_with("// ===BEGIN ICANN DOMAINS===\ncom\norg\nuk\nco.uk\n// ===END ICANN DOMAINS===\n"
                   "// ===BEGIN PRIVATE DOMAINS===\ngithub.io\n// ===END PRIVATE DOMAINS===\n"));
}

Document make_document(std::uint32_t number, std::mt19937_64& random) {
    Document d;
    for (auto& byte : d.id) {
        byte = static_cast<unsigned char>(random());
    }
    d.json = R"({"business_name":"Shop )" + std::to_string(number) + R"(","tags":[")" +
             std::string(random() % 60, 'x') + R"("]})";
    if (number % 7 != 0) {
        d.position = {static_cast<std::int32_t>(random() % 1'800'000'001) - 900'000'000,
                      static_cast<std::int32_t>(random() % 3'600'000'001U - 1'800'000'000U)};
    }
    d.quality = static_cast<std::uint8_t>(random() % 5 * 50);
    d.num_stores = number % 5 == 0 ? format::missing_count : number;
    d.reviews = number * 3;
    d.rating = number % 3 == 0 ? format::missing_rating : static_cast<float>(number % 6);
    d.price_tier = static_cast<std::uint8_t>(number % 5);
    d.ownership = static_cast<std::uint8_t>(number % 5);
    d.flags = static_cast<std::uint8_t>(number % 8);
    d.opened = number % 2 == 0 ? format::missing_time : std::int64_t{number} - 1'000'000'000;
    d.refreshed = 1'700'000'000 + number;
    if (number % 4 == 0) {
        d.place_id = "ChIJ" + std::to_string(number * number);
    }
    return d;
}

void add_identities(SmallIndex& index) {
    std::vector<std::uint32_t> chain;
    std::vector<std::uint32_t> few;
    for (std::uint32_t docid = 0; docid < index.documents.size(); ++docid) {
        const std::string host = "shop" + std::to_string(docid) + ".com";
        index.identities[host] = {{docid}, {format::host_fingerprint(host), format::page_fingerprint(host, "")}};
        if (docid % 4 == 1) {
            chain.push_back(docid);
        }
        if (docid % 100 == 2) {
            few.push_back(docid);
        }
    }
    if (few.size() > 1) {
        index.identities["chain.com"] = identity_list(index, chain);
        index.identities["facebook:few"] = identity_list(index, few);
        index.identities["p:strangers.org/x"] = identity_list(index, {0, 1});
    }
    index.identities["strangers.org"] = {{}, {0, format::entry_flag::shared}};
}

void add_places(SmallIndex& index) {
    const auto count = static_cast<std::uint32_t>(index.documents.size());
    index.places["n\x1Fusa"] = {{'U' << 8 | 'S'}, {0, 0}};
    index.places
        ["n\x1F"
         "france"] = {{'F' << 8 | 'R'}, {0, 0}};
    if (count >= 10) {
        std::string key;
        format::country_key("US", key);
        index.places[key] = {{0, count}, {0, 0}};
        format::state_key("US", "texas", key);
        index.places[key] = {{1, 4}, {0, 0}};
        format::city_key("US", "austin", key);
        index.places[key] = {{0, 2, 5, 9}, {0, 0}};
        format::postal_code_key("US", "78701", key);
        index.places[key] = {{3, 4, 6, 7, 8, count}, {0, 0}};
    }
}

/// Adds lists of every form: inside the slot, plain, in blocks, with groups, with a bitmap; with different impacts or a
/// single one.
void add_terms(SmallIndex& index, std::mt19937_64& random) {
    const auto count = static_cast<std::uint32_t>(index.documents.size());
    const auto add = [&](const std::string& key, std::uint32_t every, bool same) {
        std::vector<format::TermPosting> postings;
        for (std::uint32_t docid = 0; docid < count; ++docid) {
            if (random() % every == 0) {
                postings.push_back({docid, static_cast<std::uint8_t>(same ? 3 : random() % 40 + 1), 0});
            }
        }
        if (!postings.empty()) {
            index.terms[key] = postings;
        }
    };
    for (const std::uint32_t every : {1U, 2U, 5U, 20U, 100U, 1000U}) {
        add("wvaried" + std::to_string(every), every, false);
        add("wsame" + std::to_string(every), every, true);
    }
    if (count > 0) {
        index.vocabulary = {"same", "shop", "varied"};
        for (const std::string& word : index.vocabulary) {
            index.terms["w" + word] = {{0, 1, 0}};
        }
    }
    if (count > 3) {
        index.glued_names = {{format::glued_key("goldenbakery"), 1, 2, true, "goldenbakery"},
                             {format::glued_key("711"), 3, 1, true, ""},
                             {format::glued_key("pizzeria"), 2, 3, false, "pizzeria"},
                             {format::written_name_key("711"), 3, 1, true, ""}};
    }
}

}  // namespace

List identity_list(const SmallIndex& index, std::vector<std::uint32_t> docids) {
    std::vector<std::uint32_t> best = docids;
    std::stable_sort(best.begin(), best.end(), [&index](std::uint32_t a, std::uint32_t b) {
        return index.documents[a].quality > index.documents[b].quality;
    });
    List list{std::move(docids), {0, 0}};
    list.aux[0] = list.numbers.size();
    if (list.numbers.size() > format::best_documents) {
        list.numbers.insert(list.numbers.end(), best.begin(), best.end());
    }
    return list;
}

SmallIndex make_small_index(std::uint32_t documents) {
    std::mt19937_64 random(20261120);
    SmallIndex index;
    for (std::uint32_t number = 0; number < documents; ++number) {
        index.documents.push_back(make_document(number, random));
    }
    add_identities(index);
    add_places(index);
    add_terms(index, random);
    return index;
}

Seal SmallIndex::write(const std::string& path) const {
    auto created = IndexWriter::create(path);
    EXPECT_TRUE(created) << created.error().message;
    if (!created) {
        return {};
    }
    IndexWriter& writer = *created.value();
    Appender appender(*this, writer);
    appender.content();
    append_columns(appender, documents);
    appender.ids_and_place_ids();
    appender.boxes(Section::boxes, format::documents_per_box);
    appender.boxes(Section::box_groups, std::size_t{format::documents_per_box} * format::boxes_per_group);
    appender.table(Section::identities, identities);
    appender.table(Section::places, places);
    appender.terms();
    const std::string list = rules();
    appender.append(Section::rules, bytes_of(list.data(), list.size()));

    format::Meta meta;
    meta.identity_rules = identity::identity_rules_version();
    meta.analyser = text::analyser_version();
    meta.terms = terms.size();
    meta.vocabulary_words = vocabulary.size();
    meta.documents = documents.size();
    meta.identity_keys = identities.size();
    meta.suffix_list_version = "test";
    if (spoil_meta) {
        spoil_meta(meta);
    }
    const auto seal = writer.finish(meta);
    EXPECT_TRUE(seal) << seal.error().message;
    return seal ? seal.value() : Seal{};
}

void reseal(const std::string& path) {
    const auto size = static_cast<off_t>(read_file(path).size());
    ASSERT_EQ(::truncate(path.c_str(), size - static_cast<off_t>(format::page_bytes)), 0);
    const auto seal = write_seal(path);
    ASSERT_TRUE(seal) << seal.error().message;
}

}  // namespace bizrec::store::test

// Rows of customers' tables are matched in blocks, without JSON bodies. The oracle sends a JSON body to the server's
// own parser and makes one enrichment after the other.
#include <gtest/gtest.h>

#include <fstream>
#include <random>

#include "bizrec/api/enrich_request.hpp"
#include "bizrec/enrich/enrich.hpp"
#include "lmdb_builder/customers/company_match.hpp"
#include "lmdb_builder/customers/company_query.hpp"
#include "lmdb_builder/stages/build_index.hpp"
#include "t/unit/support/temp_dir.hpp"

namespace bizrec::builder {
namespace {

std::string record(int number, const std::string& members) {
    char id[48];
    std::snprintf(id, sizeof id, "c0000000-0000-4000-8000-%012d", number);
    return std::string("{\"store_id\":\"") + id + "\"," + members + "}\n";
}

class CompanyMatching : public testing::Test {
protected:
    CompanyMatching() {
        std::ofstream lines(folder_.path("in.jsonl"));
        for (int i = 0; i < 60; ++i) {
            const char* const place = i % 3 == 0 ? R"("city":"Boston","state":"MA","country":"US","zip_code":"02108",)"
                                                   R"("latitude":42.36,"longitude":-71.06)"
                                      : i % 3 == 1 ? R"("city":"Austin","state":"TX","country":"US")"
                                                   : R"("city":"München","country":"DE","zip_code":"80331")";
            lines << record(i, "\"website_url\":\"https://acme" + std::to_string(i / 20) + ".example/" +
                                   std::to_string(i) + "\"," + place);
        }
        lines << record(99, R"("website":"solo.example","social_media_links":["https://www.instagram.com/solo"])");
        lines.close();
        BuildOptions options;
        options.inputs = {folder_.path("in.jsonl")};
        options.output = folder_.path("index");
        const auto summary = build_index(options);
        EXPECT_TRUE(summary) << summary.error().message;
        auto opened = store::Generation::open(options.output, store::Generation::Check::hash);
        EXPECT_TRUE(opened) << opened.error().message;
        generation_ = std::move(opened).value();
    }

    Clues random_clues() {
        Clues clues;
        for (const Clue clue : all_clues) {
            clues.text(clue) = engine_() % 3 != 0 ? pick(clue) : std::string_view();
        }
        return clues;
    }

    std::string_view pick(Clue clue) {
        static const std::string long_text(300, 'x'), longer_text(2100, 'y'), too_long_text(70000, 'z');
        static const std::vector<std::string_view> odd{
            long_text,   longer_text,   too_long_text,  "\xFF\xFE",
            "a\xC2\xA0", "\xC2\xA0",    "\xE3\x80\x80", std::string_view("a\0b", 3),
            "\"\\\t",    "K\xC3\xB6ln", "\xED\xA0\x80", "12"};
        static const std::array<std::vector<std::string_view>, clue_count> usual{{
            {"acme0.example", "https://www.ACME1.example/25", "acme2.example", "solo.example", "nobody.example",
             "localhost", "co.uk", "a@gmail.com", "https://acme0.example/1?x=@"},
            {"https://instagram.com/solo", "instagram: solo", "@solo", "acme1.example", "https://instagram.com/nobody"},
            {"US", "usa", "Germany", "DE", "Deutschland", "Atlantis"},
            {"MA", "TX", "Massachusetts", "Bavaria"},
            {"Boston", "austin", "M\xC3\xBCnchen", "Rome"},
            {"02108", "80331", "99999"},
            {"42.36", "-0", "91", "nan", "1e1", "x", "1e400"},
            {"-71.06", "0", "-181", "inf", "y"},
        }};
        const auto& of = engine_() % 8 == 0 ? odd : usual[static_cast<std::size_t>(clue)];
        return of[engine_() % of.size()];
    }

    TempDir folder_;
    std::shared_ptr<const store::Generation> generation_;
    std::mt19937 engine_{5};
};

/// Matches the clues as a client of the server would: parses a body and enriches. If that finds nothing, tries a body
/// without the place.
CompanyMatch asked_by_bodies(const store::Generation& generation, const Clues& clues, const MatchOptions& options) {
    api::EnrichRequestParser parser;
    search::EnrichQuery query;
    search::EnrichResult result;
    api::RequestNotes notes;
    api::ApiError error;
    CompanyMatch match;
    if (clues.text(Clue::website).empty() && clues.text(Clue::profile).empty()) {
        match.status = MatchStatus::refused;
        match.reason = "no website and no profile";
        return match;
    }
    Clues asked = clues;
    const auto ask = [&](bool with_place) {
        std::string body;
        write_request(asked, with_place, options.default_country, body);
        result.rows.clear();
        const bool good = parser.parse(body, false, generation, query, notes, error);
        if (good) {
            search::enrich(generation, query, result);
        }
        return good;
    };
    bool good = ask(clues.has_place());
    if (!good && (error.field == "website" || error.field == "social_media_link")) {
        asked.text(error.field == "website" ? Clue::website : Clue::profile) = {};
        match.reason = error.message;
        good = (!asked.text(Clue::website).empty() || !asked.text(Clue::profile).empty()) && ask(clues.has_place());
    }
    const bool is_place_refused = !good && error.field.compare(0, 8, "location") == 0;
    if (is_place_refused || (!good && match.reason.empty())) {
        match.reason = error.message;
    }
    const bool is_elsewhere = clues.has_place() && (is_place_refused || (good && result.rows.empty()));
    if (is_elsewhere && !options.only_in_its_place) {
        good = ask(false);
        match.reason = good ? match.reason : error.message;
    }
    if (!good) {
        match.status = MatchStatus::refused;
    } else if (result.rows.empty()) {
        match.status = MatchStatus::not_found;
        match.reason = query.has_website && query.website.kind == identity::Kind::none   ? query.website.reason
                       : query.has_profile && query.profile.kind == identity::Kind::none ? query.profile.reason
                                                                                         : std::string_view();
    } else {
        match.status = is_elsewhere ? MatchStatus::elsewhere : MatchStatus::found;
        match.docid = result.rows.front().docid;
        match.score = result.rows.front().score;
        match.count = result.total;
    }
    return match;
}

std::string shown(const CompanyMatch& match) {
    std::string text = std::string(status_name(match.status)) + " " + match.reason;
    return match.has_record() ? text + " " + std::to_string(match.docid) + " " + std::to_string(match.score) + " " +
                                    std::to_string(match.count)
                              : text;
}

std::string shown(const Clues& clues) {
    std::string text;
    for (const std::string_view clue : clues.texts) {
        text.append(clue.substr(0, 40)).append("|");
    }
    return text;
}

TEST_F(CompanyMatching, RowsInBlocksAreAnsweredAsBodiesAre) {
    std::array<std::uint64_t, match_status_count> statuses{};
    for (const MatchOptions& options : {MatchOptions{}, MatchOptions{"DE", false}, MatchOptions{"", true},
                                        MatchOptions{"Atlantis", false}, MatchOptions{"\xFF", false}}) {
        CompanyMatcher matcher(*generation_, options);
        for (int block = 0; block < 60; ++block) {
            std::vector<Clues> rows(engine_() % (CompanyMatcher::block_rows + 1));
            for (Clues& clues : rows) {
                clues = random_clues();
            }
            matcher.answer(rows.data(), rows.size());
            for (std::size_t i = 0; i < rows.size(); ++i) {
                const CompanyMatch& match = matcher.match(i);
                ++statuses[static_cast<std::size_t>(match.status)];
                ASSERT_EQ(shown(match), shown(asked_by_bodies(*generation_, rows[i], options))) << shown(rows[i]);
            }
        }
    }
    for (const std::uint64_t count : statuses) {
        EXPECT_GT(count, 50U) << "every status is tried";
    }
}

TEST_F(CompanyMatching, AnUnreadableLinkDoesNotHideTheOtherOne) {
    CompanyMatcher matcher(*generation_, {});
    std::array<Clues, 4> rows;
    rows[0].text(Clue::website) = "n/a";
    rows[0].text(Clue::profile) = "https://instagram.com/solo";
    rows[1].text(Clue::website) = "solo.example";
    rows[1].text(Clue::profile) = "none";
    rows[2].text(Clue::website) = "n/a";
    rows[3].text(Clue::website) = "n/a";
    rows[3].text(Clue::profile) = "none";
    matcher.answer(rows.data(), rows.size());
    EXPECT_EQ(matcher.match(0).status, MatchStatus::found);
    EXPECT_EQ(matcher.match(0).reason.compare(0, 8, "website:"), 0) << matcher.match(0).reason;
    EXPECT_EQ(matcher.match(1).status, MatchStatus::found);
    EXPECT_EQ(matcher.match(2).status, MatchStatus::refused);
    EXPECT_EQ(matcher.match(3).status, MatchStatus::refused);
    EXPECT_EQ(matcher.match(3).reason, matcher.match(2).reason);
}

TEST_F(CompanyMatching, QueriesAreThoseOfBodies) {
    CompanyQueryReader direct(*generation_), by_body(*generation_);
    search::EnrichQuery query, wanted;
    int good_queries = 0;
    for (int i = 0; i < 20000; ++i) {
        const Clues clues = random_clues();
        const bool with_place = i % 4 != 0;
        const bool good = direct.read(clues, with_place, "FR", query);
        ASSERT_EQ(good, by_body.read_body(clues, with_place, "FR", wanted)) << shown(clues);
        if (!good) {
            ASSERT_EQ(direct.error().message, by_body.error().message) << shown(clues);
            ASSERT_EQ(direct.error().field, by_body.error().field) << shown(clues);
            continue;
        }
        ++good_queries;
        ASSERT_EQ(query.has_website, wanted.has_website);
        ASSERT_EQ(query.has_profile, wanted.has_profile);
        ASSERT_TRUE(!query.has_website || query.website.key == wanted.website.key);
        ASSERT_TRUE(!query.has_profile || query.profile.key == wanted.profile.key);
        ASSERT_EQ(query.limit, wanted.limit);
        ASSERT_EQ(query.estimate_total, wanted.estimate_total);
        ASSERT_EQ(query.has_cursor, wanted.has_cursor);
        ASSERT_EQ(query.locations.size(), wanted.locations.size());
        for (std::size_t at = 0; at < query.locations.size(); ++at) {
            const search::LocationFilter &a = query.locations[at], &b = wanted.locations[at];
            ASSERT_EQ(a.country, b.country) << shown(clues);
            ASSERT_EQ(a.state, b.state) << shown(clues);
            ASSERT_EQ(a.city, b.city) << shown(clues);
            ASSERT_EQ(a.postal_codes, b.postal_codes) << shown(clues);
            ASSERT_EQ(a.has_circle, b.has_circle) << shown(clues);
            ASSERT_EQ(a.centre.latitude, b.centre.latitude) << shown(clues);
            ASSERT_EQ(a.centre.longitude, b.centre.longitude) << shown(clues);
            ASSERT_EQ(a.radius_metres, b.radius_metres) << shown(clues);
        }
    }
    EXPECT_GT(good_queries, 1000);
}

}  // namespace
}  // namespace bizrec::builder

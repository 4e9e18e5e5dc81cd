#include "bizrec/enrich/enrich.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "bizrec/enrich/enrich_row.hpp"
#include "bizrec/format/identity_entry.hpp"
#include "bizrec/place/distance.hpp"
#include "bizrec/place/position.hpp"
#include "t/unit/enrich/enrich_queries.hpp"
#include "t/unit/support/small_index.hpp"

namespace bizrec::search {
namespace {

using namespace testing;
using Docids = std::vector<std::uint32_t>;

constexpr PlaceFit no_place = PlaceFit::none;

/// The parts of a row that a test compares: docid and score.
struct Row {
    std::uint32_t docid;
    std::uint32_t score;
    bool operator==(const Row& other) const { return docid == other.docid && score == other.score; }
};

void PrintTo(const Row& row, std::ostream* out) {
    *out << "{" << row.docid << ", " << row.score << "}";
}

std::vector<Row> rows_of(const EnrichResult& result) {
    std::vector<Row> rows;
    for (const EnrichRow& row : result.rows) {
        rows.push_back({row.docid, row.score});
    }
    return rows;
}

Docids docids_of(const EnrichResult& result) {
    Docids docids;
    for (const EnrichRow& row : result.rows) {
        docids.push_back(row.docid);
    }
    return docids;
}

place::Position at(double latitude, double longitude) {
    return *place::make_position(latitude, longitude);
}

/// A chain of ten branches (documents 0..9, quality 10 × docid), a single business (10), and two tenants of a shared
/// host (11, 12). Documents 0..4 are in Springfield, US; 5..9 elsewhere in the US; the rest in Canada.
class Enrich : public ::testing::Test {
protected:
    static void SetUpTestSuite() {
        SmallIndex index;
        for (std::uint8_t i = 0; i < 13; ++i) {
            index.documents.push_back({at(40, -100 + 0.01 * i), static_cast<std::uint8_t>(10 * i)});
        }
        index.documents[3].position = {};
        index.add_list("chain.com", {0, 1, 2, 3, 4, 5, 6, 7, 8, 9});
        index.add_list("h:chain.com", {0, 1, 2});
        index.add_single("p:chain.com", 0);
        index.add_list("h:shop.chain.com", {5, 6, 7});
        index.add_single("p:shop.chain.com/a", 5);
        index.add_list("p:shop.chain.com/b", {6, 7});
        index.add_single("loner.com", 10, "www2.loner.com", "/home");
        index.add_list("facebook:chain", {2, 5, 11});
        index.add_single("facebook:one", 9);
        index.add_list("shared.com", {}, format::entry_flag::shared);
        index.add_list("h:shared.com", {11, 12});
        index.add_list("p:shared.com/x", {11, 12});
        index.add_single("p:shared.com/y", 12);
        index.add_country("US", {0, 10});
        index.add_country("CA", {10, 13});
        index.add_city("US", "springfield", {{0, 5}});
        generation_ = index.open();
        ASSERT_TRUE(generation_);
    }
    static void TearDownTestSuite() { generation_.reset(); }

    const EnrichResult& ask(const EnrichQuery& query) {
        enrich(*generation_, query, result_);
        return result_;
    }

    static inline std::shared_ptr<const store::Generation> generation_;
    EnrichResult result_;
};

TEST_F(Enrich, ScoreIsReadFromItsHighestPartDown) {
    EXPECT_EQ(enrich_score(false, Evidence::key, no_place, 0, 0), 1U << 15);
    EXPECT_EQ(enrich_score(true, Evidence::direct, PlaceFit::circle, 0, 255),
              (1U << 17) + (3U << 15) + (5U << 12) + (15U << 8) + 255U);
    EXPECT_EQ(enrich_score(false, Evidence::host, PlaceFit::city, 9, 7), (2U << 15) + (3U << 12) + 7U)
        << "nearness counts in circles only";
    EXPECT_LT(enrich_score(true, Evidence::direct, PlaceFit::circle, 0, 255), 1U << 24);
}

TEST_F(Enrich, PageComesBeforeHostComesBeforeKey) {
    const EnrichResult& found = ask(by_website(site("chain.com", "shop.chain.com", "/a")));
    EXPECT_EQ(docids_of(found), (Docids{5, 7, 6, 9, 8, 4, 3, 2, 1, 0}));
    EXPECT_EQ(found.total, 10U);
    EXPECT_EQ(found.rows[0].score, enrich_score(false, Evidence::direct, no_place, 0, 50));
    EXPECT_EQ(found.rows[1].score, enrich_score(false, Evidence::host, no_place, 0, 70));
    EXPECT_EQ(found.rows[3].score, enrich_score(false, Evidence::key, no_place, 0, 90));
    EXPECT_TRUE(found.rows[0].by_website);
    EXPECT_FALSE(found.rows[0].by_profile);
}

TEST_F(Enrich, UnknownHostOrPageLeavesTheKey) {
    EXPECT_EQ(docids_of(ask(by_website(site("chain.com", "nosuch.chain.com", "/a")))),
              (Docids{9, 8, 7, 6, 5, 4, 3, 2, 1, 0}));
    EXPECT_EQ(docids_of(ask(by_website(site("chain.com", "shop.chain.com", "/zzz")))),
              (Docids{7, 6, 5, 9, 8, 4, 3, 2, 1, 0}));
}

TEST_F(Enrich, LimitCutsTheRowsNotTheTotal) {
    EnrichQuery query = by_website(site("chain.com", "chain.com"));
    query.limit = 3;
    EXPECT_EQ(docids_of(ask(query)), (Docids{0, 2, 1}));
    EXPECT_EQ(result_.total, 10U);
}

TEST_F(Enrich, SingleDocumentIsWeighedByItsFingerprints) {
    const auto score = [&](const char* host, const char* path) {
        const EnrichResult& found = ask(by_website(site("loner.com", host, path)));
        EXPECT_EQ(found.total, 1U);
        EXPECT_EQ(docids_of(found), Docids{10});
        return found.rows.at(0).score;
    };
    EXPECT_EQ(score("www2.loner.com", "/home"), enrich_score(false, Evidence::direct, no_place, 0, 100));
    EXPECT_EQ(score("www2.loner.com", ""), enrich_score(false, Evidence::host, no_place, 0, 100));
    EXPECT_EQ(score("loner.com", "/home"), enrich_score(false, Evidence::key, no_place, 0, 100));
}

TEST_F(Enrich, ProfilesAreDirectEvidence) {
    EXPECT_EQ(rows_of(ask(by_profile(profile("facebook:one")))),
              (std::vector<Row>{{9, enrich_score(false, Evidence::direct, no_place, 0, 90)}}));
    EXPECT_TRUE(result_.rows[0].by_profile);
    EXPECT_FALSE(result_.rows[0].by_website);
    EXPECT_EQ(docids_of(ask(by_website(profile("facebook:chain")))), (Docids{11, 5, 2}))
        << "a profile pasted as website";
}

TEST_F(Enrich, UnderASharedDomainOnlyTheVeryPageMatches) {
    EXPECT_TRUE(ask(by_website(site("shared.com", "shared.com"))).rows.empty());
    EXPECT_EQ(result_.total, 0U);
    EXPECT_TRUE(ask(by_website(site("shared.com", "shared.com", "/other"))).rows.empty());
    EXPECT_EQ(rows_of(ask(by_website(site("shared.com", "shared.com", "/y")))),
              (std::vector<Row>{{12, enrich_score(false, Evidence::direct, no_place, 0, 120)}}));
    EXPECT_EQ(docids_of(ask(by_website(site("shared.com", "shared.com", "/x")))), (Docids{12, 11}));
    EXPECT_EQ(result_.total, 2U);
}

TEST_F(Enrich, BothInputsUniteAndCommonRowsComeFirst) {
    const EnrichResult& found = ask(by_both(site("chain.com", "chain.com", "/"), profile("facebook:chain")));
    EXPECT_EQ(found.total, 11U);
    EXPECT_EQ(docids_of(found), (Docids{5, 2, 11, 1, 0, 9, 8, 7, 6, 4, 3}));
    EXPECT_EQ(found.rows[0].score, enrich_score(true, Evidence::direct, no_place, 0, 50));
    EXPECT_TRUE(found.rows[0].by_website && found.rows[0].by_profile);
    EXPECT_TRUE(!found.rows[2].by_website && found.rows[2].by_profile);
    EXPECT_TRUE(found.rows[3].by_website && !found.rows[3].by_profile);
}

TEST_F(Enrich, AnInputThatNamesNobodyLeavesTheOther) {
    EXPECT_EQ(ask(by_both(nobody(), profile("facebook:chain"))).total, 3U);
    EXPECT_EQ(result_.rows[0].score, enrich_score(false, Evidence::direct, no_place, 0, 110));
    EXPECT_EQ(ask(by_both(site("chain.com", "chain.com"), nobody())).total, 10U);
    EXPECT_EQ(ask(by_both(site("unknown.com", "unknown.com"), profile("facebook:chain"))).total, 3U);
    EXPECT_EQ(ask(by_both(nobody(), nobody())).total, 0U);
    EXPECT_TRUE(ask(by_website(nobody())).rows.empty());
    EXPECT_TRUE(ask(by_website(site("unknown.com", "unknown.com"))).rows.empty());
}

TEST_F(Enrich, LocationsFilter) {
    EnrichQuery query = by_website(site("chain.com", "chain.com"));
    query.locations = {in_country("CA")};
    EXPECT_EQ(ask(query).total, 0U);
    query.locations = {in_city("Springfield")};
    EXPECT_EQ(docids_of(ask(query)), (Docids{0, 2, 1, 4, 3}));
    EXPECT_EQ(result_.rows[1].score, enrich_score(false, Evidence::host, PlaceFit::city, 0, 20));
    query = by_profile(profile("facebook:chain"));
    query.locations = {in_country("CA")};
    EXPECT_EQ(docids_of(ask(query)), Docids{11});
    query.locations = {in_country("FR")};
    EXPECT_TRUE(ask(query).rows.empty());
}

TEST_F(Enrich, TheMostSpecificObjectThatHoldsCounts) {
    EnrichQuery query = by_website(site("chain.com", "x.chain.com"));
    query.locations = {in_country("US"), in_city("Springfield"), in_country("CA")};
    EXPECT_EQ(docids_of(ask(query)), (Docids{4, 3, 2, 1, 0, 9, 8, 7, 6, 5}));
    EXPECT_EQ(result_.total, 10U) << "documents in two objects count once";
    EXPECT_EQ(result_.rows[0].score, enrich_score(false, Evidence::key, PlaceFit::city, 0, 40));
    EXPECT_EQ(result_.rows[5].score, enrich_score(false, Evidence::key, PlaceFit::country, 0, 90));
}

TEST_F(Enrich, CirclesAreMeasuredAndTheNearestBandCounts) {
    EnrichQuery query = by_website(site("chain.com", "x.chain.com"));
    query.locations = {in_circle(at(40, -100), 2000)};
    // 0.01 degrees of longitude at 40 degrees north are 852 m.
    EXPECT_EQ(rows_of(ask(query)),
              (std::vector<Row>{{0, enrich_score(false, Evidence::key, PlaceFit::circle, 0, 0)},
                                {1, enrich_score(false, Evidence::key, PlaceFit::circle, 4, 10)},
                                {2, enrich_score(false, Evidence::key, PlaceFit::circle, 6, 20)}}));
    query.locations = {in_circle(at(40, -100), 500000), in_circle(at(40, -99.95), 100), in_city("Springfield")};
    const EnrichResult& found = ask(query);
    EXPECT_EQ(found.total, 10U);
    EXPECT_EQ(found.rows[0].docid, 5U) << "it stands at the centre of the second circle";
    EXPECT_EQ(found.rows[0].score, enrich_score(false, Evidence::key, PlaceFit::circle, 0, 50));
    EXPECT_EQ(found.rows[1].docid, 0U) << "at the centre of the first circle, of less quality";
    EXPECT_EQ(found.rows.back().docid, 3U) << "without position it is in no circle, but in Springfield";
    EXPECT_EQ(found.rows.back().score, enrich_score(false, Evidence::key, PlaceFit::city, 0, 30));
}

TEST_F(Enrich, RadiusIsInclusive) {
    const double metres = place::distance_metres(at(40, -100), at(40, -99.99));
    EnrichQuery query = by_website(site("chain.com", "chain.com"));
    query.locations = {in_circle(at(40, -100), metres)};
    EXPECT_EQ(ask(query).total, 2U);
    query.locations = {in_circle(at(40, -100), std::nextafter(metres, 0))};
    EXPECT_EQ(ask(query).total, 1U);
}

TEST_F(Enrich, OneInputTwiceMatchesBoth) {
    const EnrichResult& found = ask(by_both(site("chain.com", "chain.com"), site("chain.com", "shop.chain.com", "/a")));
    EXPECT_EQ(found.total, 10U);
    EXPECT_EQ(docids_of(found), (Docids{5, 0, 7, 6, 2, 1, 9, 8, 4, 3}));
    EXPECT_EQ(found.rows[0].score, enrich_score(true, Evidence::direct, no_place, 0, 50));
}

TEST(EnrichEmpty, AnIndexWithoutDocumentsAnswers) {
    SmallIndex index;
    const auto generation = index.open();
    ASSERT_TRUE(generation);
    EnrichResult result;
    EnrichQuery query = by_website(site("chain.com", "chain.com"));
    enrich(*generation, query, result);
    EXPECT_EQ(result.total, 0U);
    query.locations = {in_country("US"), in_circle(at(0, 0), 1000)};
    enrich(*generation, query, result);
    EXPECT_TRUE(result.rows.empty());
}

}  // namespace
}  // namespace bizrec::search

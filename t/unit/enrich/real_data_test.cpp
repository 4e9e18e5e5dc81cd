#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <optional>

#include "bizrec/enrich/identity_lookup.hpp"
#include "bizrec/place/distance.hpp"
#include "lmdb_builder/input/line_reader.hpp"
#include "lmdb_builder/record/record_parser.hpp"
#include "t/unit/enrich/enrich_queries.hpp"
#include "t/unit/enrich/random_requests.hpp"
#include "t/unit/enrich/record_oracle.hpp"
#include "t/unit/support/built_index.hpp"
#include "t/unit/support/catalog_fixture.hpp"

/// Takes every real record of the folder in BIZREC_DATA through the builder and back.
namespace bizrec::search::testing {
namespace {

using builder::Record;

class RealData : public ::testing::Test {
protected:
    static void SetUpTestSuite() {
        const char* folder = std::getenv("BIZREC_DATA");
        if (folder == nullptr) {
            return;
        }
        std::vector<std::string> files;
        for (const auto& entry : std::filesystem::directory_iterator(std::string(folder) + "/records")) {
            files.push_back(entry.path().string());
        }
        std::sort(files.begin(), files.end());
        index_ = std::make_unique<BuiltIndex>(BuiltIndex::of_files(files));
        ASSERT_TRUE(index_->generation());
        oracle_ = std::make_unique<RecordOracle>(*index_->generation(), builder::machine_catalog());
        for (const std::string& file : files) {
            ASSERT_NO_FATAL_FAILURE(read(file));
        }
    }
    static void TearDownTestSuite() {
        records_.clear();
        oracle_.reset();
        index_.reset();
    }
    void SetUp() override {
        if (!index_) {
            GTEST_SKIP() << "BIZREC_DATA is unset: the real records are not at hand";
        }
        ASSERT_FALSE(records_.empty());
    }

    static void read(const std::string& file) {
        auto reader = builder::LineReader::open(file);
        ASSERT_TRUE(reader) << reader.error().message;
        builder::RecordParser parser(builder::machine_catalog());
        builder::RejectReason reason;
        std::string_view line;
        while (reader.value()->next(line) == builder::LineReader::Next::line) {
            Record record;
            ASSERT_TRUE(parser.parse(line, record, reason)) << file << ": " << reason.field << ": " << reason.detail;
            ASSERT_TRUE(oracle_->add(record)) << file;
            record.json.clear();
            records_.push_back(std::move(record));
        }
    }

    static const store::Generation& generation() { return *index_->generation(); }
    static const Oracle& oracle() { return oracle_->oracle(); }
    static std::uint32_t docid_of(std::size_t record) { return oracle().documents[record].docid; }

    static identity::Identity website(const std::string& text) {
        identity::Identity out;
        generation().normaliser().website(text, out);
        return out;
    }

    void expect_each_record_found_by_its_website();
    void expect_each_record_found_by_its_keys();
    void expect_each_record_inside_its_place();
    void expect_what_a_scan_gets();
    void expect_right_branch_of_greatest_chain();
    void expect_hosts_of_strangers_find_the_page();

    const EnrichResult& ask(const EnrichQuery& query) {
        enrich(generation(), query, result_);
        return result_;
    }

    static inline std::unique_ptr<BuiltIndex> index_;
    static inline std::unique_ptr<RecordOracle> oracle_;
    static inline std::vector<Record> records_;  // without their JSON; in the order of oracle().documents
    EnrichResult result_;
};

const EnrichRow* row_of(const EnrichResult& result, std::uint32_t docid) {
    const auto found = std::find_if(result.rows.begin(), result.rows.end(),
                                    [docid](const EnrichRow& row) { return row.docid == docid; });
    return found == result.rows.end() ? nullptr : &*found;
}

Evidence evidence_of(const EnrichRow& row) {
    return static_cast<Evidence>(row.score >> 15 & 3U);
}

/// The evidence that the index has for a document, even if many others match; none if the document does not match.
std::optional<Evidence> evidence_in_index(const store::Generation& generation, const identity::Identity& input,
                                          std::uint32_t docid) {
    IdentityLookup lookup;
    std::string scratch;
    lookup.prepare(generation, input);
    InputMatch match;
    lookup.find(generation, scratch, match);
    std::optional<Evidence> best;
    for (std::size_t i = 0; i < match.source_count; ++i) {
        const Postings& list = match.sources[i].list;
        if (std::binary_search(list.begin(), list.end(), docid)) {
            best = match.sources[i].evidence;
        }
    }
    return best;
}

LocationFilter home_of(const Record& record) {
    LocationFilter filter;
    filter.country = record.country;
    filter.state = record.state;
    filter.city = record.city;
    if (!record.postal_code.empty()) {
        filter.postal_codes = {record.postal_code};
    }
    return filter;
}

void RealData::expect_each_record_found_by_its_website() {
    std::size_t usable = 0;
    for (std::size_t i = 0; i < records_.size() && !HasFailure(); ++i) {
        const RecordIdentity identity = identify(records_[i], generation().normaliser());
        if (!identity.website.names_business()) {
            continue;
        }
        ++usable;
        ASSERT_EQ(evidence_in_index(generation(), identity.website, docid_of(i)), Evidence::direct)
            << records_[i].website;
        EnrichQuery query = by_website(identity.website);
        const EnrichResult& found = ask(query);
        ASSERT_GE(found.total, 1U) << records_[i].website;
        if (found.total > enrich_limit && !records_[i].country.empty()) {
            query.locations = {home_of(records_[i])};
            ask(query);
            ASSERT_GE(found.total, 1U) << records_[i].website << " at home";
        }
        const EnrichRow* row = row_of(found, docid_of(i));
        ASSERT_TRUE(row != nullptr || found.total > enrich_limit) << records_[i].website;
        ASSERT_TRUE(row == nullptr || evidence_of(*row) == Evidence::direct) << records_[i].website;
    }
    EXPECT_GT(usable, 50000U);
}

void RealData::expect_each_record_found_by_its_keys() {
    for (std::size_t i = 0; i < records_.size() && !HasFailure(); ++i) {
        for (const std::string& key : oracle().documents[i].keys) {
            const bool plain = key.find(':') == std::string::npos;
            if (oracle().shared_keys.count(key) != 0) {
                continue;
            }
            const auto evidence = evidence_in_index(generation(), plain ? site(key, key) : profile(key), docid_of(i));
            ASSERT_TRUE(evidence.has_value()) << key;
            ASSERT_TRUE(plain || evidence == Evidence::direct) << key;
        }
    }
}

void RealData::expect_each_record_inside_its_place() {
    ResolvedLocation place;
    for (std::size_t i = 0; i < records_.size() && !HasFailure(); ++i) {
        const Record& record = records_[i];
        const OracleDocument& canonical = oracle().documents[i];
        const bool named = (record.state.empty() || !canonical.state.empty()) &&
                           (record.city.empty() || !canonical.city.empty()) &&
                           (record.postal_code.empty() || !canonical.postal_code.empty());
        if (record.country.empty() || !named) {
            continue;
        }
        LocationFilter filter = home_of(record);
        if (record.position.exists()) {
            filter.has_circle = true;
            filter.centre = record.position;
            filter.radius_metres = 1;
        }
        resolve_location(generation(), filter, place);
        ASSERT_TRUE(contains(place.ranges, docid_of(i)))
            << record.country << '/' << record.state << '/' << record.city << '/' << record.postal_code;
    }
}

void RealData::expect_what_a_scan_gets() {
    Random random(31);
    RandomRequests requests(31);
    while (requests.places.size() < 2000) {
        const std::size_t i = random() % records_.size();
        const Record& record = records_[i];
        requests.places.push_back({record.country, record.state, record.city, record.postal_code, record.position});
        const RecordIdentity identity = identify(record, generation().normaliser());
        if (identity.website.kind != identity::Kind::reject) {
            requests.websites.push_back(identity.website);
        }
        for (const std::string& key : identity.keys) {
            const bool plain = key.find(':') == std::string::npos;
            (plain ? requests.websites : requests.profiles).push_back(plain ? site(key, key) : profile(key));
        }
    }
    for (int round = 0; round < 200 && !HasFailure(); ++round) {
        const EnrichQuery query = requests.next();
        expect_equal(ask(query), oracle().answer(query), "round " + std::to_string(round) + ": " + describe(query));
    }
}

/// At least 16,288 stores have the domain starbucks.com, and only their places tell them apart.
void RealData::expect_right_branch_of_greatest_chain() {
    const identity::Identity chain = website("https://www.starbucks.com/store-locator");
    EXPECT_EQ(ask(by_website(chain)).total,
              static_cast<std::uint64_t>(std::count_if(oracle().documents.begin(), oracle().documents.end(),
                                                       [](const auto& d) { return d.has_key("starbucks.com"); })));
    EXPECT_GE(result_.total, 16288U);
    EXPECT_LE(result_.visited, 300U);
    std::size_t asked = 0;
    for (std::size_t i = 0; i < records_.size() && asked < 500; i += 97) {
        const OracleDocument& branch = oracle().documents[i];
        if (!branch.has_key("starbucks.com") || !branch.position.exists() || branch.country != "US") {
            continue;
        }
        ++asked;
        EnrichQuery query = by_website(chain);
        query.locations = {in_circle(branch.position, 5000)};
        const EnrichResult& found = ask(query);
        ASSERT_FALSE(found.rows.empty());
        EXPECT_LE(place::distance_metres(branch.position, generation().position[found.rows[0].docid]), 100);
        EXPECT_TRUE(row_of(found, branch.docid) != nullptr || found.total > enrich_limit);
        EXPECT_LE(found.visited, 20000U);
    }
    EXPECT_GT(asked, 50U);
}

void RealData::expect_hosts_of_strangers_find_the_page() {
    std::size_t pages = 0;
    for (const char* host : {"tabelog.com", "owst.jp", "business.site"}) {
        SCOPED_TRACE(host);
        EXPECT_LE(ask(by_website(website(std::string("https://") + host + "/"))).total, 1U) << "the company alone";
        for (std::size_t i = 0; i < records_.size() && !HasFailure(); ++i) {
            if (records_[i].website.find(host) == std::string::npos) {
                continue;
            }
            const identity::Identity page = website(records_[i].website);
            if (!page.names_business() || page.key.find(host) == std::string::npos) {
                continue;
            }
            ++pages;
            const EnrichResult& found = ask(by_website(page));
            EXPECT_NE(row_of(found, docid_of(i)), nullptr) << records_[i].website;
            EXPECT_LE(found.total, 10U) << records_[i].website;
        }
    }
    EXPECT_GT(pages, 100U);
}

/// A single test, because the index of all records is built only once.
TEST_F(RealData, EveryRecordIsFoundAndRankedAsItShould) {
    expect_each_record_found_by_its_website();
    expect_each_record_found_by_its_keys();
    expect_each_record_inside_its_place();
    expect_what_a_scan_gets();
    expect_right_branch_of_greatest_chain();
    expect_hosts_of_strangers_find_the_page();
}

}  // namespace
}  // namespace bizrec::search::testing

#include "t/unit/query/search_world.hpp"

#include <gtest/gtest.h>

#include "lmdb_builder/record/record_parser.hpp"
#include "t/unit/support/catalog_fixture.hpp"

namespace bizrec::search::testing {

namespace {

std::vector<std::string> search_lines(std::uint32_t seed, std::size_t records) {
    SearchCorpus corpus(seed);
    std::vector<std::string> lines;
    while (lines.size() < records) {
        lines.push_back(corpus.line());
    }
    return lines;
}

}  // namespace

SearchWorld::SearchWorld(std::uint32_t seed, std::size_t records)
    : lines_(search_lines(seed, records)), index_(lines_) {
    if (index_.generation()) {
        fill(seed);
    }
}

void SearchWorld::fill(std::uint32_t seed) {
    oracle_ = std::make_unique<SearchOracle>(generation(), builder::machine_catalog());
    builder::RecordParser parser(builder::machine_catalog());
    for (const std::string& line : lines_) {
        builder::Record record;
        builder::RejectReason reason;
        ASSERT_TRUE(parser.parse(line, record, reason)) << reason.field << ": " << reason.detail << " in " << line;
        ASSERT_TRUE(oracle_->add(record)) << line;
    }
    oracle_->finish();
    requests_ = std::make_unique<SearchRequests>(seed, places(seed));
    add_keys(seed);
}

std::vector<RandomRequests::Place> SearchWorld::places(std::uint32_t seed) const {
    Random random(seed);
    std::vector<RandomRequests::Place> out;
    for (const SpeltPlace& spelt : spelt_places) {
        for (int i = 0; i < 30; ++i) {
            out.push_back({spelt.country, spelt.states[random() % 4], spelt.cities[random() % 3],
                           spelt.postal_codes[random() % 3],
                           generation().position[random() % generation().documents()]});
        }
    }
    return out;
}

void SearchWorld::add_keys(std::uint32_t seed) {
    RandomCorpus corpus(seed);
    identity::Identity identity;
    for (int i = 0; i < 100; ++i) {
        generation().normaliser().website(corpus.website(), identity);
        if (identity.names_business()) {
            requests_->keys.push_back(identity.key);
        }
    }
    requests_->keys.insert(requests_->keys.end(), {"strangerhub.com", "nobody.example", "facebook:handle1"});
}

void expect_rows(const std::vector<SearchRow>& found, const SearchRow* expected, std::size_t count,
                 const std::string& what) {
    ASSERT_EQ(found.size(), count) << what;
    for (std::size_t i = 0; i < count; ++i) {
        ASSERT_EQ(found[i].docid, expected[i].docid) << "row " << i << ": " << what;
        ASSERT_EQ(found[i].score, expected[i].score) << "row " << i << ": " << what;
    }
}

}  // namespace bizrec::search::testing

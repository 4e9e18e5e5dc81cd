#include <gtest/gtest.h>

#include <algorithm>

#include "lmdb_builder/record/record_parser.hpp"
#include "t/unit/enrich/random_corpus.hpp"
#include "t/unit/enrich/random_requests.hpp"
#include "t/unit/enrich/record_oracle.hpp"
#include "t/unit/support/built_index.hpp"
#include "t/unit/support/catalog_fixture.hpp"

/// Compares the whole way from JSON lines through the builder to rows with a scan over the records.
namespace bizrec::search::testing {
namespace {

std::vector<std::string> random_lines(RandomCorpus& corpus, std::size_t count) {
    std::vector<std::string> lines;
    while (lines.size() < count) {
        lines.push_back(corpus.line());
    }
    return lines;
}

void fill_oracle(RecordOracle& oracle, const std::vector<std::string>& lines) {
    builder::RecordParser parser(builder::machine_catalog());
    for (const std::string& line : lines) {
        builder::Record record;
        builder::RejectReason reason;
        ASSERT_TRUE(parser.parse(line, record, reason)) << reason.field << ": " << reason.detail << " in " << line;
        ASSERT_TRUE(oracle.add(record)) << line;
    }
}

void add_inputs(RandomRequests& requests, RandomCorpus& corpus, const identity::Normaliser& normaliser) {
    identity::Identity input;
    for (int i = 0; i < 400; ++i) {
        normaliser.website(corpus.website(), input);
        if (input.kind != identity::Kind::reject) {
            requests.websites.push_back(input);
        }
        normaliser.profile(corpus.profile_url(), input);
        if (input.kind != identity::Kind::reject) {
            requests.profiles.push_back(input);
        }
    }
    for (const char* odd : {"strangerhub.com", "https://facebook.com", "https://nobody.example", "https://t.co/x"}) {
        normaliser.website(odd, input);
        ASSERT_NE(input.kind, identity::Kind::reject) << odd;
        requests.websites.push_back(input);
    }
}

void add_places(RandomRequests& requests, const store::Generation& generation, Random& random) {
    for (const SpeltPlace& spelt : spelt_places) {
        for (int i = 0; i < 30; ++i) {
            requests.places.push_back({spelt.country, spelt.states[random() % 4], spelt.cities[random() % 3],
                                       spelt.postal_codes[random() % 3],
                                       generation.position[random() % generation.documents()]});
        }
    }
}

/// Counts the kinds of requests and rows, so that the comparison cannot succeed by finding nothing.
struct Counts {
    std::uint64_t requests = 0, with_rows = 0, with_more_than_a_page = 0, shared_domains = 0;
    std::uint64_t fit[6] = {}, evidence[4] = {}, both = 0;

    void add(const EnrichQuery& query, const EnrichResult& result) {
        ++requests;
        with_rows += result.rows.empty() ? 0 : 1;
        with_more_than_a_page += result.total > query.limit ? 1 : 0;
        for (const EnrichRow& row : result.rows) {
            ++fit[row.score >> 12 & 7U];
            ++evidence[row.score >> 15 & 3U];
            both += row.by_website && row.by_profile ? 1 : 0;
        }
    }
};

/// Suppresses one in `one_in` documents at random, in the index and in the oracle.
std::shared_ptr<const store::Generation> suppressed(const std::shared_ptr<const store::Generation>& generation,
                                                    Oracle& oracle, unsigned one_in, Random& random) {
    const auto list = std::make_shared<store::SuppressionList>();
    list->number = 1;
    for (std::uint32_t docid = 0; docid < generation->documents(); ++docid) {
        if (random() % one_in == 0) {
            list->entries.push_back({generation->uuid[docid], "", ""});
        }
    }
    std::sort(list->entries.begin(), list->entries.end());
    auto view = store::Generation::suppress(generation, list);
    oracle.documents.erase(std::remove_if(oracle.documents.begin(), oracle.documents.end(),
                                          [&view](const OracleDocument& document) {
                                              return view->suppression()->is_gone(document.docid);
                                          }),
                           oracle.documents.end());
    return view;
}

/// Builds an index of random records, and compares `rounds` random requests to it with a scan. One in `one_in`
/// documents is suppressed; 0: none.
void compare(std::uint32_t seed, std::size_t records, int rounds, unsigned one_in, Counts& counts) {
    RandomCorpus corpus(seed);
    const std::vector<std::string> lines = random_lines(corpus, records);
    const BuiltIndex index(lines);
    ASSERT_TRUE(index.generation());
    ASSERT_EQ(index.generation()->documents(), records);
    RecordOracle of_all(*index.generation(), builder::machine_catalog());
    ASSERT_NO_FATAL_FAILURE(fill_oracle(of_all, lines));
    Oracle oracle = of_all.oracle();
    counts.shared_domains += oracle.shared_keys.size();
    Random random(seed);
    const auto view = one_in == 0 ? index.generation() : suppressed(index.generation(), oracle, one_in, random);
    const store::Generation& generation = *view;
    RandomRequests requests(seed);
    ASSERT_NO_FATAL_FAILURE(add_inputs(requests, corpus, generation.normaliser()));
    add_places(requests, generation, random);
    EnrichResult result;
    for (int round = 0; round < rounds && !::testing::Test::HasFailure(); ++round) {
        const EnrichQuery query = requests.next();
        enrich(generation, query, result);
        expect_equal(result, oracle.answer(query),
                     "seed " + std::to_string(seed) + " round " + std::to_string(round) + ": " + describe(query));
        counts.add(query, result);
    }
}

TEST(RandomRecords, WithoutSuppressedDocumentsTheyAreThoseOfAScanOfTheOthers) {
    Counts counts;
    for (std::uint32_t seed = 1; seed <= 8; ++seed) {
        compare(seed, 30 * seed * seed, 1200, seed % 3 == 0 ? 40 : 1 + seed % 3, counts);
    }
    EXPECT_GT(counts.with_rows, counts.requests / 8);
    EXPECT_GT(counts.with_more_than_a_page, 50U);
}

TEST(RandomRecords, RowsScoresAndTotalsAreThoseOfAScan) {
    Counts counts;
    for (std::uint32_t seed = 1; seed <= 12; ++seed) {
        compare(seed, 20 * seed * seed, 2500, 0, counts);
    }
    EXPECT_EQ(counts.requests, 30000U);
    EXPECT_GT(counts.with_rows, counts.requests / 4);
    EXPECT_GT(counts.with_more_than_a_page, counts.requests / 20);
    EXPECT_GT(counts.shared_domains, 5U);
    EXPECT_GT(counts.both, 500U);
    for (const std::uint64_t rows : counts.fit) {
        EXPECT_GT(rows, 1000U);
    }
    for (std::size_t evidence = 1; evidence < 4; ++evidence) {
        EXPECT_GT(counts.evidence[evidence], 100U);
    }
}

}  // namespace
}  // namespace bizrec::search::testing

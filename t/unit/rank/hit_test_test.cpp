#include "bizrec/rank/hit_test.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>

#include "t/unit/rank/rank_oracle.hpp"
#include "t/unit/rank/rank_problems.hpp"
#include "t/unit/support/random.hpp"

/// Compares the sampled number of documents that have some words and pass a request's conditions with a scan.
namespace bizrec::search::testing {
namespace {

struct MetByCount {
    int exact = 0, estimated = 0, close = 0, none = 0, overlooked = 0, weighted = 0, counted = 0;
};

/// Arguments for HitTest::count(): the words of a problem, each once, and weighted sets of documents.
struct Asked {
    std::vector<std::string> words;
    std::vector<format::TermLists> lists, of_sets;
    struct Set {
        std::string word;
        double weight;
        std::uint8_t min_impact, max_impact;
    };
    std::vector<Set> sets;
    std::uint32_t rarest = UINT32_MAX;  ///< documents of the rarest word

    /// `how`: HitTest::count() or HitTest::count_all().
    HitCount count(HitTest& test, decltype(&HitTest::count) how, std::uint64_t& visited) const {
        std::vector<const format::TermLists*> pointers;
        std::vector<WeightedSet> weighted;
        for (const format::TermLists& each : lists) {
            pointers.push_back(&each);
        }
        for (std::size_t i = 0; i < sets.size(); ++i) {
            weighted.push_back({&of_sets[i], sets[i].weight, sets[i].min_impact, sets[i].max_impact});
        }
        return (test.*how)(pointers, weighted, visited);
    }
};

Asked asked_of(const RankCorpus& corpus, NamedProblem& problem, Random& random) {
    Asked asked;
    problem.alternatives.clear();
    problem.has_cursor = false;
    std::vector<NamedProblem::Weighted> required;
    for (const NamedProblem::Weighted& word : problem.required) {
        const format::TermLists lists = corpus.lists(word.word);
        if (lists.count != 0 && std::find(asked.words.begin(), asked.words.end(), word.word) == asked.words.end()) {
            asked.words.push_back(word.word);
            asked.lists.push_back(lists);
            asked.rarest = std::min(asked.rarest, lists.count);
            required.push_back(word);
        }
    }
    problem.required = required;
    for (unsigned left = random() % 3; left != 0; --left) {
        auto word = corpus.terms.begin();
        std::advance(word, random() % corpus.terms.size());
        const double weights[] = {0.0625, 1, 4, 8, 16};
        const auto bound = [&random](unsigned otherwise) {
            return static_cast<std::uint8_t>(random() % 2 == 0 ? otherwise : random() % 256);
        };
        asked.sets.push_back({word->first, weights[random() % 5], bound(0), bound(UINT8_MAX)});
        asked.of_sets.push_back(corpus.lists(word->first));
    }
    return asked;
}

double weight_of(const RankCorpus& corpus, const Asked& asked, std::uint32_t docid) {
    double weight = 1, share = 1;
    for (const Asked::Set& set : asked.sets) {
        const auto& postings = corpus.terms.at(set.word);
        const auto found = std::lower_bound(
            postings.begin(), postings.end(), docid,
            [](const format::TermPosting& posting, std::uint32_t number) { return posting.docid < number; });
        if (found != postings.end() && found->docid == docid && found->impact >= set.min_impact &&
            found->impact <= set.max_impact) {
            weight = std::max(weight, set.weight);
            share *= std::min(1.0, set.weight);
        }
    }
    return weight * share;
}

void compare(std::uint32_t documents, std::uint32_t seed, int problems, MetByCount& met) {
    const RankCorpus corpus = random_rank_corpus(seed, documents);
    ASSERT_TRUE(corpus.generation);
    const RankOracle oracle(corpus);
    RandomRankProblems random_problems(corpus, seed + 1);
    Random random(seed + 2);
    HitTest test;
    for (int i = 0; i < affordable(problems); ++i) {
        NamedProblem problem = random_problems.next();
        const Asked asked = asked_of(corpus, problem, random);
        const std::string what = "documents " + std::to_string(documents) + " problem " + std::to_string(i);
        const std::vector<SearchRow> rows = oracle.all_rows(problem);
        const auto hits = static_cast<double>(rows.size());
        test.begin(*corpus.generation, problem.resolve(corpus));
        std::uint64_t visited = 0;
        const HitCount count = asked.count(test, &HitTest::count, visited);
        ASSERT_GT(visited, 0U) << what;
        ASSERT_GE(count.weight, count.documents / 256) << what;
        if (hits == 0) {
            ASSERT_EQ(count.documents, 0) << what;
            ++met.none;
            continue;
        }
        const std::uint32_t looked = std::min(asked.rarest, documents);
        double weight = 0;
        for (const SearchRow& row : rows) {
            weight += weight_of(corpus, asked, row.docid);
        }
        if (looked < HitTest::enough_documents) {
            const HitCount all = asked.count(test, &HitTest::count_all, visited);
            ASSERT_EQ(all.documents, hits) << what;
            ASSERT_EQ(all.weight, weight) << what;
            ++met.counted;
        }
        if (looked <= HitTest::enough_documents) {
            ASSERT_GT(count.documents, 0) << what;
        } else if (count.documents == 0) {
            ASSERT_TRUE(count.is_partial) << what;
            ++met.overlooked;
            continue;
        }
        if (looked < HitTest::enough_with_a_hit && hits < HitTest::enough_hits) {
            ASSERT_EQ(count.documents, hits) << what;
            ASSERT_EQ(count.weight, weight) << what;
            ++met.exact;
            met.weighted += weight != hits ? 1 : 0;
        } else {
            ++met.estimated;
            met.close += count.documents < 3 * hits && hits < 3 * count.documents ? 1 : 0;
        }
    }
}

TEST(HitTest, CountsWhatAScanCountsWhereItsSampleIsWhole) {
    MetByCount met;
    for (std::uint32_t seed = 1; seed <= 20 && !HasFatalFailure(); ++seed) {
        compare(1 + seed * 7, 300 + seed, 100, met);
    }
    for (std::uint32_t seed = 1; seed <= 4 && !HasFatalFailure(); ++seed) {
        compare(1000 + 300 * seed, 400 + seed, 600, met);
    }
    compare(70000, 500, 300, met);
    std::printf("none %d, exact %d, of which weighted %d; estimated %d, close %d; overlooked %d\n", met.none, met.exact,
                met.weighted, met.estimated, met.close, met.overlooked);
    EXPECT_GT(met.none, affordable(300));
    EXPECT_GT(met.exact, affordable(300));
    EXPECT_GT(met.counted, affordable(1000));
    EXPECT_GT(met.weighted, affordable(90));
    EXPECT_GT(met.estimated, affordable(300));
    EXPECT_GT(met.close, met.estimated * 9 / 10);
    EXPECT_LT(met.overlooked, met.estimated / 10);
}

std::vector<format::TermPosting> every(std::uint32_t step, std::uint32_t first, std::uint32_t documents) {
    std::vector<format::TermPosting> postings;
    for (std::uint32_t docid = first; docid < documents; docid += step) {
        format::TermPosting posting;
        posting.docid = docid;
        posting.impact = 9;
        postings.push_back(posting);
    }
    return postings;
}

/// HitTest gives up on words that never occur together. This costs one sample, even for frequent words.
TEST(HitTest, CostsNoMoreWhereWordsAreMoreFrequent) {
    std::uint64_t least = UINT64_MAX, most = 0;
    for (const std::uint32_t documents : {20000U, 80000U, 200000U}) {
        SmallIndex index;
        index.add_documents(documents, 100);
        index.add_term(format::TermKind::word, "even", every(2, 0, documents));
        index.add_term(format::TermKind::word, "odd", every(2, 1, documents));
        index.add_term(format::TermKind::word, "third", every(3, 0, documents));
        index.add_everything();
        const auto generation = index.open();
        ASSERT_TRUE(generation);
        const auto lists = [&](const char* word) {
            std::string key;
            format::term_key(format::TermKind::word, word, key);
            return generation->term(key);
        };
        const format::TermLists even = lists("even"), odd = lists("odd"), third = lists("third");
        const RankConditions everywhere;
        HitTest test;
        test.begin(*generation, everywhere);
        EXPECT_EQ(test.inside(), documents);
        std::uint64_t never = 0, often = 0, one = 0;
        EXPECT_EQ(test.count({&even, &odd}, {}, never).documents, 0);
        const HitCount both = test.count({&even, &third}, {{&even, 4, 0}}, often);
        EXPECT_NEAR(both.documents, documents / 6.0, documents / 18.0);
        EXPECT_DOUBLE_EQ(both.weight, 4 * both.documents);
        EXPECT_EQ(test.count({&even}, {}, one).documents, documents / 2);
        EXPECT_LE(one, 1U) << "the list's head tells";
        EXPECT_LT(often, 4096U);
        least = std::min(least, never);
        most = std::max(most, never);
    }
    EXPECT_LE(most, 2 * HitTest::enough_documents * 8);
    EXPECT_LT(most, 2 * least);
}

TEST(HitTest, NoWordsAreEveryDocumentInside) {
    SmallIndex index;
    index.add_documents(100, 100);
    index.add_everything();
    const auto generation = index.open();
    ASSERT_TRUE(generation);
    PlaceFilter places;
    ResolvedLocation part;
    part.ranges = {{10, 30}, {90, 95}};
    places.assign(&part, 1);
    RankConditions conditions;
    conditions.places = &places;
    HitTest test;
    test.begin(*generation, conditions);
    EXPECT_EQ(test.inside(), 25U);
    std::uint64_t visited = 0;
    EXPECT_EQ(test.count({}, {}, visited).documents, 25);
}

}  // namespace
}  // namespace bizrec::search::testing

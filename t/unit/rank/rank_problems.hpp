#pragma once

#include <string>
#include <vector>

#include "t/unit/rank/rank_oracle.hpp"

namespace bizrec::search::testing {

/// Words "w0", "w1" … of very different frequencies, from one document to all. A word has few different impacts. The
/// positions of the documents form a line. The same seed gives the same corpus.
RankCorpus random_rank_corpus(std::uint32_t seed, std::uint32_t documents);

/// Random problems over a corpus of random_rank_corpus().
class RandomRankProblems {
public:
    RandomRankProblems(const RankCorpus& corpus, std::uint32_t seed);
    NamedProblem next();
    /// Adds a cursor: one of the rows of the problem, `all`, or a row close to it that may not exist.
    void add_cursor(NamedProblem& problem, const std::vector<SearchRow>& all);

private:
    bool one_in(std::uint32_t n) { return random_() % n == 0; }
    std::uint32_t below(std::uint32_t n) { return random_() % n; }
    std::string word();
    std::vector<std::string> words(std::uint32_t most);
    std::vector<NamedProblem::Weighted> frequent_words(std::uint32_t most);
    std::vector<NamedProblem::Weighted> weighted_words(std::uint32_t most);
    std::vector<NamedProblem::Flat> flat_words(std::uint32_t most);
    place::Ranges ranges();
    ResolvedLocation location();
    void add_words(NamedProblem& problem);
    void add_places(NamedProblem& problem);
    void add_tests(NamedProblem& problem);
    void add_extras(NamedProblem& problem);

    const RankCorpus& corpus_;
    std::vector<std::string> words_, frequent_words_;
    Random random_;
};

}  // namespace bizrec::search::testing

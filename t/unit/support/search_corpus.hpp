#pragma once

#include <string>
#include <vector>

#include "bizrec/query/search.hpp"
#include "t/unit/enrich/random_corpus.hpp"
#include "t/unit/enrich/random_requests.hpp"
#include "t/unit/support/random.hpp"

namespace bizrec::search::testing {

/// Adds texts to RandomCorpus: names that share words with each other, with categories and with places; labels of one
/// and several words, stop words, plurals, accents, scripts without spaces, words that are one edit apart, and words
/// that are two words joined. Also adds the columns that filters use.
class SearchCorpus {
public:
    explicit SearchCorpus(std::uint32_t seed) : random_(seed), records_(seed) {}

    std::string line();
    /// A random word for names, labels and texts. Some words are much more common than others.
    std::string word();
    std::string name();
    std::string label();

private:
    bool chance(unsigned percent) { return random_() % 100 < percent; }
    std::string words(unsigned most);

    Random random_;
    RandomCorpus records_;
};

/// Random search requests over a SearchCorpus, with every field alone and combined.
class SearchRequests {
public:
    /// `places`: places for circles and place names; not empty.
    SearchRequests(std::uint32_t seed, std::vector<RandomRequests::Place> places);

    std::vector<std::string> keys;  ///< identity keys to include or exclude; not empty

    SearchQuery next();

private:
    bool chance(unsigned percent) { return random_() % 100 < percent; }
    std::string text();
    std::string misspelt(std::string word);
    ColumnBounds bounds();
    std::vector<RootDomain> some_domains(unsigned most);

    Random random_;
    SearchCorpus corpus_;
    RandomRequests locations_;
    std::vector<RandomRequests::Place> places_;
};

/// The request on one line, for messages.
std::string describe(const SearchQuery& query);

}  // namespace bizrec::search::testing

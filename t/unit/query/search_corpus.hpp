#pragma once

#include <string>
#include <vector>

#include "bizrec/query/search.hpp"
#include "t/unit/enrich/random_corpus.hpp"
#include "t/unit/enrich/random_requests.hpp"
#include "t/unit/support/random.hpp"

namespace bizrec::search::testing {

/// RandomCorpus with texts: names that share their words with each other, with categories and places; labels of one and
/// several words, stop words, plurals, accents, scripts without spaces, words that are one edit apart or two words
/// joined; and the columns that filters ask for.
class SearchCorpus {
public:
    explicit SearchCorpus(std::uint32_t seed) : random_(seed), records_(seed) {}

    std::string line();
    /// One of the words that names, labels and texts are made of; the first ones are the commonest.
    std::string word();
    std::string name();
    std::string label();

private:
    bool chance(unsigned percent) { return random_() % 100 < percent; }
    std::string words(unsigned most);

    Random random_;
    RandomCorpus records_;
};

/// Search requests over a SearchCorpus, with every field alone and together.
class SearchRequests {
public:
    /// `places`: where to look for circles and names; not empty.
    SearchRequests(std::uint32_t seed, std::vector<RandomRequests::Place> places);

    std::vector<std::string> keys;  ///< identity keys to exclude; not empty

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

#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "bizrec/format/term_list_builder.hpp"
#include "bizrec/rank/rank.hpp"
#include "t/unit/support/random.hpp"
#include "t/unit/support/small_index.hpp"

namespace bizrec::search::testing {

/// An index and the values from which it was made.
struct RankCorpus {
    std::vector<SmallDocument> documents;
    std::map<std::string, std::vector<format::TermPosting>> terms;  ///< by word
    std::shared_ptr<const store::Generation> generation;

    std::uint32_t size() const { return static_cast<std::uint32_t>(documents.size()); }
    /// Writes the index.
    void open();
    /// The lists of a word in the index.
    format::TermLists lists(const std::string& word) const;
};

/// A RankProblem by words. It owns everything that the resolved problem points to.
struct NamedProblem {
    struct Weighted {
        std::string word;
        std::uint32_t factor = 1;
    };
    struct Flat {
        std::string word;
        std::uint32_t evidence = 0;
    };
    struct Boosted {
        std::vector<std::string> words;
        std::uint32_t evidence = 0;
    };

    bool everywhere = true;
    std::vector<ResolvedLocation> locations;  ///< alternatives; unused if the problem is everywhere
    ColumnBounds bounds;
    std::vector<std::uint32_t> excluded;
    /// A document that has all words of one of these is excluded.
    std::vector<std::vector<std::string>> excluded_words;
    std::vector<Weighted> required;
    std::vector<std::vector<Weighted>> alternatives;
    std::vector<Flat> any_of, exact_matches;
    std::vector<Boosted> boosts;
    std::uint32_t limit = 50;
    bool has_cursor = false;
    SearchRow cursor;
    bool count = false;

    /// The same problem for the engine. Valid as long as this object.
    const RankProblem& resolve(const RankCorpus& corpus);

private:
    format::PairList pair_of(const RankCorpus& corpus);

    PlaceFilter places_;
    RowTest test_;
    RankProblem problem_;
    format::EncodedTerm pair_;
};

/// The oracle: applies the definitions of rank.hpp and row_test.hpp document by document.
class RankOracle {
public:
    explicit RankOracle(const RankCorpus& corpus);
    /// All hits in the order of rows, without cursor and limit.
    std::vector<SearchRow> all_rows(const NamedProblem& problem) const;

private:
    using Impacts = std::vector<std::uint8_t>;  // by docid; 0 if the document does not have the word

    std::uint32_t impact(const std::string& word, std::uint32_t docid) const;
    bool is_placed(const NamedProblem& problem, std::uint32_t docid) const;
    bool passes(const NamedProblem& problem, std::uint32_t docid) const;
    bool holds_words(const NamedProblem& problem, std::uint32_t docid, std::uint32_t& evidence) const;
    bool holds_all(const std::vector<std::string>& words, std::uint32_t docid) const;
    std::uint32_t extra_evidence(const NamedProblem& problem, std::uint32_t docid) const;

    const RankCorpus& corpus_;
    std::map<std::string, Impacts> impacts_;
};

std::string show(const std::vector<SearchRow>& rows);
bool same(const std::vector<SearchRow>& a, const std::vector<SearchRow>& b);

/// The rows of one page, taken from all rows.
std::vector<SearchRow> page_of(const std::vector<SearchRow>& all, const NamedProblem& problem);

}  // namespace bizrec::search::testing

#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "bizrec/format/term_lists.hpp"
#include "bizrec/lookup/query_context.hpp"
#include "bizrec/text/analyser.hpp"

namespace bizrec::search {

/// `include_keywords` or `exclude_keywords`. A record matches a keyword if it holds all words of it. Keywords with the
/// same words count once. A keyword without words, or with a word that no record has, matches no record and is dropped.
class KeywordSets {
public:
    explicit KeywordSets(const QueryContext& context) : context_(context) {}

    struct Keyword {
        std::uint32_t source = 0;            ///< its place in the request's array
        std::uint32_t first = 0, count = 0;  ///< the index of its first word in hashes_, and the number of its words
    };

    void ask(const std::vector<std::string>& texts);
    void read();

    const std::vector<Keyword>& keywords() const noexcept { return keywords_; }
    /// Copies the posting lists of the keyword's words to `out`, which it overwrites.
    void copy_lists(const Keyword& keyword, std::vector<format::TermLists>& out) const;
    /// The evidence that the keyword gives a record: half of the idf of its words together, at least 1. Such a boost
    /// lifts a row over one that fits the query slightly better, but usually not over one that holds one more rare
    /// word.
    std::uint32_t boost_evidence(const Keyword& keyword) const noexcept;
    /// The length of the keyword's shortest list.
    std::uint32_t min_documents(const Keyword& keyword) const noexcept;

private:
    bool is_repeated(const Keyword& keyword) const;

    const QueryContext& context_;
    std::vector<Keyword> keywords_;
    std::vector<format::KeyHash> hashes_;
    std::vector<format::TermLists> lists_;  // one for each of hashes_
    text::AnalysedText analysed_;
    std::string key_;
};

}  // namespace bizrec::search

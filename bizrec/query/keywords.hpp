#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "bizrec/format/term_lists.hpp"
#include "bizrec/query/query_context.hpp"
#include "bizrec/text/analyser.hpp"

namespace bizrec::search {

/// `include_keywords` or `exclude_keywords`: sets of words that a record holds whole or not at all. Two keywords of the
/// same words are one; a keyword without a word, or with one that exists nowhere, is held by no record and left out.
class KeywordSets {
public:
    explicit KeywordSets(const QueryContext& context) : context_(context) {}

    struct Keyword {
        std::uint32_t source = 0;  ///< its place in the request's array
        std::uint32_t first = 0, count = 0;
    };

    void ask(const std::vector<std::string>& texts);
    void read();

    const std::vector<Keyword>& keywords() const noexcept { return keywords_; }
    /// `out` is overwritten.
    void copy_lists(const Keyword& keyword, std::vector<format::TermLists>& out) const;
    /// Half of what its words are worth where they are rare, at least 1: a boost may lift a row over one that fits the
    /// query a little better, never over one that holds a rare word more.
    std::uint32_t boost_evidence(const Keyword& keyword) const noexcept;
    /// Documents of the keyword's shortest list.
    std::uint32_t min_documents(const Keyword& keyword) const noexcept;

private:
    bool is_repeated(const Keyword& keyword) const;
    bool is_held_nowhere(const Keyword& keyword) const noexcept;

    const QueryContext& context_;
    std::vector<Keyword> keywords_;
    std::vector<format::KeyHash> hashes_;
    std::vector<format::TermLists> lists_;  // of hashes_
    text::AnalysedText analysed_;
    std::string key_;
};

}  // namespace bizrec::search

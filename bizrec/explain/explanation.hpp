#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "bizrec/explain/record_texts.hpp"
#include "bizrec/query/search.hpp"

namespace bizrec::search {

/// Explains the scores of documents for one request. The request is searched once more, from its first row on.
class Explanation {
public:
    /// If `limits` are the server's, the request is read as the server reads it. `generation` must outlive this object.
    /// If the budget stops the search, none of the functions below may be called.
    Explanation(const store::Generation& generation, const SearchQuery& query, Budget& budget,
                const ReadingLimits& limits = {});
    /// The same without a limit on the cost.
    Explanation(const store::Generation& generation, const SearchQuery& query, const ReadingLimits& limits = {});
    ~Explanation();
    Explanation(const Explanation&) = delete;
    Explanation& operator=(const Explanation&) = delete;

    /// The parts of a score, one line each for a person: the reading, what each word gave by which list, evidence of
    /// exact names and labels, boosts, quality; or the condition that the document fails. `docid` < documents(). With
    /// `texts`, the line of each word of the document names its field, and the line of an inferred place names the
    /// place.
    std::vector<std::string> parts(std::uint32_t docid, const RecordTexts& texts = {}) const;
    /// The same as one text. Each line ends with a line feed.
    std::string text(std::uint32_t docid, const RecordTexts& texts = {}) const;

    /// Why the document is no row of the request. Limit and cursor do not count. Empty: it is a row.
    std::vector<std::string> obstacles(std::uint32_t docid) const;
    /// The approximate number of lists in which each document is looked up.
    std::size_t lists() const noexcept;

private:
    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace bizrec::search

#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "bizrec/query/search.hpp"

namespace bizrec::search {

/// Texts of the record that is being explained, for a person.
struct RecordTexts {
    std::function<std::string(std::string_view word)> origin;  ///< the field that has the word: "in business_name"
    std::function<std::string()> city;                         ///< as written; "": the record states none
    std::function<std::string()> inferred_place;               ///< `country "DE"`; "" if unknown
};

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

#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "bizrec/query/search.hpp"

namespace bizrec::search {

/// What the record of the document at work tells, for a person.
struct RecordTexts {
    std::function<std::string(std::string_view word)> origin;  ///< where it has a word: "in business_name"
    std::function<std::string()> city;                         ///< as it is written; "": the record does not say
    std::function<std::string()> inferred_place;               ///< `country "DE"`; "" where that is not known
};

/// The scores of documents for one request, which is searched once more, from its first row on.
class Explanation {
public:
    /// With the server's limits the reading is the server's. `generation` must outlive it. Where the budget is stopped,
    /// nothing below may be called.
    Explanation(const store::Generation& generation, const SearchQuery& query, Budget& budget,
                const ReadingLimits& limits = {});
    /// The same, whatever it costs.
    Explanation(const store::Generation& generation, const SearchQuery& query, const ReadingLimits& limits = {});
    ~Explanation();
    Explanation(const Explanation&) = delete;
    Explanation& operator=(const Explanation&) = delete;

    /// The parts of a score, each a line for a person: which reading, which word gave what by which list, whole-name
    /// and label evidence, boosts, quality; or which condition the document fails. `docid` < documents(). With `texts`
    /// the line of each word of the document says where it is, and that of an inferred place which it is.
    std::vector<std::string> parts(std::uint32_t docid, const RecordTexts& texts = {}) const;
    /// The same with a line feed behind each.
    std::string text(std::uint32_t docid, const RecordTexts& texts = {}) const;

    /// Why the document is no row of the request, of which limit and cursor do not count; none: it is one.
    std::vector<std::string> obstacles(std::uint32_t docid) const;
    /// Lists that are asked about each document.
    std::size_t lists() const noexcept;

private:
    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace bizrec::search

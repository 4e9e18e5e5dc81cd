#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "bizrec/lookup/query_context.hpp"
#include "bizrec/lookup/query_words.hpp"
#include "bizrec/lookup/search_query.hpp"
#include "bizrec/place/position.hpp"
#include "bizrec/place/ranges.hpp"
#include "bizrec/place_words/place_reading.hpp"

namespace bizrec::search {

/// "dentist near 75201", "museum near Austin": a query for records around a postal code or a city. Its other words are
/// looked for within a circle around the middle of the records there. Only for a request without locations.
class NearPlace {
public:
    /// `tokens` must hold the tokens of the query when find() is called.
    NearPlace(const QueryContext& context, const TypedTokens& tokens)
        : context_(context), tokens_(tokens), words_(context), reading_(context, tokens) {}

    static constexpr double radius_metres = 15000;

    /// Fills request(), or returns false if the query asks for no such circle. Looks nothing up if no word of the query
    /// may mean "near".
    bool find(const SearchQuery& request);
    /// A request for the words before the name, within the circle.
    const SearchQuery& request() const noexcept { return near_; }

private:
    bool may_say_near() const noexcept;
    bool split();
    bool find_middle_of_words();
    bool find_middle_of_city(const SearchQuery& request);
    void sample(const place::Ranges& ranges);
    void add(std::uint32_t docid);

    const QueryContext& context_;
    const TypedTokens& tokens_;
    SearchQuery near_;
    TokenSpan name_, rest_;
    QueryWords words_;
    PlaceReading reading_;
    text::AnalysedText text_;
    std::string key_;
    std::vector<std::int32_t> latitudes_, longitudes_;
};

}  // namespace bizrec::search

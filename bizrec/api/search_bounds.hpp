#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <type_traits>

#include "bizrec/api/error.hpp"
#include "bizrec/api/field_values.hpp"
#include "bizrec/api/request_notes.hpp"
#include "bizrec/base/json_parser.hpp"
#include "bizrec/rank/row_test.hpp"

namespace bizrec::api {

/// The range that a request asks for in a column. Keeps the numbers that the client wrote, which may not fit into the
/// column.
template <class Row>
struct AskedRange {
    using Number = std::conditional_t<std::is_floating_point_v<typename Row::Value>, double, std::int64_t>;
    std::optional<Number> min, max;
};

template <class Row>
using AskedOf = std::conditional_t<std::is_same_v<search::BoundOf<Row>, search::RangeBound<Row>>, AskedRange<Row>,
                                   search::BoundOf<Row>>;

/// The filters on columns in a search request, by the table of format/columns.hpp. Make one object per request.
class SearchBounds {
public:
    SearchBounds(RequestNotes& notes, ApiError& error) : notes_(notes), error_(error) {}

    /// Reads the filter number `filter`, see first_filter(). Returns false with `error` set.
    bool read(std::size_t filter, simdjson::dom::element value);

    /// Call it after all fields are read: sets `bounds`. Returns false with `error` set if a minimum is above its
    /// maximum.
    bool finish(search::ColumnBounds& bounds);

private:
    template <class Row>
    bool read_filter(std::size_t which, simdjson::dom::element value, AskedRange<Row>& asked);
    template <class Row>
    bool read_filter(std::size_t which, simdjson::dom::element value, search::ChoiceBound& asked);
    template <class Row>
    bool read_filter(std::size_t which, simdjson::dom::element value, search::FlagsBound& asked);
    template <class Row>
    bool read_filter(std::size_t which, simdjson::dom::element value, search::NoBound& asked);
    Reading read_ownership(std::string_view name, simdjson::dom::element value, std::int32_t element,
                           std::uint8_t& allowed);
    template <class Row>
    bool is_ordered(const AskedRange<Row>& asked);

    RequestNotes& notes_;
    ApiError& error_;
    bool any_ = false;  // whether a filter was read; most requests have none
    format::ColumnSet<AskedOf> asked_;
};

}  // namespace bizrec::api

#pragma once

#include <cstdint>
#include <optional>

#include "bizrec/api/error.hpp"
#include "bizrec/api/field_values.hpp"
#include "bizrec/api/request_notes.hpp"
#include "bizrec/api/search_fields.hpp"
#include "bizrec/base/json_types.hpp"
#include "bizrec/rank/row_test.hpp"

namespace bizrec::api {

/// The filters on columns in a search request. Make one object per request.
class SearchBounds {
public:
    SearchBounds(RequestNotes& notes, ApiError& error) : notes_(notes), error_(error) {}

    /// Reads ownership_type, min_…, max_…, has_…, open_date_…, info_updated_…. Returns false with `error` set.
    bool read(SearchField field, simdjson::dom::element value);

    /// Call it after all fields are read: sets `bounds`, or refuses a minimum above its maximum.
    bool finish(search::ColumnBounds& bounds);

private:
    template <class T>
    struct Interval {
        std::optional<T> least, most;
        bool is_given() const noexcept { return least || most; }
    };
    using Whole = std::int64_t;

    bool read_whole(SearchField field, simdjson::dom::element value, Whole least, Whole most,
                    std::optional<Whole>& bound);
    bool read_rating(SearchField field, simdjson::dom::element value, std::optional<double>& bound);
    bool read_moment(SearchField field, simdjson::dom::element value, std::optional<Whole>& bound);
    bool read_flag(SearchField field, simdjson::dom::element value, std::uint8_t flag);
    bool read_ownerships(simdjson::dom::element value);
    Reading read_ownership(simdjson::dom::element value, std::int32_t element);
    template <class T>
    bool is_ordered(const Interval<T>& interval, SearchField least, SearchField most);
    bool are_all_ordered();
    void fill(search::ColumnBounds& bounds) const;

    RequestNotes& notes_;
    ApiError& error_;
    bool any_ = false;  // most requests have none
    Interval<Whole> locations_, tier_, reviews_, opened_, refreshed_;
    Interval<double> rating_;
    std::uint8_t ownerships_ = 0;
    std::uint8_t flags_wanted_ = 0;
    std::uint8_t flags_unwanted_ = 0;
};

}  // namespace bizrec::api

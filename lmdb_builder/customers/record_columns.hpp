#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "bizrec/base/json_parser.hpp"

namespace bizrec::builder {

/// Cuts the wanted fields out of records as texts for cells. A field has the other names that the builder reads for it:
/// zip_code is postal_code too, phone the first of business_phones.
class RecordColumns {
public:
    explicit RecordColumns(const std::vector<std::string>& fields);

    static std::vector<std::string> usual();

    std::size_t size() const noexcept { return names_.size(); }
    const std::string& name(std::size_t column) const noexcept { return names_[column]; }

    /// Overwrites `cells`: strings as they are, lists joined by "; ", objects as JSON, "" where the record has none.
    /// They hold until the next call. `record`: JSON, of which simdjson may read SIMDJSON_PADDING bytes behind. False:
    /// it is no object.
    bool cut(std::string_view record, std::vector<std::string_view>& cells);

private:
    /// A member of records that a column takes.
    struct Source {
        std::string name;
        std::size_t column;
        std::size_t rank;  // of the column's: the lowest that the record has
    };

    void offer(std::string_view key, simdjson::dom::element value, std::vector<std::string_view>& cells);
    void take(const Source& source, simdjson::dom::element value, std::string_view& cell);

    std::vector<std::string> names_;    // of the columns
    std::vector<Source> sources_;       // by the length of their names: most members of a record are none of these
    std::vector<std::size_t> begins_;   // in sources_, of each length, and the end
    std::vector<std::size_t> ranks_;    // of what each cell has come from
    std::vector<std::string> written_;  // of each cell, where it is no string of the record
    std::string draft_;                 // of one more
    JsonParser parser_ = make_json_parser();
};

}  // namespace bizrec::builder

#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "bizrec/base/json_parser.hpp"

namespace bizrec::builder {

/// Extracts the wanted fields of records as texts for cells. A field may have any name that the builder reads for it:
/// zip_code may be postal_code, and phone is store_phones, or else business_phones, or else phone.
class RecordColumns {
public:
    explicit RecordColumns(const std::vector<std::string>& fields);

    static std::vector<std::string> usual();

    std::size_t size() const noexcept { return names_.size(); }
    const std::string& name(std::size_t column) const noexcept { return names_[column]; }

    /// Overwrites `cells`: strings unchanged, lists joined by "; ", objects as JSON, "" if the record lacks the field.
    /// The cells are valid until the next call. `record`: JSON, followed by SIMDJSON_PADDING readable bytes. Returns
    /// false if it is not an object.
    bool cut(std::string_view record, std::vector<std::string_view>& cells);

private:
    /// A member of records that fills a column.
    struct Source {
        std::string name;
        std::size_t column;
        std::size_t rank;  // among the column's sources; the lowest rank with a value wins
    };

    void offer(std::string_view key, simdjson::dom::element value, std::vector<std::string_view>& cells);
    void fill_cell(const Source& source, simdjson::dom::element value, std::string_view& cell);

    std::vector<std::string> names_;  // of the columns
    // sorted by the length of their names, so that most members of a record are dismissed by their length
    std::vector<Source> sources_;
    std::vector<std::size_t> begins_;   // index of the first source with a name of each length, and the end of sources_
    std::vector<std::size_t> ranks_;    // rank of the source of each cell of the current record
    std::vector<std::string> written_;  // text of each cell whose value is not a string
    std::string draft_;                 // a spare buffer
    JsonParser parser_ = make_json_parser();
};

}  // namespace bizrec::builder

#pragma once

#include <simdjson.h>

#include <string>
#include <string_view>
#include <vector>

namespace bizrec::builder {

/// Cuts the wanted fields out of records as texts for cells. A field has the other names that the builder reads for it:
/// zip_code is postal_code too, phone the first of business_phones.
class RecordColumns {
public:
    explicit RecordColumns(const std::vector<std::string>& fields);

    static std::vector<std::string> usual();

    std::size_t size() const noexcept { return columns_.size(); }
    const std::string& name(std::size_t column) const noexcept { return columns_[column].name; }

    /// Overwrites `cells`: strings as they are, lists joined by "; ", objects as JSON, "" where the record has none.
    /// `record`: valid JSON, of which simdjson may read SIMDJSON_PADDING bytes behind. False: it is no object.
    bool cut(std::string_view record, std::vector<std::string>& cells);

private:
    struct Column {
        std::string name;
        std::vector<std::string> sources;  // the first that the record has
    };

    std::vector<Column> columns_;
    std::vector<std::size_t> ranks_;  // of what each cell has come from
    simdjson::dom::parser parser_;
};

}  // namespace bizrec::builder

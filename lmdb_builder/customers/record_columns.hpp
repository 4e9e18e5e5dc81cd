#pragma once

#include <simdjson.h>

#include <string>
#include <string_view>
#include <vector>

#include "lmdb_builder/customers/json_quotes.hpp"
#include "lmdb_builder/customers/member_text.hpp"
#include "lmdb_builder/customers/record_members.hpp"

namespace bizrec::builder {

/// Cuts the wanted fields out of records as texts for cells. A field has the other names that the builder reads for it:
/// zip_code is postal_code too, phone the first of business_phones.
class RecordColumns {
public:
    /// Behind a record so many bytes are read, whatever they are.
    static constexpr std::size_t padding = simdjson::SIMDJSON_PADDING;
    static_assert(padding >= JsonQuotes::read_slack);

    explicit RecordColumns(const std::vector<std::string>& fields);

    static std::vector<std::string> usual();

    std::size_t size() const noexcept { return names_.size(); }
    const std::string& name(std::size_t column) const noexcept { return names_[column]; }

    /// Overwrites `cells`: strings as they are, lists joined by "; ", objects as JSON, "" where the record has none.
    /// They hold until the next call, and as long as `record`: minified JSON with padding bytes readable behind it.
    /// False: it is no object.
    bool cut(std::string_view record, std::vector<std::string_view>& cells);

    /// The same by a parser of JSON, which reads the record whole.
    bool cut_parsed(std::string_view record, std::vector<std::string_view>& cells);

private:
    /// A member of records that a column takes.
    struct Source {
        std::string name;
        std::size_t column;
        std::size_t rank;  // of the column's: the lowest that the record has
    };

    void begin(std::vector<std::string_view>& cells);
    template <class Value>
    void offer(std::string_view key, const Value& value, std::vector<std::string_view>& cells);
    template <class Value>
    void take(const Source& source, const Value& value, std::string_view& cell);

    std::vector<std::string> names_;    // of the columns
    std::vector<Source> sources_;       // by the length of their names: most members of a record are none of these
    std::vector<std::size_t> begins_;   // in sources_, of each length, and the end
    std::vector<std::size_t> ranks_;    // of what each cell has come from
    std::vector<std::string> written_;  // texts of cells that do not stand in the record as they are
    std::string draft_;                 // of one more
    JsonQuotes quotes_;
    MemberText member_text_;
    simdjson::dom::parser parser_;
};

}  // namespace bizrec::builder

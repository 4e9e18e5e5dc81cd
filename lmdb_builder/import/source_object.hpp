#pragma once

#include <simdjson.h>

#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include "lmdb_builder/record/json_line.hpp"
#include "lmdb_builder/record/record.hpp"

namespace bizrec::builder {

/// A member of an object of the source.
struct SourceMember {
    std::string_view name;  ///< without escapes
    simdjson::dom::element value;
    std::string_view raw;  ///< the value's JSON as it came, without white space between its tokens
    bool used = false;     ///< a field of the record holds it: not kept a second time

    bool is_missing() const noexcept { return raw == "null" || raw == "\"\""; }
};

/// An object of the source: its members, each as a value to look into and as the text to hand on, so that numbers and
/// escapes stay as they came. Holds views into the SourceParser's document.
class SourceObject {
public:
    SourceObject() = default;
    /// `raw`: the object's valid JSON, minified; a part of SourceParser::raw(), behind which simdjson may read.
    SourceObject(simdjson::dom::object object, std::string_view raw) { assign(object, raw); }
    void assign(simdjson::dom::object object, std::string_view raw);

    /// The first member of this name that holds something (neither null nor ""); null where there is none.
    SourceMember* find(std::string_view name) noexcept;
    const SourceMember* find(std::string_view name) const noexcept;
    /// The text of a string, the digits of a number; "" where there is no such member, or it is of another type.
    std::string_view text(std::string_view name) const noexcept;
    /// An object below; without members where there is none.
    SourceObject object(std::string_view name) const;

    std::vector<SourceMember>& members() noexcept { return members_; }
    const std::vector<SourceMember>& members() const noexcept { return members_; }

private:
    std::vector<SourceMember> members_;
};

/// The first of the columns `names` whose list or struct has become a text on its way, as CSV has it:
/// "[https://joes.com]". Null where there is none.
const SourceMember* flattened_column(const SourceObject& object,
                                     std::initializer_list<std::string_view> names) noexcept;
/// The reject of a business with such a column.
RejectReason flattened_reason(const SourceMember& column);

/// The text of a string, the digits of a number; "" for anything else.
std::string_view scalar_text(simdjson::dom::element value, std::string_view raw) noexcept;

/// The JSON of the first element of an array that has one. `raw` as for SourceObject.
std::string_view first_element(std::string_view raw);

/// Parses elements of the source strictly (JsonLine).
class SourceParser {
public:
    /// `object` holds until the next call. False: `reason` says why.
    bool parse(std::string_view json, SourceObject& object, RejectReason& reason);
    /// The object as a whole, minified; holds as long.
    std::string_view raw() const noexcept { return raw_; }

private:
    static constexpr std::size_t max_depth = 1024;  ///< records may lie deep in their envelopes

    JsonLine line_{max_depth};
    std::string raw_;
};

}  // namespace bizrec::builder

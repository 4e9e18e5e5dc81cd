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
    std::string_view raw;  ///< the value's original JSON, without white space between its tokens
    bool used = false;     ///< a field of the record holds it, or it is dropped: keep_rest() skips it

    bool is_missing() const noexcept { return raw == "null" || raw == "\"\""; }
};

/// An object of the source. Each member has a parsed value and the original text, so that numbers and escapes are
/// passed on unchanged. Holds views into the SourceParser's document.
class SourceObject {
public:
    SourceObject() = default;
    /// `raw`: the object's valid, minified JSON. It must be a part of SourceParser::raw(), because simdjson reads past
    /// its end.
    SourceObject(simdjson::dom::object object, std::string_view raw) { assign(object, raw); }
    void assign(simdjson::dom::object object, std::string_view raw);

    /// The first member of this name with a value (neither null nor ""); null if there is none.
    SourceMember* find(std::string_view name) noexcept;
    const SourceMember* find(std::string_view name) const noexcept;
    /// The text of a string, or the digits of a number; "" if there is no such member, or if it has another type.
    std::string_view text(std::string_view name) const noexcept;
    /// A nested object; without members if there is none.
    SourceObject object(std::string_view name) const;

    std::vector<SourceMember>& members() noexcept { return members_; }
    const std::vector<SourceMember>& members() const noexcept { return members_; }

private:
    std::vector<SourceMember> members_;
};

/// The first of the columns `names` whose list or struct was turned into a text by a conversion such as CSV:
/// "[https://joes.com]". Null if there is none.
const SourceMember* flattened_column(const SourceObject& object,
                                     std::initializer_list<std::string_view> names) noexcept;
/// The reject reason of a business with a flattened column.
RejectReason flattened_reason(const SourceMember& column);

/// The text of a string; `raw` if the value is a number; "" for anything else.
std::string_view scalar_text(simdjson::dom::element value, std::string_view raw) noexcept;

/// The JSON of the first element of an array. `raw`: minified JSON of an array with at least one element. It must be a
/// part of SourceParser::raw().
std::string_view first_element(std::string_view raw);

/// Parses elements of the source strictly (JsonLine).
class SourceParser {
public:
    /// Parses one element. `object` is valid until the next call. Returns false if the element is refused; `reason`
    /// then says why.
    bool parse(std::string_view json, SourceObject& object, RejectReason& reason);
    /// The whole object, minified; valid until the next parse().
    std::string_view raw() const noexcept { return raw_; }

private:
    static constexpr std::size_t max_depth = 1024;  ///< records may be deep inside their envelopes

    JsonLine line_{max_depth};
    std::string raw_;
};

}  // namespace bizrec::builder

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "bizrec/api/field_error.hpp"
#include "bizrec/api/header_text.hpp"
#include "bizrec/api/request_notes.hpp"

namespace bizrec::api {

/// Identifies the fields of one JSON object and notices duplicates. Keys must be unescaped: "\u0077ebsite" is
/// "website". Names are compared byte by byte.
template <std::size_t Count>
class KnownFields {
public:
    static constexpr std::size_t unknown = Count;

    explicit constexpr KnownFields(const std::array<std::string_view, Count>& names) noexcept : names_(names) {}

    /// Index of the name, or `unknown`.
    std::size_t find(std::string_view key) const noexcept {
        std::size_t index = 0;
        while (index < Count && names_[index] != key) {
            ++index;
        }
        return index;
    }

    /// Returns false if the field was marked before.
    bool mark(std::size_t index) noexcept {
        const std::uint32_t bit = 1U << index;
        const bool first = (seen_ & bit) == 0;
        seen_ |= bit;
        return first;
    }

    bool is_marked(std::size_t index) const noexcept { return (seen_ >> index & 1U) != 0; }

    /// All names for messages: "country, state, city".
    std::string list() const {
        std::string text;
        for (const std::string_view name : names_) {
            text += text.empty() ? "" : ", ";
            text += name;
        }
        return text;
    }

private:
    static_assert(Count < 32);
    const std::array<std::string_view, Count>& names_;
    std::uint32_t seen_ = 0;
};

/// Handles a field that the API does not know: notes it as ignored, or, if `strict`, sets a 422 that names the known
/// fields and returns false. `location`: index of the location object that holds the field; FieldPath::none = the body
/// itself.
template <std::size_t Count>
bool meet_unknown_field(std::string_view key, std::int32_t location, const KnownFields<Count>& known, bool strict,
                        RequestNotes& notes, ApiError& error) {
    if (!strict && notes.ignored_fields.size() == max_header_names) {
        return true;  // the header names no more; a body may have thousands of unknown fields
    }
    std::string name = header_name(key);
    if (strict) {
        return refuse_field(error, {name, location}, "unknown field; expected one of " + known.list());
    }
    add_header_name(notes.ignored_fields, location == FieldPath::none ? std::move(name) : "location." + name);
    return true;
}

}  // namespace bizrec::api

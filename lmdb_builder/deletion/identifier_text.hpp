#pragma once

#include <string_view>

/// Where texts of records have identifiers of people.
namespace bizrec::builder {

/// The address around the "@" at `at`, as long as it can be, without what ends a sentence; "" where there is none.
std::string_view address_at(std::string_view text, std::size_t at) noexcept;

/// Whether a whole text may be a telephone number: 7 to 15 digits, and what is written between them.
bool may_be_phone(std::string_view text) noexcept;

/// Of such a text: whether it is one wherever it stands, because it begins with "+", "(" or "tel:".
bool is_written_as_phone(std::string_view text) noexcept;

struct NameParts {
    std::string_view first, last;
};
/// "Jane M. Doe" and "Doe, Jane M.". Both empty where there is one word.
NameParts split_name(std::string_view full) noexcept;

}  // namespace bizrec::builder

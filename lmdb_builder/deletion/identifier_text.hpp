#pragma once

#include <string_view>

/// Finds identifiers of people in texts of records.
namespace bizrec::builder {

/// The longest e-mail address around the "@" at `at`, without punctuation that ends a sentence. "" if there is none.
std::string_view address_at(std::string_view text, std::size_t at) noexcept;

/// The telephone number before an extension: "(512) 555-0100 ext. 12" without " ext. 12". The whole text if it does not
/// end with an extension, or if what is before it is not may_be_phone().
std::string_view without_extension(std::string_view text) noexcept;

/// Whether the whole text may be a telephone number: 7 to 15 digits and the usual separators.
bool may_be_phone(std::string_view text) noexcept;

/// Precondition: may_be_phone(). Whether the text is a telephone number in any member, because it begins with "+", "("
/// or "tel:".
bool is_written_as_phone(std::string_view text) noexcept;

struct NameParts {
    std::string_view first, last;
};
/// Splits "Jane M. Doe" and "Doe, Jane M.". Both parts are empty if the name has only one word.
NameParts split_name(std::string_view full) noexcept;

}  // namespace bizrec::builder

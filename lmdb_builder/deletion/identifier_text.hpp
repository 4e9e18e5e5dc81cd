#pragma once

#include <string_view>

/// Finds identifiers of people in texts of records.
namespace bizrec::builder {

/// The longest e-mail address around the "@" at `at`, without punctuation that ends a sentence. "" if there is none.
std::string_view address_at(std::string_view text, std::size_t at) noexcept;

/// The telephone number before an extension: "(512) 555-0100 ext. 12" without " ext. 12". The whole text if it does not
/// end with an extension, or if the text before the extension is not may_be_phone().
std::string_view without_extension(std::string_view text) noexcept;

/// Whether the whole text may be a telephone number: at most 40 bytes, with 7 to 15 digits and the usual separators.
bool may_be_phone(std::string_view text) noexcept;

/// Whether the text says itself that it is a telephone number, by beginning with "+", "(" or "tel:". Then the name of
/// the record's field does not matter. Call it only for a text that may_be_phone().
bool is_written_as_phone(std::string_view text) noexcept;

struct NameParts {
    std::string_view first, last;
};
/// Splits "Jane M. Doe" and "Doe, Jane M.". Both parts are empty if the name has only one word and no comma.
NameParts split_name(std::string_view full) noexcept;

}  // namespace bizrec::builder

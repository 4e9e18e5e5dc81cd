#pragma once

#include <string_view>

namespace bizrec::builder {

/// alpha-2 of the country whose calling code a telephone number begins with: "+49 30 …", "tel:+1 (416) …" (ITU-T E.164;
/// the countries of +1 by their area codes). "" for a number without a plus sign before its first digit, because each
/// country has its own dialling rules; for a number of fewer than seven digits; and for codes that belong to no country
/// (freephone, satellites). The text is static.
std::string_view country_of_telephone(std::string_view number) noexcept;

}  // namespace bizrec::builder

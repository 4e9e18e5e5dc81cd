#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace bizrec::builder {

/// The gettext catalogues ("fr", "pt_BR", "zh_TW") of the official languages of a country, in this order: the languages
/// in our table of countries with several languages, the likely language by Unicode CLDR (ICU's likely subtags),
/// English. Some of these catalogues may be missing on the machine.
std::vector<std::string> catalog_languages(std::string_view alpha2);

}  // namespace bizrec::builder

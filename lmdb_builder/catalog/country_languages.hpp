#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace bizrec::builder {

/// The gettext catalogues ("fr", "pt_BR", "zh_TW") whose language is spoken officially in a country: the likely one by
/// Unicode CLDR (ICU's likely subtags), our table for countries of several languages, and English always, last.
/// Catalogues that the machine lacks may be among them.
std::vector<std::string> catalog_languages(std::string_view alpha2);

}  // namespace bizrec::builder

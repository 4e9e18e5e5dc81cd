#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace bizrec::builder {

/// The names that one entry of iso-codes contains, without the entry itself. "Catalunya [Cataluña]" contains both.
/// "Asturias, Principado de" also contains "Principado de Asturias" and "Asturias". "Ilocos (Region I)" also contains
/// "Ilocos" and "Region I".
std::vector<std::string> name_variants(std::string_view entry);

/// The code that ends the text in brackets: "Stockholms län [SE-01]" has "SE-01", "Wales [Cymru GB-CYM]" has "GB-CYM".
/// Empty if there is none.
std::vector<std::string> bracketed_codes(std::string_view entry);

}  // namespace bizrec::builder

#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace bizrec::builder {

/// The names that one entry of iso-codes holds. "Catalunya [Cataluña]" has both; "Asturias, Principado de" also
/// "Principado de Asturias" and "Asturias"; "Ilocos (Region I)" also "Ilocos" and "Region I". Without the entry itself.
std::vector<std::string> name_variants(std::string_view entry);

/// Codes that stand in brackets: "Stockholms län [SE-01]" has "SE-01", "Wales [Cymru GB-CYM]" has "GB-CYM".
std::vector<std::string> bracketed_codes(std::string_view entry);

}  // namespace bizrec::builder

#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "lmdb_builder/catalog/iso_codes.hpp"
#include "lmdb_builder/catalog/message_catalog.hpp"

namespace bizrec::builder {

/// gettext catalogues by language ("fr", "pt_BR").
using MessageCatalogs = std::unordered_map<std::string, MessageCatalog>;

/// Our alias file: an ISO 3166-2 code and names, parted by "|", that iso-codes lacks.
struct StateAliases {
    const char* code;
    const char* names;
};
const std::vector<StateAliases>& state_aliases();

/// The names and codes of the subdivisions of one country, folded (place::fold_state).
///
/// A form that several subdivisions claim goes to the strongest claim: a code before a name, a name or alias before a
/// translation, that before a part of a name, that before a name without its unit word; then a subdivision of the top
/// level before one with a parent; then the smallest code. A subdivision that is the only part of its parent covers the
/// same ground (Madrid the province, Madrid the community): its forms are the parent's.
class StateNames {
public:
    /// The subdivisions of one country, in the order of their codes.
    StateNames(const std::vector<IsoSubdivision>& subdivisions, const MessageCatalogs& catalogs);

    /// ISO 3166-2 code of the subdivision that `form` names; "" where none does.
    std::string_view code_of(const std::string& form) const;

    /// All forms of the subdivision, sorted; none for a code that no form leads to.
    std::vector<std::string> forms_of(std::string_view code) const;

    /// The subdivision's names as they are written, and its code without the country where that is of letters alone
    /// ("California", "CA"); those that belong to another subdivision by the rule above are left out.
    std::vector<std::string> names_of(std::string_view code) const;

private:
    void drop_foreign_names();

    std::unordered_map<std::string, std::string> code_by_form_;
    std::unordered_map<std::string, std::vector<std::string>> forms_by_code_, names_by_code_;
};

}  // namespace bizrec::builder

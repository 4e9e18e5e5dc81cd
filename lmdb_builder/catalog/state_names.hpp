#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "lmdb_builder/catalog/iso_codes.hpp"
#include "lmdb_builder/catalog/message_catalog.hpp"

namespace bizrec::builder {

/// How strongly a folded form stands for a subdivision. Smaller is stronger.
enum class ClaimStrength : std::uint8_t {
    full_code,
    code,
    name,
    translation,
    part_of_name,
    without_unit,
    short_number
};

/// Decides which subdivision a folded form names: the strongest claim wins, in any order of the claims.
class StateClaims {
public:
    /// Claims `form` for the subdivision `code`. `is_part`: this subdivision lies in another one.
    void offer(const std::string& form, ClaimStrength strength, bool is_part, const std::string& code);

    struct Claim {
        ClaimStrength strength;
        bool is_part;
        std::string code;
    };
    const std::unordered_map<std::string, Claim>& winners() const noexcept { return winners_; }

private:
    std::unordered_map<std::string, Claim> winners_;
};

/// gettext catalogues by language ("fr", "pt_BR").
using MessageCatalogs = std::unordered_map<std::string, MessageCatalog>;

/// An entry of our alias files (data/state_aliases_*.inc): an ISO 3166-2 code, and names that iso-codes lacks,
/// separated by "|".
struct StateAliases {
    const char* code;
    const char* names;
};
const std::vector<StateAliases>& state_aliases();

/// The names and codes of the subdivisions of one country, folded (place::fold_state).
///
/// If several subdivisions claim a form, the strongest claim gets it. The order is: a code, a name or alias, a
/// translation, a part of a name, a name without its unit word, a code without its leading zeros. Among equal claims, a
/// subdivision of the top level has precedence over one with a parent, then the smallest code. A subdivision that is
/// the only part of its parent covers the same area (Madrid the province, Madrid the community), so its forms belong to
/// the parent.
class StateNames {
public:
    /// The subdivisions of one country, in the order of their codes.
    StateNames(const std::vector<IsoSubdivision>& subdivisions, const MessageCatalogs& catalogs);

    /// ISO 3166-2 code of the subdivision that `form` names; "" if there is none.
    std::string_view code_of(const std::string& form) const;

    /// All forms of the subdivision, sorted. Empty if no form leads to the code.
    std::vector<std::string> forms_of(std::string_view code) const;

    /// The subdivision's names as they are written, and its code without the country if that consists of letters
    /// ("California", "CA"). Names for which another subdivision has the strongest claim are omitted.
    std::vector<std::string> names_of(std::string_view code) const;

private:
    void drop_foreign_names();

    std::unordered_map<std::string, std::string> code_by_form_;
    std::unordered_map<std::string, std::vector<std::string>> forms_by_code_, names_by_code_;
};

}  // namespace bizrec::builder

#include "lmdb_builder/catalog/state_names.hpp"

#include <algorithm>
#include <tuple>

#include "bizrec/base/ascii.hpp"
#include "bizrec/base/sort_unique.hpp"
#include "bizrec/place/folded_names.hpp"
#include "lmdb_builder/catalog/country_languages.hpp"
#include "lmdb_builder/catalog/name_variants.hpp"

namespace bizrec::builder {

void StateClaims::offer(const std::string& form, ClaimStrength strength, bool is_part, const std::string& code) {
    if (form.empty()) {
        return;
    }
    Claim claim{strength, is_part, code};
    const auto [holder, fresh] = winners_.emplace(form, claim);
    const auto rank = [](const Claim& c) { return std::tie(c.strength, c.is_part, c.code); };
    if (!fresh && rank(claim) < rank(holder->second)) {
        holder->second = std::move(claim);
    }
}

namespace {

/// Offers the codes and names of one subdivision to `claims`. Collects those that people write, as they are written, in
/// `names`.
class Claimant {
public:
    Claimant(StateClaims& claims, std::string code, bool is_part, std::vector<std::string>& names)
        : claims_(claims), code_(std::move(code)), is_part_(is_part), names_(names) {}

    /// Offers a code such as "ES-MD" with and without its country, and without leading zeros, because spreadsheets
    /// remove the zeros of "01".
    void offer_code(const std::string& full) {
        const std::string bare = full.substr(3);
        offer(full, ClaimStrength::full_code);
        offer(bare, ClaimStrength::code);
        if (std::all_of(bare.begin(), bare.end(), is_upper)) {
            names_.push_back(bare);
        }
        const std::size_t digit = bare.find_first_not_of('0');
        if (digit != std::string::npos && digit > 0) {
            offer(bare.substr(digit), ClaimStrength::short_number);
        }
    }

    void offer_name(const std::string& name, ClaimStrength strength) {
        offer(name, strength);
        names_.push_back(name);
        for (const std::string& part : name_variants(name)) {
            offer(part, ClaimStrength::part_of_name);
            offer_without_unit(part);
        }
        offer_without_unit(name);
    }

private:
    void offer(const std::string& text, ClaimStrength strength) {
        place::fold_state(text, folded_);
        claims_.offer(folded_, strength, is_part_, code_);
    }

    void offer_without_unit(const std::string& name) {
        place::fold_state_without_unit(name, folded_);
        claims_.offer(folded_, ClaimStrength::without_unit, is_part_, code_);
    }

    StateClaims& claims_;
    std::string code_;
    bool is_part_;
    std::vector<std::string>& names_;
    std::string folded_;
};

/// The names in our alias files, by the code of their subdivision.
const std::unordered_map<std::string, std::vector<std::string>>& aliases_by_code() {
    static const auto instance = [] {
        std::unordered_map<std::string, std::vector<std::string>> aliases;
        for (const StateAliases& entry : state_aliases()) {
            std::string_view rest = entry.names;
            for (std::size_t bar = 0; bar != std::string_view::npos; rest.remove_prefix(bar + 1)) {
                bar = rest.find('|');
                aliases[entry.code].emplace_back(rest.substr(0, bar));
                if (bar == std::string_view::npos) {
                    break;
                }
            }
        }
        return aliases;
    }();
    return instance;
}

/// Maps the only part of a parent to that parent.
std::unordered_map<std::string, std::string> parents_of_single_parts(const std::vector<IsoSubdivision>& subdivisions) {
    std::unordered_map<std::string, std::vector<std::string>> parts;
    for (const IsoSubdivision& subdivision : subdivisions) {
        if (!subdivision.parent.empty()) {
            parts[subdivision.parent].push_back(subdivision.code);
        }
    }
    std::unordered_map<std::string, std::string> parents;
    for (const IsoSubdivision& subdivision : subdivisions) {
        const auto found = parts.find(subdivision.code);
        if (found != parts.end() && found->second.size() == 1) {
            parents.emplace(found->second.front(), subdivision.code);
        }
    }
    return parents;
}

void offer_names(const IsoSubdivision& subdivision, const std::vector<std::string>& languages,
                 const MessageCatalogs& catalogs, Claimant& claimant) {
    claimant.offer_name(subdivision.name, ClaimStrength::name);
    for (const std::string& language : languages) {
        const auto catalog = catalogs.find(language);
        if (catalog == catalogs.end()) {
            continue;
        }
        const std::string_view translation = catalog->second.translate(subdivision.name);
        if (!translation.empty()) {
            claimant.offer_name(std::string(translation), ClaimStrength::translation);
        }
    }
    const auto aliases = aliases_by_code().find(subdivision.code);
    if (aliases != aliases_by_code().end()) {
        for (const std::string& alias : aliases->second) {
            claimant.offer_name(alias, ClaimStrength::name);
        }
    }
}

}  // namespace

const std::vector<StateAliases>& state_aliases() {
    static const std::vector<StateAliases> aliases = {
#include "lmdb_builder/catalog/data/state_aliases_america.inc"
#include "lmdb_builder/catalog/data/state_aliases_asia_africa_oceania.inc"
#include "lmdb_builder/catalog/data/state_aliases_europe.inc"
    };
    return aliases;
}

StateNames::StateNames(const std::vector<IsoSubdivision>& subdivisions, const MessageCatalogs& catalogs) {
    if (subdivisions.empty()) {
        return;
    }
    const std::vector<std::string> languages = catalog_languages(subdivisions.front().alpha2());
    const auto parents = parents_of_single_parts(subdivisions);
    StateClaims claims;
    for (const IsoSubdivision& subdivision : subdivisions) {
        const auto parent = parents.find(subdivision.code);
        const bool is_whole = parent != parents.end();
        const std::string& code = is_whole ? parent->second : subdivision.code;
        Claimant claimant(claims, code, !is_whole && !subdivision.parent.empty(), names_by_code_[code]);
        claimant.offer_code(subdivision.code);
        for (const std::string& other : bracketed_codes(subdivision.name)) {
            claimant.offer_code(other);
        }
        offer_names(subdivision, languages, catalogs, claimant);
    }
    for (const auto& [form, claim] : claims.winners()) {
        code_by_form_.emplace(form, claim.code);
        forms_by_code_[claim.code].push_back(form);
    }
    for (auto& [code, forms] : forms_by_code_) {
        std::sort(forms.begin(), forms.end());
    }
    drop_foreign_names();
}

void StateNames::drop_foreign_names() {
    std::string form;
    for (auto& entry : names_by_code_) {
        const std::string& code = entry.first;
        std::vector<std::string>& names = entry.second;
        sort_unique(names);
        const auto is_foreign = [&](const std::string& name) {
            place::fold_state(name, form);
            return code_of(form) != code;
        };
        names.erase(std::remove_if(names.begin(), names.end(), is_foreign), names.end());
    }
}

std::string_view StateNames::code_of(const std::string& form) const {
    const auto found = code_by_form_.find(form);
    return found == code_by_form_.end() ? std::string_view() : std::string_view(found->second);
}

std::vector<std::string> StateNames::names_of(std::string_view code) const {
    const auto found = names_by_code_.find(std::string(code));
    return found == names_by_code_.end() ? std::vector<std::string>() : found->second;
}

std::vector<std::string> StateNames::forms_of(std::string_view code) const {
    const auto found = forms_by_code_.find(std::string(code));
    return found == forms_by_code_.end() ? std::vector<std::string>() : found->second;
}

}  // namespace bizrec::builder

#include "lmdb_builder/catalog/place_catalog.hpp"

#include <algorithm>
#include <map>

#include "bizrec/place/folded_names.hpp"
#include "lmdb_builder/catalog/catalog_digest.hpp"
#include "lmdb_builder/catalog/country_languages.hpp"
#include "lmdb_builder/catalog/country_names.hpp"
#include "lmdb_builder/catalog/iso_codes.hpp"
#include "lmdb_builder/catalog/message_catalog.hpp"
#include "lmdb_builder/catalog/state_names.hpp"
#include "lmdb_builder/system/whole_file.hpp"

namespace bizrec::builder {

struct PlaceCatalog::State {
    CountryNames countries;
    std::vector<std::pair<std::string, std::string>> country_list;
    std::unordered_map<std::string, StateNames> states;                       ///< by alpha-2
    std::unordered_map<std::string, std::vector<std::string>> english_names;  ///< by alpha-2
    std::string digest;
};

namespace {

constexpr char unknown_state = '~';

using SubdivisionsByCountry = std::map<std::string, std::vector<IsoSubdivision>>;

SubdivisionsByCountry by_country(const std::vector<IsoSubdivision>& subdivisions) {
    SubdivisionsByCountry countries;
    for (const IsoSubdivision& subdivision : subdivisions) {
        countries[subdivision.alpha2()].push_back(subdivision);
    }
    return countries;
}

/// Adds the catalogue of `language` if the machine has it. Fails only if the file exists but is broken.
Status load_language(const std::string& locale_dir, const std::string& language, MessageCatalogs& catalogs) {
    if (catalogs.count(language) != 0) {
        return ok();
    }
    const std::string path = locale_dir + "/" + language + "/LC_MESSAGES/iso_3166-2.mo";
    std::string bytes;
    if (!read_whole_file(path, bytes)) {
        return ok();
    }
    Result<MessageCatalog> catalog = MessageCatalog::parse(bytes);
    if (!catalog) {
        return Error{path + " " + catalog.error().message + "; reinstall Debian's package iso-codes"};
    }
    catalogs.emplace(language, std::move(catalog).value());
    return ok();
}

Result<MessageCatalogs> load_languages(const std::string& locale_dir, const SubdivisionsByCountry& countries) {
    MessageCatalogs catalogs;
    for (const auto& country : countries) {
        for (const std::string& language : catalog_languages(country.first)) {
            const Status loaded = load_language(locale_dir, language, catalogs);
            if (!loaded) {
                return loaded.error();
            }
        }
    }
    return catalogs;
}

}  // namespace

PlaceCatalog::PlaceCatalog(std::unique_ptr<State> state) noexcept : state_(std::move(state)) {}
PlaceCatalog::PlaceCatalog(PlaceCatalog&&) noexcept = default;
PlaceCatalog& PlaceCatalog::operator=(PlaceCatalog&&) noexcept = default;
PlaceCatalog::~PlaceCatalog() = default;

Result<PlaceCatalog> PlaceCatalog::load(const std::string& iso_codes_dir, const std::string& locale_dir) {
    const auto countries = read_countries(iso_codes_dir);
    if (!countries) {
        return countries.error();
    }
    const auto subdivisions = read_subdivisions(iso_codes_dir);
    if (!subdivisions) {
        return subdivisions.error();
    }
    const SubdivisionsByCountry parts = by_country(subdivisions.value());
    const auto catalogs = load_languages(locale_dir, parts);
    if (!catalogs) {
        return catalogs.error();
    }
    auto state = std::make_unique<State>();
    state->countries = collect_country_names(countries.value());
    state->country_list.assign(state->countries.begin(), state->countries.end());
    std::sort(state->country_list.begin(), state->country_list.end());
    for (const auto& [alpha2, list] : parts) {
        state->states.emplace(alpha2, StateNames(list, catalogs.value()));
    }
    state->digest = catalog_digest(countries.value(), subdivisions.value(), catalogs.value());
    PlaceCatalog catalog(std::move(state));
    catalog.name_countries(countries.value());
    return catalog;
}

void PlaceCatalog::name_countries(const std::vector<IsoCountry>& countries) {
    for (const IsoCountry& country : countries) {
        state_->english_names[country.alpha2] = written_country_names(country);
    }
    for (const CountryAlias& alias : country_aliases()) {
        const bool is_part = canonical_state(alias.alpha2, alias.name).front() != unknown_state;
        if (!is_part && is_written_alias(alias.name)) {
            state_->english_names[alias.alpha2].emplace_back(alias.name);
        }
    }
}

const std::string& PlaceCatalog::digest() const noexcept {
    return state_->digest;
}

std::string_view PlaceCatalog::country(std::string_view text) const {
    std::string form;
    place::fold_country(text, form);
    const auto found = state_->countries.find(form);
    return found == state_->countries.end() ? std::string_view() : std::string_view(found->second);
}

const std::vector<std::pair<std::string, std::string>>& PlaceCatalog::country_names() const noexcept {
    return state_->country_list;
}

std::string PlaceCatalog::canonical_state(std::string_view alpha2, std::string_view text) const {
    std::string as_given;
    std::string bare;
    place::fold_state(text, as_given);
    if (as_given.empty()) {
        return {};
    }
    place::fold_state_without_unit(text, bare);
    const auto names = state_->states.find(std::string(alpha2));
    if (names != state_->states.end()) {
        for (const std::string* form : {&as_given, &bare}) {
            const std::string_view code = names->second.code_of(*form);
            if (!code.empty()) {
                return std::string(code);
            }
        }
    }
    return unknown_state + bare;
}

std::vector<std::string> PlaceCatalog::names_of_country(std::string_view alpha2) const {
    const auto found = state_->english_names.find(std::string(alpha2));
    return found == state_->english_names.end() ? std::vector<std::string>() : found->second;
}

std::vector<std::string> PlaceCatalog::state_names(std::string_view alpha2, std::string_view canonical) const {
    const auto names = state_->states.find(std::string(alpha2));
    return names == state_->states.end() ? std::vector<std::string>() : names->second.names_of(canonical);
}

std::vector<std::string> PlaceCatalog::state_forms(std::string_view alpha2, std::string_view canonical) const {
    if (canonical.empty()) {
        return {};
    }
    if (canonical.front() == unknown_state) {
        return {std::string(canonical.substr(1))};
    }
    const auto names = state_->states.find(std::string(alpha2));
    return names == state_->states.end() ? std::vector<std::string>() : names->second.forms_of(canonical);
}

}  // namespace bizrec::builder

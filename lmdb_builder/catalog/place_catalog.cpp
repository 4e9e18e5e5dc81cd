#include "lmdb_builder/catalog/place_catalog.hpp"

#include <cstddef>
#include <mutex>
#include <set>
#include <utility>

#include "bizrec/place/folded_names.hpp"
#include "lmdb_builder/catalog/catalog_digest.hpp"
#include "lmdb_builder/catalog/country_languages.hpp"
#include "lmdb_builder/catalog/country_names.hpp"
#include "lmdb_builder/catalog/iso_codes.hpp"
#include "lmdb_builder/catalog/message_catalog.hpp"
#include "lmdb_builder/catalog/state_names.hpp"
#include "lmdb_builder/system/whole_file.hpp"

namespace bizrec::builder {

/// The names of a country and of its parts. They are made when the first record of the country asks for them: most
/// inputs have few of all countries.
struct PlaceCatalog::Country {
    std::size_t begin = 0, end = 0;  ///< its subdivisions in State::iso_subdivisions
    std::vector<std::string> english_names;
    std::unique_ptr<StateNames> states;
    std::once_flag once;
};

struct PlaceCatalog::State {
    CountryNames countries;
    std::vector<IsoCountry> iso_countries;
    std::vector<IsoSubdivision> iso_subdivisions;  ///< in the order of their codes
    MessageCatalogs catalogs;
    std::unordered_map<std::string, Country> by_alpha2;
};

namespace {

constexpr char unknown_state = '~';

/// Adds the catalogue of `language` if the machine has it. Fails only if the file exists but is broken.
Status load_language(const std::string& locale_dir, const std::string& language, MessageCatalogs& catalogs) {
    const std::string path = locale_dir + "/" + language + "/LC_MESSAGES/iso_3166-2.mo";
    std::string bytes;
    if (!read_whole_file(path, bytes)) {
        return ok();
    }
    Result<MessageCatalog> catalog = MessageCatalog::parse(std::move(bytes));
    if (!catalog) {
        return Error{path + " " + catalog.error().message + "; reinstall Debian's package iso-codes"};
    }
    catalogs.emplace(language, std::move(catalog).value());
    return ok();
}

Result<MessageCatalogs> load_languages(const std::string& locale_dir, const std::vector<IsoSubdivision>& subdivisions) {
    std::set<std::string> languages;
    std::string alpha2;
    for (const IsoSubdivision& subdivision : subdivisions) {
        if (subdivision.alpha2() != alpha2) {
            alpha2 = subdivision.alpha2();
            const std::vector<std::string> spoken = catalog_languages(alpha2);
            languages.insert(spoken.begin(), spoken.end());
        }
    }
    MessageCatalogs catalogs;
    for (const std::string& language : languages) {
        if (const Status loaded = load_language(locale_dir, language, catalogs); !loaded) {
            return loaded.error();
        }
    }
    return catalogs;
}

/// PlaceCatalog::canonical_state() of a country with these states.
std::string canonical_among(const StateNames* states, std::string_view text) {
    std::string as_given;
    std::string bare;
    place::fold_state(text, as_given);
    if (as_given.empty()) {
        return {};
    }
    place::fold_state_without_unit(text, bare);
    if (states != nullptr) {
        for (const std::string* form : {&as_given, &bare}) {
            const std::string_view code = states->code_of(*form);
            if (!code.empty()) {
                return std::string(code);
            }
        }
    }
    return unknown_state + bare;
}

std::vector<std::string> english_names(std::string_view alpha2, const std::vector<IsoCountry>& countries,
                                       const StateNames& states) {
    std::vector<std::string> names;
    for (const IsoCountry& country : countries) {
        if (country.alpha2 == alpha2) {
            names = written_country_names(country);
        }
    }
    for (const CountryAlias& alias : country_aliases()) {
        if (alias.alpha2 == alpha2 && canonical_among(&states, alias.name).front() == unknown_state &&
            is_written_alias(alias.name)) {
            names.emplace_back(alias.name);
        }
    }
    return names;
}

}  // namespace

PlaceCatalog::PlaceCatalog(std::unique_ptr<State> state) noexcept : state_(std::move(state)) {}
PlaceCatalog::PlaceCatalog(PlaceCatalog&&) noexcept = default;
PlaceCatalog& PlaceCatalog::operator=(PlaceCatalog&&) noexcept = default;
PlaceCatalog::~PlaceCatalog() = default;

Result<PlaceCatalog> PlaceCatalog::load(const std::string& iso_codes_dir, const std::string& locale_dir) {
    auto countries = read_countries(iso_codes_dir);
    if (!countries) {
        return countries.error();
    }
    auto subdivisions = read_subdivisions(iso_codes_dir);
    if (!subdivisions) {
        return subdivisions.error();
    }
    auto catalogs = load_languages(locale_dir, subdivisions.value());
    if (!catalogs) {
        return catalogs.error();
    }
    auto state = std::make_unique<State>();
    state->countries = collect_country_names(countries.value());
    state->iso_countries = std::move(countries).value();
    state->iso_subdivisions = std::move(subdivisions).value();
    state->catalogs = std::move(catalogs).value();
    for (const auto& [name, alpha2] : state->countries) {
        state->by_alpha2[alpha2];
    }
    for (std::size_t i = 0; i < state->iso_subdivisions.size(); ++i) {
        Country& country = state->by_alpha2[state->iso_subdivisions[i].alpha2()];
        country.begin = country.end == 0 ? i : country.begin;
        country.end = i + 1;
    }
    return PlaceCatalog(std::move(state));
}

const PlaceCatalog::Country* PlaceCatalog::country_of(std::string_view alpha2) const {
    const auto found = state_->by_alpha2.find(std::string(alpha2));
    if (found == state_->by_alpha2.end()) {
        return nullptr;
    }
    Country& country = found->second;
    std::call_once(country.once, [&] {
        const auto all = state_->iso_subdivisions.begin();
        const std::vector<IsoSubdivision> own(all + static_cast<std::ptrdiff_t>(country.begin),
                                              all + static_cast<std::ptrdiff_t>(country.end));
        country.states = std::make_unique<StateNames>(own, state_->catalogs);
        country.english_names = english_names(alpha2, state_->iso_countries, *country.states);
    });
    return &country;
}

std::string PlaceCatalog::digest() const {
    return catalog_digest(state_->iso_countries, state_->iso_subdivisions, state_->catalogs);
}

std::string_view PlaceCatalog::country(std::string_view text) const {
    std::string form;
    place::fold_country(text, form);
    const auto found = state_->countries.find(form);
    return found == state_->countries.end() ? std::string_view() : std::string_view(found->second);
}

const std::unordered_map<std::string, std::string>& PlaceCatalog::country_names() const noexcept {
    return state_->countries;
}

std::string PlaceCatalog::canonical_state(std::string_view alpha2, std::string_view text) const {
    const Country* country = country_of(alpha2);
    return canonical_among(country == nullptr ? nullptr : country->states.get(), text);
}

std::vector<std::string> PlaceCatalog::names_of_country(std::string_view alpha2) const {
    const Country* country = country_of(alpha2);
    return country == nullptr ? std::vector<std::string>() : country->english_names;
}

std::vector<std::string> PlaceCatalog::state_names(std::string_view alpha2, std::string_view canonical) const {
    const Country* country = country_of(alpha2);
    return country == nullptr ? std::vector<std::string>() : country->states->names_of(canonical);
}

std::vector<std::string> PlaceCatalog::state_forms(std::string_view alpha2, std::string_view canonical) const {
    if (canonical.empty()) {
        return {};
    }
    if (canonical.front() == unknown_state) {
        return {std::string(canonical.substr(1))};
    }
    const Country* country = country_of(alpha2);
    return country == nullptr ? std::vector<std::string>() : country->states->forms_of(canonical);
}

}  // namespace bizrec::builder

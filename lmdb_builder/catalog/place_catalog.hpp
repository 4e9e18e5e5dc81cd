#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "bizrec/base/result.hpp"

namespace bizrec::builder {

/// Countries and their subdivisions with all their names. Sources: Debian's iso-codes (ISO 3166-1 and 3166-2, JSON, and
/// its gettext catalogues for the country's own languages) and our alias files. Only the builder uses it: the index's
/// place dictionary receives its content. Thread-safe after loading.
class PlaceCatalog {
public:
    /// `iso_codes_dir`: normally "/usr/share/iso-codes/json". `locale_dir`: normally "/usr/share/locale"; without
    /// catalogues there only the translated names are missing. Errors name the file and the package to install.
    static Result<PlaceCatalog> load(const std::string& iso_codes_dir = "/usr/share/iso-codes/json",
                                     const std::string& locale_dir = "/usr/share/locale");
    PlaceCatalog(PlaceCatalog&&) noexcept;
    PlaceCatalog& operator=(PlaceCatalog&&) noexcept;
    ~PlaceCatalog();

    /// alpha-2 of a code or English name in any case; "" for an unknown one.
    std::string_view country(std::string_view text) const;

    /// Every (folded name or code, alpha-2): the countries of the place dictionary.
    const std::unordered_map<std::string, std::string>& country_names() const noexcept;

    /// The state's identity: equal for two texts that name the same state. It is an ISO 3166-2 code ("US-CA") if the
    /// text is a code or a name of a known subdivision of the country, in English or in the country's own languages,
    /// with or without the word for the unit. A subdivision that is the only part of another one has the other's code.
    /// For any other text the identity is "~" and the folded text without the word for the unit. "" for a text without
    /// letters or digits.
    std::string canonical_state(std::string_view alpha2, std::string_view text) const;

    /// All folded forms (place::fold_state) for which canonical_state() returns this identity; the dictionary stores
    /// them. For "~text": only that text. A look-up in the dictionary tries place::fold_state(), then
    /// place::fold_state_without_unit(), and so finds everything that canonical_state() would find.
    std::vector<std::string> state_forms(std::string_view alpha2, std::string_view canonical) const;

    /// The texts that people write for a state that canonical_state() knows, for full-text search: its names in English
    /// and in the country's own languages, and its code if that consists of letters ("New York", "NY"). Empty for
    /// "~text".
    std::vector<std::string> state_names(std::string_view alpha2, std::string_view canonical) const;

    /// The texts that people write in English for a country: "United States", "USA". Codes of two letters except "UK"
    /// are excluded, because they are words ("IT", "NO", "IN"). Names of the country's parts ("Wales") are excluded as
    /// well.
    std::vector<std::string> names_of_country(std::string_view alpha2) const;

    /// Hexadecimal XXH3-128 of all data that load() read from the machine. Catalogues with the same digest are equal.
    std::string digest() const;

private:
    struct Country;
    struct State;
    const Country* country_of(std::string_view alpha2) const;
    explicit PlaceCatalog(std::unique_ptr<State> state) noexcept;
    std::unique_ptr<State> state_;
};

}  // namespace bizrec::builder

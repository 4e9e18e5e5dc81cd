#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "bizrec/base/result.hpp"

namespace bizrec::builder {

/// Countries and their subdivisions with all their names, from Debian's iso-codes (ISO 3166-1 and 3166-2, JSON, and its
/// gettext catalogues for the country's own languages) and our alias file. Only the builder needs it: what it knows
/// goes into the index's place dictionary. Immutable and thread-safe once loaded.
class PlaceCatalog {
public:
    /// `iso_codes_dir`: normally "/usr/share/iso-codes/json"; `locale_dir`: normally "/usr/share/locale" (missing
    /// catalogues only cost the translated names). Errors name the file and the package to install.
    static Result<PlaceCatalog> load(const std::string& iso_codes_dir = "/usr/share/iso-codes/json",
                                     const std::string& locale_dir = "/usr/share/locale");
    PlaceCatalog(PlaceCatalog&&) noexcept;
    PlaceCatalog& operator=(PlaceCatalog&&) noexcept;
    ~PlaceCatalog();

    /// alpha-2 of a code or English name, any case; "" for an unknown one.
    std::string_view country(std::string_view text) const;

    /// Every (folded name or code, alpha-2): the countries of the place dictionary.
    const std::vector<std::pair<std::string, std::string>>& country_names() const noexcept;

    /// The state's identity: equal for two texts that name one state. An ISO 3166-2 code ("US-CA") where the text names
    /// a known subdivision of the country by code, name, own-language name, with or without the word for the unit (of a
    /// subdivision that is the only part of another, the code of the other); else "~" and the folded text without the
    /// word for the unit; "" for text without letters or digits.
    std::string canonical_state(std::string_view alpha2, std::string_view text) const;

    /// All folded forms (place::fold_state) under which canonical_state() gives this identity: what the dictionary
    /// holds. For "~text": that text alone. Whoever looks a state up tries place::fold_state(), then
    /// place::fold_state_without_unit(); that finds whatever canonical_state() would.
    std::vector<std::string> state_forms(std::string_view alpha2, std::string_view canonical) const;

    /// What people write for a state that canonical_state() knows, for full-text search: its names in English and in
    /// the country's own languages and its code, as far as that is of letters ("New York", "NY"); none for "~text".
    std::vector<std::string> state_names(std::string_view alpha2, std::string_view canonical) const;

    /// What people write in English for a country: "United States", "USA". Codes of two letters are not among them, but
    /// for "UK": they are words ("IT", "NO", "IN"); names of its parts ("Wales") are not either.
    std::vector<std::string> names_of_country(std::string_view alpha2) const;

    /// Hexadecimal XXH3-128 of all that load() took from the machine: two catalogues with one digest know the same.
    const std::string& digest() const noexcept;

private:
    struct State;
    void name_countries(const std::vector<struct IsoCountry>& countries);
    explicit PlaceCatalog(std::unique_ptr<State> state) noexcept;
    std::unique_ptr<State> state_;
};

}  // namespace bizrec::builder

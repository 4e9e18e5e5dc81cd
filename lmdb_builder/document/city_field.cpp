#include "lmdb_builder/document/city_field.hpp"

#include <algorithm>
#include <string>

#include "bizrec/base/ascii.hpp"
#include "bizrec/place/folded_names.hpp"

namespace bizrec::builder {
namespace {

/// PlaceCatalog::canonical_state() begins with this if it does not know the state.
constexpr char unknown_state = '~';

std::string known_state(const PlaceCatalog& catalog, std::string_view country, std::string_view text) {
    std::string state = catalog.canonical_state(country, text);
    return state.empty() || state.front() == unknown_state ? std::string() : state;
}

bool is_country(const PlaceCatalog& catalog, std::string_view country, std::string_view text) {
    return catalog.country(text) == country;
}

/// Whether each part of `rest` between commas is empty, the country, or a state, and all states are the same. `state`:
/// the state that they must be; if it is "", it becomes the state that is found.
bool are_state_and_country(const PlaceCatalog& catalog, std::string_view country, std::string_view rest,
                           std::string& state) {
    while (!rest.empty()) {
        const std::string_view part = rest.substr(0, rest.find(','));
        rest.remove_prefix(std::min(part.size() + 1, rest.size()));
        const std::string_view text = trim_blanks(part);
        if (text.empty()) {
            continue;
        }
        const std::string found = known_state(catalog, country, text);
        if (!found.empty() && (state.empty() || state == found)) {
            state = found;
        } else if (!is_country(catalog, country, text)) {
            return false;
        }
    }
    return true;
}

}  // namespace

void read_city_field(const PlaceCatalog& catalog, std::string_view field, DocumentPlace& place) {
    const std::size_t comma = field.find(',');
    std::string state = place.state;
    if (comma != std::string_view::npos && !place.country.empty() &&
        are_state_and_country(catalog, place.country, field.substr(comma + 1), state)) {
        place::fold_city(field.substr(0, comma), place.city);
        if (!place.city.empty()) {
            place.state = state;
            return;
        }
    }
    place::fold_city(field, place.city);
}

}  // namespace bizrec::builder

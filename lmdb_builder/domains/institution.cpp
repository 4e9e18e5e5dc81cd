#include "lmdb_builder/domains/shared_domains.hpp"

#include <algorithm>
#include <cstddef>
#include <iterator>

namespace bizrec::builder {
namespace {

constexpr std::string_view registries[] = {"edu", "gov", "mil"};
/// These count only before the label of a country ("ox.ac.uk"): ".ac" alone is the domain of an island.
constexpr std::string_view of_countries[] = {"ac", "gc", "go", "gob", "gouv", "govt", "gub", "nhs"};

template <std::size_t size>
bool is_among(const std::string_view (&all)[size], std::string_view one) noexcept {
    return std::find(std::begin(all), std::end(all), one) != std::end(all);
}

}  // namespace

bool is_institution(std::string_view domain) noexcept {
    constexpr std::size_t of_state = 2;
    constexpr std::size_t of_country = 2;
    const std::size_t dot = domain.find('.');
    if (dot == std::string_view::npos) {
        return false;
    }
    const std::string_view ending = domain.substr(dot + 1);
    const std::size_t end = ending.find('.');
    const std::string_view registry = ending.substr(0, end);
    if (end == std::string_view::npos) {
        return is_among(registries, registry) && !(registry == "gov" && dot <= of_state);
    }
    return ending.size() == end + 1 + of_country &&
           (is_among(registries, registry) || is_among(of_countries, registry));
}

}  // namespace bizrec::builder

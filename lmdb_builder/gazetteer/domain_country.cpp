#include "lmdb_builder/gazetteer/domain_country.hpp"

#include <algorithm>
#include <array>

#include "bizrec/base/ascii.hpp"

namespace bizrec::builder {
namespace {

/// Country domains that are sold worldwide because of the meaning of their letters. Sorted.
constexpr std::array<std::string_view, 36> worldwide_domains = {
    "ac", "ag", "ai", "am", "as", "bz", "cc", "cd", "cf", "co", "cx", "dj", "fm", "ga", "gg", "gl", "gq", "im",
    "io", "is", "la", "li", "ly", "me", "ml", "ms", "mu", "nu", "pw", "sc", "sh", "st", "tk", "to", "tv", "ws"};

}  // namespace

std::string country_of_domain(std::string_view domain, const PlaceCatalog& catalog) {
    const std::size_t dot = domain.rfind('.');
    if (dot == std::string_view::npos || domain.size() - dot != 3 || domain.find(':') != std::string_view::npos) {
        return {};
    }
    const std::string_view label = domain.substr(dot + 1);
    if (std::binary_search(worldwide_domains.begin(), worldwide_domains.end(), label)) {
        return {};
    }
    if (label == "uk") {
        return "GB";
    }
    const std::string alpha2 = {upper(label[0]), upper(label[1])};
    // The catalog also finds countries by names of two letters. Only a country's code is mapped to itself.
    return catalog.country(alpha2) == alpha2 ? alpha2 : std::string();
}

}  // namespace bizrec::builder

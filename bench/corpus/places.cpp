#include "bench/corpus/places.hpp"

#include <algorithm>

namespace bizrec::generator {
namespace {

constexpr std::uint32_t home_percent = 85;

}  // namespace

Places::Places(const Gazetteer& gazetteer) : home_{} {
    for (const auto& style : country_styles()) {
        const auto found = gazetteer.find(style.code);
        if (found == gazetteer.end()) {
            continue;
        }
        if (found->first == "US") {
            home_ = {&style, &found->second};
        } else {
            others_.push_back({&style, &found->second});
            total_share_ += style.share;
        }
    }
}

Places::Spot Places::draw(Random& random) const noexcept {
    if (random.percent(home_percent)) {
        return {home_.style, &random.pick(*home_.places)};
    }
    std::uint32_t at = random.below(total_share_);
    auto country = others_.begin();
    while (at >= country->style->share) {
        at -= country->style->share;
        ++country;
    }
    const auto count = static_cast<std::uint32_t>(country->places->size());
    const std::uint32_t any = random.below(count);
    return {country->style, &(*country->places)[std::min(any, random.below(count))]};
}

}  // namespace bizrec::generator

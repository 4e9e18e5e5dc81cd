#include "bench/generator/store_maker.hpp"

#include <algorithm>

#include "bench/generator/store_identity.hpp"

namespace bizrec::generator {
namespace {

constexpr std::int32_t jitter_micro = 20000;  // maximum offset of a store from its place: 0.02 degrees, some 2 km

bool serves_food(const BrandEntry& entry) {
    const std::string& kind = entry.categories.front();
    return kind == "fast food" || kind == "restaurant" || kind == "cafe" || kind == "pub" || kind == "ice cream" ||
           kind == "bakery";
}

/// A random offset in 1e-6 degrees. Small offsets are likelier, because an offset is the sum of two random values.
std::int32_t jitter(Random& random) {
    return random.between(-jitter_micro, jitter_micro) / 2 + random.between(-jitter_micro, jitter_micro) / 2;
}

std::string postal_code(const Place& place, Random& random) {
    if (place.postal_code.empty() || !random.percent(15)) {
        return place.postal_code;
    }
    std::string plus_four = std::to_string(random.between(1, 9999));
    plus_four.insert(0, 4 - plus_four.size(), '0');
    return place.postal_code + "-" + plus_four;
}

}  // namespace

std::vector<std::uint32_t> chain_sizes(std::size_t brands, std::uint32_t total) {
    constexpr std::uint64_t scale = 1U << 30;
    constexpr std::uint64_t flatness = 20;
    std::uint64_t sum = 0;
    for (std::size_t rank = 1; rank <= brands; ++rank) {
        sum += scale / (rank + flatness);
    }
    std::vector<std::uint32_t> sizes;
    std::uint64_t before = 0;
    std::uint64_t given = 0;
    for (std::size_t rank = 1; rank <= brands; ++rank) {
        before += scale / (rank + flatness);
        const std::uint64_t up_to_here = before * total / sum;
        sizes.push_back(static_cast<std::uint32_t>(up_to_here - given));
        given = up_to_here;
    }
    return sizes;
}

StoreMaker::StoreMaker(std::uint64_t seed, const Brand& brand, std::uint32_t chain_size, const Gazetteer& gazetteer)
    : brand_(&brand), chain_size_(chain_size), seed_(seed), random_(hash_of(seed, brand.id)) {
    for (const auto& style : country_styles()) {
        const auto places = gazetteer.find(style.code);
        const BrandEntry* entry = brand.entry_for(style.code);
        if (entry != nullptr && places != gazetteer.end()) {
            markets_.push_back({&style, &places->second, entry});
            total_share_ += style.share;
        }
    }
    constexpr Pages usual[] = {Pages::none,     Pages::none,     Pages::home,      Pages::home,
                               Pages::by_place, Pages::by_place, Pages::by_number, Pages::by_place};
    pages_ = random_.pick(usual);
    franchise_ = random_.one_in(3);
    shares_links_ = random_.percent(40);
    usual_tier_ = 1 + random_.below(4);
}

const StoreMaker::Market& StoreMaker::pick_market() {
    std::uint32_t at = random_.below(total_share_);
    for (const auto& market : markets_) {
        if (at < market.style->share) {
            return market;
        }
        at -= market.style->share;
    }
    return markets_.back();
}

const Place& StoreMaker::pick_place(const Market& market) {
    const auto& places = *market.places;
    const auto count = static_cast<std::uint32_t>(places.size());
    const std::uint32_t any = random_.below(count);
    if (!places.front().postal_code.empty()) {
        return places[any];  // the extract already has more postal codes for larger cities
    }
    return places[std::min(any, random_.below(count))];  // sorted by size, so larger cities are more likely
}

std::string StoreMaker::website(const Store& store, const BrandEntry& entry, std::uint32_t number) {
    switch (pages_) {
        case Pages::none:
            return "";
        case Pages::home:
            return random_.one_in(4) ? entry.root_domain : entry.website;
        case Pages::by_place:
            return "https://locations." + entry.root_domain + "/" + slug(store.state) + "/" + slug(store.city) + "/" +
                   slug(store.street_address);
        default:
            return "https://" + entry.root_domain + "/stores/" + std::to_string(1001 + number);
    }
}

void StoreMaker::add_opinions(Store& store) {
    if (random_.percent(60)) {
        // Each call is in a statement of its own, because the compiler may choose the order of two calls in one
        // expression.
        store.rating_tenths = random_.between(25, 45);
        store.rating_tenths += random_.between(0, 5);
        store.reviews = random_.below(1U << random_.between(1, 13));
    }
    if (random_.percent(70)) {
        const Date opened = {random_.between(1975, 2025), random_.between(1, 12), random_.between(1, 28)};
        store.open_date = to_text(opened);
    }
    const Date refreshed = {random_.between(2024, 2026), random_.between(1, 6), random_.between(1, 28)};
    store.refreshed_at = to_text(refreshed);
    if (random_.percent(50)) {
        const std::string minutes = std::to_string(random_.between(10, 59));
        store.refreshed_at += "T" + std::to_string(random_.between(10, 23)) + ":" + minutes + ":00Z";
    }
}

Store StoreMaker::next(std::uint32_t number) {
    const Market& market = pick_market();
    const Place& place = pick_place(market);
    Store store;
    store.id = store_uuid(seed_, brand_->id, number);
    store.brand_id = brand_->id;
    store.name = market.entry->name;
    store.brand_name = brand_->default_name();
    store.root_domain = market.entry->root_domain;
    store.street_address = make_address(*market.style, random_);
    store.city = place.city;
    store.state = place.state;
    store.postal_code = postal_code(place, random_);
    store.country = market.style->code;
    store.latitude_micro = place.latitude_micro + jitter(random_);
    store.longitude_micro = place.longitude_micro + jitter(random_);
    store.num_stores = chain_size_;
    store.ownership = franchise_ && !random_.one_in(10) ? "FRANCHISE" : "CHAIN";
    store.categories = market.entry->categories;
    if (shares_links_) {
        store.links = market.entry->links;
    }
    store.phone = random_.percent(80) ? make_phone(*market.style, random_) : "";
    store.website = website(store, *market.entry, number);
    if (serves_food(*market.entry)) {
        store.price_tier = static_cast<std::int32_t>(usual_tier_);
    }
    add_opinions(store);
    return store;
}

}  // namespace bizrec::generator

#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "bench/generator/brands.hpp"
#include "bench/generator/country_style.hpp"
#include "bench/generator/gazetteer.hpp"
#include "bench/generator/store.hpp"

namespace bizrec::generator {

/// The number of stores of each of `brands` chains, best known first; `total` in all. The shares fall as 1 / (rank +
/// 20), so the largest chain has about two per cent of all stores.
std::vector<std::uint32_t> chain_sizes(std::size_t brands, std::uint32_t total);

/// Makes the stores of one chain. They depend only on the seed and the brand.
class StoreMaker {
public:
    StoreMaker(std::uint64_t seed, const Brand& brand, std::uint32_t chain_size, const Gazetteer& gazetteer);

    /// Returns store number `number`. Call it in order, from 0.
    Store next(std::uint32_t number);

private:
    /// The kind of website that the chain's stores have.
    enum class Pages { none, home, by_place, by_number };

    struct Market {
        const CountryStyle* style;
        const std::vector<Place>* places;
        const BrandEntry* entry;
    };

    const Market& pick_market();
    const Place& pick_place(const Market& market);
    std::string website(const Store& store, const BrandEntry& entry, std::uint32_t number);
    void add_opinions(Store& store);

    const Brand* brand_;
    std::uint32_t chain_size_;
    std::uint64_t seed_;
    Random random_;
    std::vector<Market> markets_;
    std::uint32_t total_share_ = 0;
    Pages pages_ = Pages::none;
    bool franchise_ = false;
    bool shares_links_ = false;
    std::uint32_t usual_tier_ = 1;
};

}  // namespace bizrec::generator

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "lmdb_builder/record/record.hpp"

namespace bizrec::builder {

/// Facts of a record that a request can search by or ask for.
enum class Fact : std::uint8_t {
    name,
    website,  ///< a website or root_domain is given
    profile,
    map_place,
    country,
    state,
    city,
    postal_code,
    coordinates,
};
inline constexpr std::size_t fact_count = static_cast<std::size_t>(Fact::coordinates) + 1;

/// Text such as "postal_code".
const char* fact_name(std::size_t fact) noexcept;

/// The number of records that have each fact.
struct FactCounts {
    std::uint64_t records = 0;
    std::array<std::uint64_t, fact_count> with{};

    void add(Fact fact, bool is_given) noexcept { with[static_cast<std::size_t>(fact)] += is_given ? 1 : 0; }
    void add(const Record& record) noexcept;
    void add(const FactCounts& others) noexcept;
};

}  // namespace bizrec::builder

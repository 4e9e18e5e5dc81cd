#pragma once

#include <algorithm>
#include <array>
#include <bitset>
#include <cstdint>
#include <cstring>
#include <string_view>
#include <vector>

#include "bizrec/base/bytes.hpp"
#include "lmdb_builder/domains/name_units.hpp"
#include "lmdb_builder/domains/shared_domains.hpp"
#include "lmdb_builder/memory/string_table.hpp"

namespace bizrec::builder {

/// Counts the domains that use each watched unit. Other units are ignored.
class WatchedUnits final : public UnitFrequencies {
public:
    void watch(std::string_view unit) {
        if (units_.add(unit).is_new) {
            counts_.emplace_back();
            may_be_watched_[mark_of(unit)] = true;
        }
    }

    void begin_domain() { ++domains_; }

    void count_name(std::string_view name) {
        for (const std::string_view unit : name_units_.split(name)) {
            if (!may_be_watched_[mark_of(unit)]) {
                continue;
            }
            const auto found = units_.find(unit, StringTable::hash(unit));
            if (found && counts_[*found].last_domain != domains_) {
                counts_[*found].last_domain = domains_;
                ++counts_[*found].domains;
            }
        }
    }

    std::uint64_t domains() const override { return domains_; }
    std::uint64_t domains_with(std::string_view unit) const override {
        const auto found = units_.find(unit, StringTable::hash(unit));
        return found ? counts_[*found].domains : 0;
    }

private:
    struct Count {
        std::uint64_t domains = 0;
        std::uint64_t last_domain = 0;  // number, from 1, of the last domain counted: its names may repeat a unit
    };

    /// A hash of the unit's length and of its first and last four bytes. Most units that are not watched have a hash
    /// that no watched unit has.
    static std::size_t mark_of(std::string_view unit) noexcept {
        std::array<char, 8> letters{};
        const std::size_t size = std::min(unit.size(), letters.size() / 2);
        std::memcpy(letters.data(), unit.data(), size);
        std::memcpy(letters.data() + letters.size() / 2, unit.data() + unit.size() - size, size);
        return static_cast<std::size_t>(
            (load_unaligned<std::uint64_t>(letters.data()) + unit.size()) * 0x9E3779B97F4A7C15U >> (64 - mark_bits));
    }

    static constexpr unsigned mark_bits = 16;
    std::bitset<std::size_t{1} << mark_bits> may_be_watched_;
    NameUnits name_units_;
    StringTable units_;
    std::vector<Count> counts_;  // by number in units_
    std::uint64_t domains_ = 0;
};

}  // namespace bizrec::builder

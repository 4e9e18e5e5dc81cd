#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "bizrec/base/result.hpp"
#include "bizrec/format/layout.hpp"

namespace bizrec::builder {

/// One of several equal parts, "i/n": 1 <= number <= of.
struct Fraction {
    static constexpr std::uint32_t most = 65535;

    std::uint32_t number = 1;
    std::uint32_t of = 1;

    bool is_whole() const noexcept { return of == 1; }
    std::string text() const { return std::to_string(number) + "/" + std::to_string(of); }
};

inline bool operator==(Fraction a, Fraction b) noexcept {
    return a.number == b.number && a.of == b.of;
}

/// Parses "i/n". Errors name the expected form.
Result<Fraction> parse_fraction(std::string_view text);

/// Decides which lines the build of a shard keeps. Every line of an input belongs to exactly one of n shards. The shard
/// depends only on the line's id, on its bytes if it has no id, or on its number if it cannot be read. So every builder
/// finds the same shard.
class ShardFilter {
public:
    explicit ShardFilter(Fraction shard) noexcept : shard_(shard) {}

    /// Whether a line with this id is kept. Shard number 1 + floor(h * n / 2^32) of n keeps it; h is the upper half of
    /// the XXH3-64 of the id's 16 bytes.
    bool holds_id(const format::Uuid& id) const noexcept;
    /// Whether a line without an id is kept: hashes the line's bytes, without the newline.
    bool holds_line(std::string_view line) const noexcept;
    /// Whether a line that cannot be read (too long, cut off, damaged) is kept: hashes its number (from 1) as 8 bytes,
    /// little-endian.
    bool holds_line_number(std::uint64_t number) const noexcept;

private:
    bool holds(std::uint64_t hash) const noexcept;

    Fraction shard_;
};

}  // namespace bizrec::builder

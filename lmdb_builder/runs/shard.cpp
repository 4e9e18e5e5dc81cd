#include "lmdb_builder/runs/shard.hpp"

#include <xxhash.h>

#include "bizrec/base/numbers.hpp"

namespace bizrec::builder {
namespace {

bool read_number(std::string_view text, std::uint32_t& out) noexcept {
    return read_whole_number(text, out) && out >= 1 && out <= Fraction::most;
}

}  // namespace

Result<Fraction> parse_fraction(std::string_view text) {
    const std::size_t slash = text.find('/');
    Fraction fraction;
    if (slash == std::string_view::npos || !read_number(text.substr(0, slash), fraction.number) ||
        !read_number(text.substr(slash + 1), fraction.of) || fraction.number > fraction.of) {
        return Error{"expected i/n with 1 <= i <= n <= " + std::to_string(Fraction::most) + ", got \"" +
                     std::string(text) + "\""};
    }
    return fraction;
}

bool ShardFilter::holds(std::uint64_t hash) const noexcept {
    return (hash >> 32) * shard_.of >> 32 == shard_.number - 1;
}

bool ShardFilter::holds_id(const format::Uuid& id) const noexcept {
    return shard_.is_whole() || holds(XXH3_64bits(id.data(), id.size()));
}

bool ShardFilter::holds_line(std::string_view line) const noexcept {
    return shard_.is_whole() || holds(XXH3_64bits(line.data(), line.size()));
}

bool ShardFilter::holds_line_number(std::uint64_t number) const noexcept {
    return shard_.is_whole() || holds(XXH3_64bits(&number, sizeof number));
}

}  // namespace bizrec::builder

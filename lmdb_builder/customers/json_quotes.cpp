#include "lmdb_builder/customers/json_quotes.hpp"

namespace bizrec::builder {
namespace {

unsigned first_bit(std::uint64_t marks) noexcept {
    return static_cast<unsigned>(__builtin_ctzll(marks));
}

std::uint32_t* add_all(std::uint64_t quotes, std::uint32_t base, std::uint32_t* out) noexcept {
    for (; quotes != 0; quotes &= quotes - 1) {
        *out++ = base + first_bit(quotes);
    }
    return out;
}

/// `escaped`: where the byte stands that the last backslash speaks of.
std::uint32_t* add_unescaped(std::uint64_t quotes, std::uint64_t backslashes, std::uint32_t base,
                             std::uint32_t& escaped, std::uint32_t* out) noexcept {
    for (std::uint64_t marks = quotes | backslashes; marks != 0; marks &= marks - 1) {
        const unsigned bit = first_bit(marks);
        if (base + bit == escaped) {
            continue;
        }
        if ((backslashes >> bit & 1) != 0) {
            escaped = base + bit + 1;
        } else {
            *out++ = base + bit;
        }
    }
    return out;
}

}  // namespace

void JsonQuotes::find(std::string_view json) {
    if (positions_.size() < json.size()) {
        positions_.resize(json.size());
    }
    std::uint32_t* out = positions_.data();
    std::uint32_t escaped = UINT32_MAX;
    has_escapes_ = false;
    for (std::size_t base = 0; base < json.size(); base += marked_block) {
        const std::size_t left = json.size() - base;
        const std::uint64_t within = left < marked_block ? (std::uint64_t{1} << left) - 1 : ~std::uint64_t{0};
        const std::uint64_t quotes = byte_marks(json.data() + base, std::array{'"'}) & within;
        const std::uint64_t backslashes = byte_marks(json.data() + base, std::array{'\\'}) & within;
        const auto at = static_cast<std::uint32_t>(base);
        has_escapes_ = has_escapes_ || backslashes != 0;
        out = has_escapes_ ? add_unescaped(quotes, backslashes, at, escaped, out) : add_all(quotes, at, out);
    }
    count_ = static_cast<std::size_t>(out - positions_.data());
}

}  // namespace bizrec::builder

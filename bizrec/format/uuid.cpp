
#include "bizrec/format/uuid.hpp"

#include <cstring>

#include "bizrec/base/hex.hpp"

namespace bizrec::format {
namespace {

constexpr bool hyphen_before(std::size_t byte) noexcept {
    return byte == 4 || byte == 6 || byte == 8 || byte == 10;
}

/// Both digits of every byte: a search writes an id for each of its rows.
struct DigitPairs {
    constexpr DigitPairs() {
        for (std::size_t byte = 0; byte < 256; ++byte) {
            digits[2 * byte] = hex_digits[byte >> 4];
            digits[2 * byte + 1] = hex_digits[byte & 15];
        }
    }
    char digits[512] = {};
};
constexpr DigitPairs digit_pairs;

}  // namespace

void write_uuid(const Uuid& id, char* out) noexcept {
    for (std::size_t i = 0; i < id.size(); ++i) {
        if (hyphen_before(i)) {
            *out++ = '-';
        }
        std::memcpy(out, digit_pairs.digits + std::size_t{2} * id[i], 2);
        out += 2;
    }
}

bool read_uuid(std::string_view text, Uuid& out) noexcept {
    if (text.size() != uuid_characters) {
        return false;
    }
    const char* c = text.data();
    for (std::size_t i = 0; i < out.size(); ++i) {
        if (hyphen_before(i) && *c++ != '-') {
            return false;
        }
        const int byte = hex_byte({c, 2}, 0);
        if (byte < 0) {
            return false;
        }
        out[i] = static_cast<unsigned char>(byte);
        c += 2;
    }
    return true;
}

}  // namespace bizrec::format

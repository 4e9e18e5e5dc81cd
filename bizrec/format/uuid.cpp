#include "bizrec/format/content.hpp"

#include "bizrec/base/hex.hpp"

namespace bizrec::format {
namespace {

constexpr bool hyphen_before(std::size_t byte) noexcept {
    return byte == 4 || byte == 6 || byte == 8 || byte == 10;
}

}  // namespace

void write_uuid(const Uuid& id, char* out) noexcept {
    for (std::size_t i = 0; i < id.size(); ++i) {
        if (hyphen_before(i)) {
            *out++ = '-';
        }
        *out++ = hex_digits[id[i] >> 4];
        *out++ = hex_digits[id[i] & 15];
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
        const int high = hex_value(c[0]);
        const int low = hex_value(c[1]);
        if (high < 0 || low < 0) {
            return false;
        }
        out[i] = static_cast<unsigned char>(high << 4 | low);
        c += 2;
    }
    return true;
}

}  // namespace bizrec::format

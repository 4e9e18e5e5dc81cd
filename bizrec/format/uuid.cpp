
#include "bizrec/format/uuid.hpp"

#include <cstring>

#include "bizrec/base/bytes.hpp"
#include "bizrec/base/hex.hpp"

namespace bizrec::format {
namespace {

constexpr bool hyphen_before(std::size_t byte) noexcept {
    return byte == 4 || byte == 6 || byte == 8 || byte == 10;
}

}  // namespace

void write_uuid(const Uuid& id, char* out) noexcept {
    std::uint64_t digits[sizeof(Uuid) / sizeof(std::uint32_t)];
    write_hex<sizeof(Uuid)>(id.data(), reinterpret_cast<char*>(digits));
    // The text has pieces of 8-4-4-4-12 digits. A store may write more bytes than its piece has; the next store and the
    // hyphens overwrite the surplus.
    store_unaligned(out, digits[0]);
    store_unaligned(out + 9, digits[1]);
    store_unaligned(out + 14, digits[1] >> 32);
    store_unaligned(out + 19, digits[2]);
    store_unaligned(out + 24, static_cast<std::uint32_t>(digits[2] >> 32));
    store_unaligned(out + 28, digits[3]);
    out[8] = out[13] = out[18] = out[23] = '-';
}

std::string uuid_text(const Uuid& id) {
    std::string text(uuid_characters, '\0');
    write_uuid(id, text.data());
    return text;
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

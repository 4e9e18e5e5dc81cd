#include <simdjson.h>

#include <algorithm>

#include "bizrec/text/fold.hpp"

namespace bizrec::text {

bool is_valid_utf8(std::string_view bytes) noexcept {
    return bytes.empty() || simdjson::validate_utf8(bytes.data(), bytes.size());
}

std::size_t count_code_points(std::string_view utf8) noexcept {
    const auto is_lead = [](char byte) { return (static_cast<unsigned char>(byte) & 0xC0U) != 0x80U; };
    return static_cast<std::size_t>(std::count_if(utf8.begin(), utf8.end(), is_lead));
}

}  // namespace bizrec::text

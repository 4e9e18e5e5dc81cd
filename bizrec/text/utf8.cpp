#include "bizrec/text/utf8.hpp"

#include <simdjson.h>

namespace bizrec::text {

bool is_valid_utf8(std::string_view bytes) noexcept {
    return bytes.empty() || simdjson::validate_utf8(bytes.data(), bytes.size());
}

}  // namespace bizrec::text

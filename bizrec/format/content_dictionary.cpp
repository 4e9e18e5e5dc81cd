#include "bizrec/format/content_dictionary.hpp"

#include <algorithm>
#include <cstring>

namespace bizrec::format {

bool ContentDictionary::open(const std::byte* chunk, std::size_t size, ContentDictionary& out) noexcept {
    std::uint32_t count = 0;
    if (size < dictionary_head_bytes + dictionary_read_slack) {
        return false;
    }
    std::memcpy(&count, chunk, sizeof count);
    if (count > max_unit_count || dictionary_head_bytes + count * phrase_unit_bytes + dictionary_read_slack > size) {
        return false;
    }
    out.units_ = reinterpret_cast<const unsigned char*>(chunk) + dictionary_head_bytes;
    out.unit_count_ = count;
    return true;
}

std::string_view ContentDictionary::phrase(std::uint32_t unit) const noexcept {
    const unsigned char* const begin = this->unit(unit);
    return {reinterpret_cast<const char*>(begin) + 1, std::min<std::size_t>(*begin, max_phrase)};
}

}  // namespace bizrec::format

#include "lmdb_builder/commands/reject_limit_text.hpp"

#include <charconv>

namespace bizrec::builder {

bool read_reject_limit(std::string_view text, RejectLimit& limit) noexcept {
    const bool is_share = !text.empty() && text.back() == '%';
    if (is_share) {
        text.remove_suffix(1);
    }
    const char* end = text.data() + text.size();
    if (!is_share) {
        std::uint64_t records = 0;
        const auto read = std::from_chars(text.data(), end, records);
        if (read.ec != std::errc() || read.ptr != end) {
            return false;
        }
        limit.records = records;
        return true;
    }
    double percent = 0;
    const auto read = std::from_chars(text.data(), end, percent, std::chars_format::fixed);
    if (read.ec != std::errc() || read.ptr != end || !(percent >= 0 && percent <= 100)) {
        return false;
    }
    limit.percent = percent;
    return true;
}

}  // namespace bizrec::builder

#include "lmdb_builder/commands/reject_limit_text.hpp"

#include "bizrec/base/numbers.hpp"

namespace bizrec::builder {

bool read_reject_limit(std::string_view text, RejectLimit& limit) noexcept {
    const bool is_share = !text.empty() && text.back() == '%';
    if (is_share) {
        text.remove_suffix(1);
    }
    return is_share ? read_percent(text, limit.percent) : bizrec::read_whole_number(text, limit.records);
}

}  // namespace bizrec::builder

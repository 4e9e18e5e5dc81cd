#include "bizrec/identity/extra_suffixes.hpp"

#include "bizrec/base/rule_lines.hpp"

namespace bizrec::identity {

std::string_view extra_suffixes() noexcept {
    return built_in_rules("extra_suffixes");
}

}  // namespace bizrec::identity

#include "bizrec/identity/reasons.hpp"

#include <vector>

#include "bizrec/base/rule_lines.hpp"

namespace bizrec::identity::reason {

namespace {

struct NamedReason {
    std::string_view name, sentence;
};
constexpr NamedReason named[] = {
    {"short_link", short_link},
    {"free_mail", free_mail},
    {"hidden_target", hidden_target},
    {"post", post},
    {"share", share},
    {"event", event},
    {"search", search},
    {"product", product},
    {"invite", invite},
    {"document", document},
    {"platform_page", platform_page},
    {"no_profile", no_profile},
    {"no_page_id", no_page_id},
    {"no_place", no_place},
};

}  // namespace

std::string_view reason_with_name(std::string_view name) noexcept {
    for (const NamedReason& reason : named)
        if (reason.name == name)
            return reason.sentence;
    return {};
}

std::string reason_names() {
    std::vector<std::string_view> names;
    for (const NamedReason& reason : named)
        names.push_back(reason.name);
    return one_of(names);
}

}  // namespace bizrec::identity::reason

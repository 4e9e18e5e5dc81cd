#include "bizrec/identity/special_host.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <utility>

#include "bizrec/base/ascii.hpp"
#include "bizrec/identity/host_suffixes.hpp"
#include "bizrec/identity/reasons.hpp"
#include "bizrec/identity/suffix_rule.hpp"

namespace bizrec::identity {

namespace {

constexpr std::size_t max_brand_label = 16;
constexpr std::size_t slots_per_entry = 4;
constexpr std::string_view any_suffix = ".*";

Error bad_host(const RuleLine& rule) {
    return rule.error(
        "a host of lower-case A-labels, as in \"example.com\", or a label under any suffix, as in "
        "\"google.*\"",
        rule[0]);
}

template <class Each>
Status for_each_rule(const RuleText& text, Each&& each) {
    RuleReader reader(text);
    while (reader.next())
        if (Status status = each(reader.rule()); !status)
            return status;
    return reader.status();
}

}  // namespace

bool SpecialHosts::is_host_pattern(std::string_view host) noexcept {
    if (!ends_with(host, any_suffix))
        return is_host_name(host);
    const std::string_view label = host.substr(0, host.size() - any_suffix.size());
    return label.size() <= max_brand_label && label.find('.') == std::string_view::npos && is_host_name(label);
}

Status SpecialHosts::read(const RuleText& platform_hosts, const RuleText& nameless_hosts, const RuleText& free_mail,
                          const PlatformTable& platforms, const RedirectTable& redirects) {
    Status status =
        for_each_rule(platform_hosts, [&](const RuleLine& rule) { return read_platform_host(rule, platforms); });
    for (const RedirectTable::Row& row : redirects.rows())
        entry(row.host).redirects = true;
    if (status)
        status = for_each_rule(nameless_hosts, [&](const RuleLine& rule) { return read_nameless_host(rule); });
    if (status)
        status = for_each_rule(free_mail, [&](const RuleLine& rule) { return read_mail_host(rule); });
    inherit();
    return status;
}

Status SpecialHosts::read_platform_host(const RuleLine& rule, const PlatformTable& platforms) {
    constexpr std::array<std::string_view, 3> subdomains = {"neutral", "tenant", "any"};
    if (rule.size() < 2 || rule.size() > 3)
        return rule.error("HOST PLATFORM and perhaps the kind of its subdomains, as in \"etsy.com etsy tenant\"");
    if (!is_host_pattern(rule[0]))
        return bad_host(rule);
    SpecialHost& host = entry(rule[0]);
    if (host.platform != Platform::no_platform)
        return rule.error("each host once", rule[0]);
    host.platform = platforms.with_id(rule[1]);
    if (host.platform == Platform::no_platform)
        return rule.error("a platform of platforms.txt", rule[1]);
    const std::string_view kind = rule.size() == 3 ? rule[2] : subdomains[0];
    const auto at = std::find(subdomains.begin(), subdomains.end(), kind);
    if (at == subdomains.end())
        return rule.error(one_of(subdomains), kind);
    host.subdomains = static_cast<SpecialHost::Subdomains>(at - subdomains.begin());
    return ok();
}

Status SpecialHosts::read_nameless_host(const RuleLine& rule) {
    if (rule.size() != 2)
        return rule.error("HOST REASON, as in \"bit.ly short_link\"");
    if (!is_host_pattern(rule[0]))
        return bad_host(rule);
    SpecialHost& host = entry(rule[0]);
    if (!host.nameless.empty())
        return rule.error("each host once", rule[0]);
    host.nameless = reason::reason_with_name(rule[1]);
    return host.nameless.empty() ? Status(rule.error("one of the reasons " + reason::reason_names(), rule[1])) : ok();
}

Status SpecialHosts::read_mail_host(const RuleLine& rule) {
    constexpr std::array<std::string_view, 3> uses = {"portal", "mail_only", "relay"};  // as in SpecialHost::Mail
    const auto use = rule.size() == 2 ? std::find(uses.begin(), uses.end(), rule[1]) : uses.end();
    if (use == uses.end())
        return rule.error("HOST and \"portal\", \"mail_only\" or \"relay\", as in \"gmail.com mail_only\"");
    if (!is_host_pattern(rule[0]))
        return bad_host(rule);
    SpecialHost& host = entry(rule[0]);
    if (host.mail != SpecialHost::Mail::no)
        return rule.error("each host once", rule[0]);
    host.mail = static_cast<SpecialHost::Mail>(use - uses.begin() + 1);
    return ok();
}

const SpecialHost* SpecialHosts::find_entry(std::string_view name, std::uint64_t hash) const noexcept {
    if (slots_.empty())
        return nullptr;
    const std::size_t mask = slots_.size() - 1;
    const std::uint8_t mark = slot_mark(hash);
    for (std::size_t at = hash & mask; marks_[at] != 0; at = (at + 1) & mask)
        if (marks_[at] == mark && slots_[at].hash == hash && slots_[at].host.name == name)
            return &slots_[at].host;
    return nullptr;
}

constexpr std::uint32_t letter_bit(char first) noexcept {
    return std::uint32_t{1} << (static_cast<unsigned char>(first) & 31U);
}

/// Returns the entry of that name; makes it if there is none. Invalidates all references to other entries.
SpecialHost& SpecialHosts::entry(std::string_view name) {
    make_room();
    const std::size_t mask = slots_.size() - 1;
    const std::uint64_t hash = backward_hash(name);
    std::size_t at = hash & mask;
    while (marks_[at] != 0 && (slots_[at].hash != hash || slots_[at].host.name != name))
        at = (at + 1) & mask;
    if (marks_[at] == 0) {
        ++count_;
        marks_[at] = slot_mark(hash);
        slots_[at].hash = hash;
        slots_[at].host.name = name;
        if (ends_with(name, any_suffix))
            brand_letters_ |= letter_bit(name.front());
    }
    return slots_[at].host;
}

void SpecialHosts::make_room() {
    if ((count_ + 1) * slots_per_entry <= slots_.size())
        return;
    const std::size_t size = slots_.empty() ? 64 : slots_.size() * 2;
    const std::vector<Slot> old = std::exchange(slots_, std::vector<Slot>(size));
    marks_.assign(size, 0);
    for (const Slot& slot : old) {
        if (slot.host.name.empty())
            continue;
        std::size_t at = slot.hash & (size - 1);
        while (marks_[at] != 0)
            at = (at + 1) & (size - 1);
        marks_[at] = slot_mark(slot.hash);
        slots_[at] = slot;
    }
}

/// Gives an entry the redirects of its parent, and the parent's mail rule if it has none of its own: "l.facebook.com"
/// inherits from "facebook.com". An entry that is only a mail relay ("members.ebay.com") also gets the parent's rules
/// for pages.
void SpecialHosts::inherit_from(const SpecialHost& parent, SpecialHost& host) noexcept {
    host.redirects = host.redirects || parent.redirects;
    if (host.mail == SpecialHost::Mail::no)
        host.mail = parent.mail;
    if (host.mail != SpecialHost::Mail::relay || host.platform != Platform::no_platform || !host.nameless.empty())
        return;
    host.platform = parent.platform;
    host.subdomains = parent.subdomains;
    host.nameless = parent.nameless;
}

void SpecialHosts::inherit() {
    for (Slot& slot : slots_) {
        SpecialHost& host = slot.host;
        if (host.name.empty())
            continue;
        for_each_suffix(host.name, [&](std::string_view suffix, std::uint64_t hash) {
            if (suffix == host.name)
                return true;
            const SpecialHost* parent = find_entry(suffix, hash);
            if (parent == nullptr && host.mail == SpecialHost::Mail::relay)
                parent = find_brand(suffix.substr(0, suffix.find('.')));
            if (parent != nullptr)
                inherit_from(*parent, host);
            return true;
        });
    }
}

const SpecialHost* SpecialHosts::find(const HostSuffixes& host, std::string_view brand_label) const noexcept {
    const SpecialHost* best = nullptr;
    host.for_each([&](std::string_view suffix, std::uint64_t hash) {
        if (const SpecialHost* found = find_entry(suffix, hash))
            best = found;
        return true;
    });
    return best != nullptr ? best : find_brand(brand_label);
}

Platform SpecialHosts::platform_of(std::string_view host) const noexcept {
    std::array<char, 64> lower_case{};
    if (host.size() > lower_case.size())
        return Platform::no_platform;
    std::transform(host.begin(), host.end(), lower_case.begin(), lower);
    const HostSuffixes suffixes(std::string_view(lower_case.data(), host.size()));
    // The label of a rule "brand.*" has one or two labels after it: "pinterest.com", "pinterest.co.uk". So the last
    // three labels are tried.
    std::string_view rest = suffixes.host();
    while (std::count(rest.begin(), rest.end(), '.') > 2)
        rest = without_first_label(rest);
    for (; !rest.empty(); rest = without_first_label(rest))
        if (const SpecialHost* special = find(suffixes, rest.substr(0, rest.find('.'))))
            return special->platform;
    return Platform::no_platform;
}

const SpecialHost* SpecialHosts::find_brand(std::string_view label) const noexcept {
    if (label.empty() || label.size() > max_brand_label || (brand_letters_ & letter_bit(label.front())) == 0)
        return nullptr;
    std::array<char, max_brand_label + any_suffix.size()> brand{};
    std::memcpy(brand.data(), label.data(), label.size());
    std::memcpy(brand.data() + label.size(), any_suffix.data(), any_suffix.size());
    const std::string_view name(brand.data(), label.size() + any_suffix.size());
    return find_entry(name, backward_hash(name));
}

std::string_view subdomain_of(std::string_view host, std::string_view registrable,
                              const SpecialHost& special) noexcept {
    const std::size_t own = ends_with(special.name, ".*") ? registrable.size() : special.name.size();
    return host.size() > own ? host.substr(0, host.size() - own - 1) : std::string_view();
}

}  // namespace bizrec::identity

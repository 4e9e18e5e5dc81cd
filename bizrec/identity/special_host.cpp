#include "bizrec/identity/special_host.hpp"

#include <array>
#include <cstring>
#include <vector>

#include "bizrec/base/ascii.hpp"
#include "bizrec/identity/host_suffixes.hpp"
#include "bizrec/identity/reasons.hpp"

namespace bizrec::identity {

namespace {

struct PlatformHost {
    std::string_view name;
    Platform platform;
    SpecialHost::Subdomains subdomains;
};
constexpr PlatformHost platform_hosts[] = {
#define BIZREC_HOST(host, id, sub) {host, Platform::id, SpecialHost::Subdomains::sub},
#include "bizrec/identity/data/platform_hosts.inc"
#undef BIZREC_HOST
};

constexpr std::string_view redirect_hosts[] = {
#define BIZREC_REDIRECT(host, path, form, parameters) host,
#include "bizrec/identity/data/redirects.inc"
#undef BIZREC_REDIRECT
};

struct NamelessHost {
    std::string_view name, why;
};
constexpr NamelessHost nameless_hosts[] = {
#define BIZREC_NAMELESS(host, why) {host, why},
#include "bizrec/identity/data/nameless_hosts.inc"
#undef BIZREC_NAMELESS
};

struct MailHost {
    std::string_view name;
    SpecialHost::Mail use;
};
constexpr MailHost mail_hosts[] = {
#define BIZREC_FREE_MAIL(host, use) {host, SpecialHost::Mail::use},
#include "bizrec/identity/data/free_mail.inc"
#undef BIZREC_FREE_MAIL
};

/// Open addressing over the hashes of host_suffixes.hpp; built once, on first use, from the data files.
class SpecialHosts {
public:
    SpecialHosts() : slots_(slot_count) {
        for (const PlatformHost& host : platform_hosts) {
            SpecialHost& named = entry(host.name);
            named.platform = host.platform;
            named.subdomains = host.subdomains;
        }
        for (const std::string_view host : redirect_hosts)
            entry(host).redirects = true;
        for (const NamelessHost& host : nameless_hosts)
            entry(host.name).nameless = host.why;
        for (const MailHost& host : mail_hosts)
            entry(host.name).mail = host.use;
        inherit();
    }

    const SpecialHost* find(std::string_view name, std::uint64_t hash) const noexcept {
        const std::uint8_t mark = slot_mark(hash);
        for (std::size_t at = hash & (slot_count - 1); marks_[at] != 0; at = (at + 1) & (slot_count - 1))
            if (marks_[at] == mark && slots_[at].hash == hash && slots_[at].host.name == name)
                return &slots_[at].host;
        return nullptr;
    }

private:
    struct Slot {
        std::uint64_t hash = 0;
        SpecialHost host;
    };
    static constexpr std::size_t slot_count = 4096;  // some 900 entries

    SpecialHost& entry(std::string_view name) {
        const std::uint64_t hash = backward_hash(name);
        std::size_t at = hash & (slot_count - 1);
        while (!slots_[at].host.name.empty() && slots_[at].host.name != name)
            at = (at + 1) & (slot_count - 1);
        marks_[at] = slot_mark(hash);
        slots_[at].hash = hash;
        slots_[at].host.name = name;
        return slots_[at].host;
    }

    /// "l.facebook.com", there for its redirects alone, is otherwise what "facebook.com" is.
    void inherit() {
        for (Slot& slot : slots_) {
            SpecialHost& host = slot.host;
            if (host.name.empty())
                continue;
            for_each_suffix(host.name, [&](std::string_view suffix, std::uint64_t hash) {
                const SpecialHost* parent = suffix == host.name ? nullptr : find(suffix, hash);
                if (parent != nullptr) {
                    host.redirects = host.redirects || parent->redirects;
                    if (host.mail == SpecialHost::Mail::no)
                        host.mail = parent->mail;
                }
                return true;
            });
        }
    }

    std::vector<Slot> slots_;
    std::array<std::uint8_t, slot_count> marks_{};
};

const SpecialHosts& special_hosts() {
    static const SpecialHosts instance;
    return instance;
}

bool is_neutral_label(std::string_view label) noexcept {
    constexpr std::array<std::string_view, 22> words = {
        "www2", "www3", "web",   "mobile", "mbasic", "touch", "lite",   "business", "mob", "wap", "desktop",
        "b-m",  "z-m",  "z-m-c", "new",    "old",    "beta",  "secure", "free",     "h5",  "eng", "login"};
    if (label.size() <= 2)  // "m", languages, countries
        return true;
    if (label.size() == 5 && label[2] == '-')  // "es-la", "pt-br"
        return is_letter(label[0]) && is_letter(label[1]) && is_letter(label[3]) && is_letter(label[4]);
    // "www" and its misspellings, also with a scheme glued to it: "wwww", "htwww", "httpswww"
    if (label.find_first_not_of("htpsw") == std::string_view::npos && ends_with(label, "ww"))
        return true;
    for (std::string_view word : words)
        if (label == word)
            return true;
    return false;
}

}  // namespace

const SpecialHost* find_special_host(std::string_view host, std::string_view brand_label) noexcept {
    const SpecialHosts& hosts = special_hosts();
    const SpecialHost* best = nullptr;
    for_each_suffix(host, [&](std::string_view suffix, std::uint64_t hash) {
        if (const SpecialHost* found = hosts.find(suffix, hash))
            best = found;
        return true;
    });
    if (best != nullptr || brand_label.empty() || brand_label.size() > 16)
        return best;
    std::array<char, 18> brand{};
    std::memcpy(brand.data(), brand_label.data(), brand_label.size());
    std::memcpy(brand.data() + brand_label.size(), ".*", 2);
    const std::string_view name(brand.data(), brand_label.size() + 2);
    return hosts.find(name, backward_hash(name));
}

std::string_view subdomain_of(std::string_view host, std::string_view registrable,
                              const SpecialHost& special) noexcept {
    const std::size_t own = ends_with(special.name, ".*") ? registrable.size() : special.name.size();
    return host.size() > own ? host.substr(0, host.size() - own - 1) : std::string_view();
}

bool is_neutral_subdomain(std::string_view subdomain) noexcept {
    while (!subdomain.empty()) {
        const std::size_t dot = subdomain.find('.');
        if (!is_neutral_label(subdomain.substr(0, dot)))
            return false;
        subdomain = without_first_label(subdomain);
    }
    return true;
}

}  // namespace bizrec::identity

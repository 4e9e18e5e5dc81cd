#include "lmdb_builder/import/link_placement.hpp"

#include <algorithm>

#include "bizrec/base/ascii.hpp"
#include "bizrec/identity/host_suffixes.hpp"
#include "bizrec/identity/link_rules.hpp"
#include "lmdb_builder/import/moved_fields.hpp"

namespace bizrec::builder {
namespace {

/// The host in lower case, without scheme, password and port.
std::string host_of(std::string_view link) {
    const std::size_t scheme = link.find("://");
    if (scheme != std::string_view::npos) {
        link.remove_prefix(scheme + 3);
    }
    link = link.substr(0, link.find_first_of("/?#"));
    link.remove_prefix(link.rfind('@') + 1);  // npos + 1 is 0
    std::string host(link.substr(0, link.find(':')));
    lower_in_place(host);
    return host;
}

/// The label before the top-level domain: "pinterest" of "www.pinterest.de". The rules name some platforms by this
/// label alone, for all top-level domains.
std::string_view brand_of(std::string_view host) noexcept {
    const std::size_t dot = host.rfind('.');
    const std::string_view above = host.substr(0, dot);
    return above.substr(above.rfind('.') + 1);
}

bool begins_address(std::string_view part) noexcept {
    return starts_with_ignoring_case(part, "http") || starts_with_ignoring_case(part, "www.");
}

}  // namespace

std::string_view platform_of(std::string_view link) {
    const identity::LinkRules& rules = identity::LinkRules::built_in();
    const std::string host = host_of(link);
    const identity::SpecialHost* special = rules.hosts().find(identity::HostSuffixes(host), brand_of(host));
    if (special == nullptr || special->platform == identity::Platform::no_platform) {
        return {};
    }
    const identity::PlatformTraits& traits = rules.platforms().traits(special->platform);
    return traits.rest == identity::PlatformTraits::Rest::shared ? std::string_view() : traits.name;
}

void LinkPlacement::clear() noexcept {
    websites_.clear();
    profiles_.clear();
}

bool LinkPlacement::add(std::string_view text) {
    const std::vector<std::string_view> parts = split_trimmed(text, ';');
    // The text is several addresses only if each part after the first begins like an address. Otherwise the ";" belongs
    // to a single address.
    const bool are_several = parts.size() > 1 && std::all_of(parts.begin() + 1, parts.end(), [](std::string_view part) {
                                 return begins_address(part);
                             });
    if (!are_several) {
        return add_one(trim(text, " "));
    }
    bool all = true;
    for (const std::string_view part : parts) {
        all = add_one(part) && all;
    }
    return all;
}

bool LinkPlacement::add_one(std::string_view link) {
    if (link.find('.') == std::string_view::npos) {
        return false;  // for example "n/a" or "none"
    }
    std::vector<std::string>& place = platform_of(link).empty() ? websites_ : profiles_;
    if (std::find(place.begin(), place.end(), link) == place.end()) {
        place.emplace_back(link);
    }
    return true;
}

void LinkPlacement::add_websites(RecordLine& line) const {
    TextList further;
    for (const std::string& website : websites_) {
        if (line.has(Field::website_url)) {
            further.add(website);
        } else {
            line.add_text(Field::website_url, website);
        }
    }
    if (!further.empty()) {
        line.add_raw(Field::websites, further.json());
    }
}

}  // namespace bizrec::builder

#include "bizrec/identity/identity.hpp"

#include "bizrec/base/ascii.hpp"
#include "bizrec/identity/resolver.hpp"

namespace bizrec::identity {

std::string_view kind_name(Kind kind) noexcept {
    switch (kind) {
        case Kind::domain:
            return "domain";
        case Kind::hosted:
            return "hosted";
        case Kind::social:
            return "social";
        case Kind::place:
            return "place";
        case Kind::none:
            return "none";
        case Kind::reject:
            break;
    }
    return "reject";
}

std::uint32_t identity_rules_version() noexcept {
    return 8;
}

std::uint32_t oldest_identity_rules_version() noexcept {
    return 3;
}

void Normaliser::website(std::string_view text, Identity& out) const {
    Resolver(*suffixes_, *rules_, out).website(text);
}

void Normaliser::profile(std::string_view text, Identity& out) const {
    Resolver(*suffixes_, *rules_, out).profile(text);
}

void Normaliser::labelled_profile(std::string_view platform, std::string_view value, Identity& out) const {
    Resolver(*suffixes_, *rules_, out).labelled_profile(platform, value);
}

void Normaliser::place_id(std::string_view text, Identity& out) const {
    Resolver(*suffixes_, *rules_, out).place_id(text);
}

bool Normaliser::is_host_of_many(std::string_view domain) const {
    Identity identity;
    return Resolver(*suffixes_, *rules_, identity).is_host_of_many(domain);
}

bool Normaliser::is_below_name(std::string_view host, std::string_view domain) const noexcept {
    return host.size() > domain.size() &&
           !rules_->subdomains().names_parts(host.substr(0, host.size() - domain.size() - 1));
}

}  // namespace bizrec::identity

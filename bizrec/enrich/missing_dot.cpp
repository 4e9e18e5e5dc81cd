#include "bizrec/enrich/missing_dot.hpp"

#include <string>

#include "bizrec/base/ascii.hpp"
#include "bizrec/identity/portal.hpp"

namespace bizrec::search {
namespace {

constexpr std::size_t www = 3;
constexpr std::size_t min_label_bytes = 3;

/// Whether a "w" before the domain makes no beginning of a word. English words begin with "w" and a vowel, "h" or "r".
bool is_no_rest_of_word(std::string_view domain) noexcept {
    return is_letter(domain.front()) && std::string_view("aeiouhryw").find(domain.front()) == std::string_view::npos &&
           domain.find('.') >= min_label_bytes;
}

}  // namespace

void restore_missing_dot(const store::Generation& generation, identity::Identity& link) {
    if (link.kind != identity::Kind::domain || !may_miss_dot(link) || link.key.size() <= www) {
        return;
    }
    const std::string domain = link.key.substr(www);
    format::KeyEntry entry;
    if (!is_no_rest_of_word(domain) || generation.identities().find(link.key, entry) ||
        !generation.identities().find(domain, entry)) {
        return;
    }
    link.host.erase(link.host.size() - link.key.size(), www);
    link.key = domain;
}

void restore_portal(const store::Generation& generation, identity::Identity& link) {
    format::KeyEntry entry;
    if (link.kind == identity::Kind::reject && generation.identities().find(link.host, entry)) {
        identity::read_portal(link);
    }
}

}  // namespace bizrec::search

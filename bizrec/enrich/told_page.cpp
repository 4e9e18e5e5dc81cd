#include "bizrec/enrich/told_page.hpp"

#include "bizrec/format/identity_entry.hpp"
#include "bizrec/identity/page_path.hpp"

namespace bizrec::search {

namespace {

/// Whether a record has the page. If a domain has one record, the entry of the domain has a tag of the page, which has
/// no entry of its own.
bool has_page(const store::Generation& generation, const identity::Identity& identity, const std::string& page) {
    format::KeyEntry entry;
    if (generation.identities().find(identity.key, entry) && entry.length == 1) {
        return entry.aux[1] == format::hash_key(page).tag;
    }
    return generation.identities().find(page, entry);
}

}  // namespace

bool is_told_without_details(const identity::Identity& identity) noexcept {
    return identity::is_told_by_bare_path(identity.path) ||
           (identity.host.size() > identity.key.size() && identity::bare_page_path(identity.path).empty());
}

void told_page_key(const store::Generation& generation, const identity::Identity& identity, std::string& key) {
    format::page_key(identity.host, identity.path, key);
    if (identity.path.find('?') != std::string::npos && is_told_without_details(identity) &&
        !has_page(generation, identity, key)) {
        format::page_key(identity.host, identity::page_without_details(identity.path), key);
    }
}

}  // namespace bizrec::search

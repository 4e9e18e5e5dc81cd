#include "bizrec/enrich/identity_lookup.hpp"

#include "bizrec/enrich/told_page.hpp"
#include "bizrec/identity/page_path.hpp"
#include "bizrec/postings/host_entry.hpp"

namespace bizrec::search {

namespace {

bool has_host(identity::Kind kind) noexcept {
    return kind == identity::Kind::domain || kind == identity::Kind::hosted;
}

struct SiteHashes {
    format::KeyHash host, page;
};

SiteHashes hash_site(const identity::Identity& identity, std::string& scratch) {
    SiteHashes hashes;
    format::host_key(identity.host, scratch);
    hashes.host = format::hash_key(scratch);
    format::make_page_key(identity.path, scratch);
    hashes.page = format::hash_key(scratch);
    return hashes;
}

/// The hash of the page without its parameters and its route, which few requests have. Returns false if it has none.
[[gnu::noinline]] bool hash_bare_page(const identity::Identity& identity, std::string& scratch, format::KeyHash& hash) {
    if (identity.path.find('?') == std::string::npos) {
        return false;
    }
    format::page_key(identity.host, identity::page_without_details(identity.path), scratch);
    hash = format::hash_key(scratch);
    return true;
}

/// The evidence for a key with a single document. The host and the page of such a key have no entries of their own: the
/// slot of the key holds the tags that their keys would have.
Evidence evidence_of_single(const format::KeyEntry& entry, const SiteHashes& hashes, const identity::Identity& identity,
                            std::string& scratch) {
    if (entry.aux[1] == hashes.page.tag) {
        return Evidence::direct;
    }
    format::KeyHash bare;
    const bool may_be_bare = !identity.is_page_of_stranger || is_told_without_details(identity);
    if (may_be_bare && hash_bare_page(identity, scratch, bare) && entry.aux[1] == bare.tag) {
        return Evidence::direct;
    }
    return entry.aux[0] == hashes.host.tag ? Evidence::host : Evidence::key;
}

/// Adds the documents of `list` that are not hidden. `list`: not empty.
void add_visible(const store::Generation& generation, const Postings& list, Evidence evidence, InputMatch& match) {
    const Postings visible = generation.suppression() == nullptr ? list : visible_postings(generation, list);
    if (!visible.empty()) {
        match.add(visible, evidence);
    }
}

/// Returns false if the index does not have the key.
bool add_found(const store::Generation& generation, const format::KeyHash& hash, Evidence evidence, InputMatch& match) {
    format::KeyEntry entry;
    if (!generation.identities().find(hash, entry)) {
        return false;
    }
    const Postings list = decode_postings(entry);
    if (!list.empty()) {
        add_visible(generation, list, evidence, match);
    }
    return true;
}

/// Adds the documents of the page. If no record has its parameters, adds those of the page without them, if
/// `may_be_bare`.
void add_page(const store::Generation& generation, const format::KeyHash& page, const identity::Identity& identity,
              bool may_be_bare, std::string& scratch, InputMatch& match) {
    format::KeyHash bare;
    if (!add_found(generation, page, Evidence::direct, match) && may_be_bare &&
        hash_bare_page(identity, scratch, bare)) {
        add_found(generation, bare, Evidence::direct, match);
    }
}

void add_by_host(const store::Generation& generation, const identity::Identity& identity, std::string& scratch,
                 InputMatch& match) {
    format::KeyEntry entry;
    bool same_host = false;
    if (find_by_host(generation, identity.key, identity.host, scratch, entry, same_host)) {
        const Postings list = decode_postings(entry);
        if (!list.empty()) {
            add_visible(generation, list, same_host ? Evidence::host : Evidence::key, match);
        }
    }
}

}  // namespace

void IdentityLookup::prepare(const store::Generation& generation, const identity::Identity& identity) noexcept {
    identity_ = nullptr;
    if (!identity.names_business()) {
        return;
    }
    identity_ = &identity;
    hash_ = format::hash_key(identity.key);
    generation.identities().prefetch(hash_);
}

void IdentityLookup::find(const store::Generation& generation, std::string& scratch, InputMatch& match) const {
    match.clear();
    if (identity_ == nullptr) {
        return;
    }
    if (!has_host(identity_->kind)) {
        add_found(generation, hash_, Evidence::direct, match);
        return;
    }
    // The hashes are computed before the key's slot is read, because the prefetch of the slot is still under way.
    const SiteHashes hashes = hash_site(*identity_, scratch);
    format::KeyEntry entry;
    if (!generation.identities().find(hash_, entry)) {
        return;
    }
    if (entry.length == 1) {
        const Evidence evidence = evidence_of_single(entry, hashes, *identity_, scratch);
        if (identity_->is_page_of_stranger && evidence != Evidence::direct) {
            return;
        }
        generation.prefetch_document(entry.values[0]);
        add_visible(generation, decode_postings(entry), evidence, match);
        return;
    }
    generation.identities().prefetch(hashes.page);
    if (identity_->is_page_of_stranger || (entry.aux[1] & format::entry_flag::shared) != 0) {
        const bool by_host = !identity_->is_page_of_stranger && (entry.aux[1] & format::entry_flag::by_host) != 0;
        if (identity_->path == identity::hidden_page) {
            return;
        }
        if (by_host) {
            add_by_host(generation, *identity_, scratch, match);
        }
        add_page(generation, hashes.page, *identity_, by_host || is_told_without_details(*identity_), scratch, match);
        return;
    }
    const Postings all = decode_postings(entry);
    if (all.empty()) {
        return;
    }
    generation.identities().prefetch(hashes.host);
    add_visible(generation, all, Evidence::key, match);
    add_found(generation, hashes.host, Evidence::host, match);
    add_page(generation, hashes.page, *identity_, true, scratch, match);
}

}  // namespace bizrec::search

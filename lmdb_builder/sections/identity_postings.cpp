#include "lmdb_builder/sections/identity_postings.hpp"

#include <map>
#include <tuple>

#include "bizrec/format/identity_entry.hpp"
#include "bizrec/identity/page_path.hpp"
#include "lmdb_builder/sections/key_section.hpp"
#include "lmdb_builder/sections/posting_groups.hpp"

namespace bizrec::builder {
namespace {

bool hash_before(const format::KeyHash& a, const format::KeyHash& b) noexcept {
    return std::tie(a.position, a.tag) < std::tie(b.position, b.tag);
}

std::pair<std::uint64_t, std::uint64_t> key_of(const format::KeyHash& hash) noexcept {
    return {hash.position, hash.tag};
}

}  // namespace

IdentityPostings::IdentityPostings(const std::string& temp_folder, std::uint64_t memory_bytes, const SharedKeys& shared)
    : identities_(temp_folder, {memory_bytes / 2, ExternalSorter::default_fan_in}),
      pages_(temp_folder, {memory_bytes / 2, ExternalSorter::default_fan_in}) {
    for (const std::string& key : shared.strangers) {
        strangers_.insert(key_of(format::hash_key(key)));
    }
    std::string host;
    for (const std::string& key : shared.tenants) {
        format::host_key(key, host);
        tenants_.emplace(key_of(format::hash_key(key)), format::hash_key(host));
    }
}

bool IdentityPostings::is_shared(const format::KeyHash& hash) const {
    return strangers_.count(key_of(hash)) != 0 || tenants_.count(key_of(hash)) != 0;
}

void append_postings(std::uint32_t docid, const DocumentColumns& columns, const DocumentKeys& keys,
                     std::vector<KeyedPosting>& out) {
    Posting plain;
    plain.docid = docid;
    plain.quality = columns.quality;
    if (!keys.website.empty()) {
        Posting website = plain;
        if (!keys.host.empty()) {
            std::string text;
            website.is_website = true;
            format::host_key(keys.host, text);
            website.host = format::hash_key(text);
            format::page_key(keys.host, keys.path, text);
            website.bare_page = website.page = format::hash_key(text);
            if (!keys.is_page_of_stranger) {
                format::page_key(keys.host, identity::page_without_details(keys.path), text);
                website.bare_page = format::hash_key(text);
            }
        }
        out.push_back({format::hash_key(keys.website), website});
    }
    if (!keys.root_domain.empty()) {
        out.push_back({format::hash_key(keys.root_domain), plain});
    }
    for (const std::string& key : keys.domains) {
        out.push_back({format::hash_key(key), plain});
    }
    for (const std::string& key : keys.others) {
        out.push_back({format::hash_key(key), plain});
    }
}

void IdentityPostings::add(const std::vector<KeyedPosting>& postings) {
    for (const KeyedPosting& keyed : postings) {
        encode_posting(keyed.key, keyed.posting, key_, payload_);
        identities_.add(key_, payload_);
    }
}

void IdentityPostings::finish() {
    identities_.finish();
    derive_page_keys();
    pages_.finish();
    for (PostingGroups pages(pages_.read()); pages.next();) {
        ++page_keys_;
    }
}

// Adds the keys of hosts and pages. An identity key with one document needs none, because the section stores the
// fingerprints of its host and page with the key. But a domain of unrelated businesses or of tenants always needs them,
// because its own key finds no record. Under a domain of unrelated businesses, only the key of the exact page finds a
// record. Under a domain of tenants, the key of the host also finds it, and the host key of the bare domain finds all
// records of the domain.
void IdentityPostings::derive_page_keys() {
    PostingGroups groups(identities_.read());
    while (groups.next()) {
        ++identity_keys_;
        const bool strangers = strangers_.count(key_of(groups.hash())) != 0;
        const auto tenant = tenants_.find(key_of(groups.hash()));
        shared_keys_ += strangers ? 1 : 0;
        if (tenant != tenants_.end()) {
            for (const Posting& posting : groups.postings()) {
                encode_posting(tenant->second, posting, key_, payload_);
                pages_.add(key_, payload_);
            }
        }
        if (groups.postings().size() > 1 || strangers || tenant != tenants_.end()) {
            derive_page_keys(groups.postings(), !strangers);
        }
    }
}

// A page with parameters ("/shop?id=12") also has the key of its path alone ("/shop"), because parameters may say
// nothing. Under a domain of unrelated businesses, it has this key only if no other record has the path: otherwise the
// parameters tell the businesses apart.
void IdentityPostings::derive_page_keys(const std::vector<Posting>& postings, bool by_host) {
    std::map<std::pair<std::uint64_t, std::uint64_t>, std::size_t> pages_of_path;
    for (const Posting& posting : postings) {
        if (posting.is_website && !by_host) {
            ++pages_of_path[key_of(posting.bare_page)];
        }
    }
    for (const Posting& posting : postings) {
        if (!posting.is_website) {
            continue;
        }
        encode_posting(posting.page, posting, key_, payload_);
        pages_.add(key_, payload_);
        if (key_of(posting.page) != key_of(posting.bare_page) &&
            (by_host || pages_of_path[key_of(posting.bare_page)] == 1)) {
            encode_posting(posting.bare_page, posting, key_, payload_);
            pages_.add(key_, payload_);
        }
        if (by_host) {
            encode_posting(posting.host, posting, key_, payload_);
            pages_.add(key_, payload_);
        }
    }
}

void IdentityPostings::write(Workers& workers, store::IndexWriter& writer, format::Meta& meta) const {
    meta.identity_keys = identity_keys_;
    meta.shared_domains = shared_keys_;
    PostingGroups identities(identities_.read());
    PostingGroups pages(pages_.read());
    bool more_identities = identities.next();
    bool more_pages = pages.next();
    PostingEntry entry;
    const auto next = [&](SectionKey& key) {
        if (!more_identities && !more_pages) {
            return false;
        }
        const bool identity_first = more_identities && (!more_pages || !hash_before(pages.hash(), identities.hash()));
        PostingGroups& group = identity_first ? identities : pages;
        make_posting_entry(group.postings(), identity_first && is_shared(group.hash()), entry);
        if (identity_first && tenants_.count(key_of(group.hash())) != 0) {
            entry.aux[1] |= format::entry_flag::by_host;
        }
        key = {group.hash(),
               entry.values.data(),
               static_cast<std::uint32_t>(entry.values.size()),
               {entry.aux[0], entry.aux[1]}};
        (identity_first ? more_identities : more_pages) = group.next();
        return true;
    };
    write_key_section(workers, writer, format::Section::identities, identity_keys_ + page_keys_, next);
}

}  // namespace bizrec::builder

#include "lmdb_builder/build/identity_postings.hpp"

#include <tuple>

#include "bizrec/format/identity_entry.hpp"
#include "bizrec/store/index_writer.hpp"
#include "lmdb_builder/build/key_section.hpp"
#include "lmdb_builder/build/posting_groups.hpp"

namespace bizrec::builder {
namespace {

bool hash_before(const format::KeyHash& a, const format::KeyHash& b) noexcept {
    return std::tie(a.position, a.tag) < std::tie(b.position, b.tag);
}

}  // namespace

IdentityPostings::IdentityPostings(const std::string& temp_folder, std::uint64_t memory_bytes,
                                   const std::set<std::string>& shared)
    : identities_(temp_folder, {memory_bytes / 2, ExternalSorter::default_fan_in}),
      pages_(temp_folder, {memory_bytes / 2, ExternalSorter::default_fan_in}) {
    for (const std::string& key : shared) {
        const format::KeyHash hash = format::hash_key(key);
        shared_.emplace(hash.position, hash.tag);
    }
}

bool IdentityPostings::is_shared(const format::KeyHash& hash) const {
    return shared_.count({hash.position, hash.tag}) != 0;
}

void IdentityPostings::add_posting(const std::string& key, const Posting& posting) {
    std::string sort_key, payload;
    encode_posting(format::hash_key(key), posting, sort_key, payload);
    identities_.add(sort_key, payload);
}

void IdentityPostings::add(std::uint32_t docid, const DocumentColumns& columns, const DocumentKeys& keys) {
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
            website.page = format::hash_key(text);
        }
        add_posting(keys.website, website);
    }
    if (!keys.root_domain.empty()) {
        add_posting(keys.root_domain, plain);
    }
    for (const std::string& key : keys.others) {
        add_posting(key, plain);
    }
}

// A key with one document says by its fingerprints what the host and page keys would say; under a domain of strangers
// only the very page finds a record.
void IdentityPostings::derive_page_keys(format::Meta& meta) {
    identities_.finish();
    std::string key, payload;
    PostingGroups groups(identities_.read());
    while (groups.next()) {
        ++meta.identity_keys;
        const bool shared = is_shared(groups.hash());
        meta.shared_domains += shared ? 1 : 0;
        if (groups.postings().size() < 2 && !shared) {
            continue;
        }
        for (const Posting& posting : groups.postings()) {
            if (!posting.is_website) {
                continue;
            }
            encode_posting(posting.page, posting, key, payload);
            pages_.add(key, payload);
            if (!shared) {
                encode_posting(posting.host, posting, key, payload);
                pages_.add(key, payload);
            }
        }
    }
    pages_.finish();
    for (PostingGroups pages(pages_.read()); pages.next();) {
        ++page_keys_;
    }
}

void IdentityPostings::write(store::IndexWriter& writer, format::Meta& meta) {
    derive_page_keys(meta);
    KeySectionWriter section(writer, format::Section::identities, meta.identity_keys + page_keys_);
    PostingGroups identities(identities_.read());
    PostingGroups pages(pages_.read());
    bool more_identities = identities.next();
    bool more_pages = pages.next();
    PostingEntry entry;
    while (more_identities || more_pages) {
        const bool identity_first = more_identities && (!more_pages || !hash_before(pages.hash(), identities.hash()));
        PostingGroups& group = identity_first ? identities : pages;
        make_posting_entry(group.postings(), identity_first && is_shared(group.hash()), entry);
        section.add(group.hash(), entry.values.data(), static_cast<std::uint32_t>(entry.values.size()), entry.aux);
        (identity_first ? more_identities : more_pages) = group.next();
    }
    section.finish();
}

}  // namespace bizrec::builder

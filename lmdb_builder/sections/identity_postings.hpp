#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "bizrec/format/key_table.hpp"
#include "bizrec/format/meta.hpp"
#include "lmdb_builder/document/document.hpp"
#include "lmdb_builder/sorting/external_sorter.hpp"

namespace bizrec::store {
class IndexWriter;
}
namespace bizrec::builder {

/// The keys of the domains that several businesses have websites on.
struct SharedKeys {
    std::set<std::string> strangers;  ///< unrelated businesses: a record is found only by its exact page
    /// domains of tenants: a record is found by its host. The bare domain, and its subdomains for parts of a site
    /// ("shop"), find all records of the domain.
    std::set<std::string> tenants;
};

class Workers;

/// One document under one key.
struct Posting {
    std::uint32_t docid = 0;
    std::uint8_t quality = 0;
    bool is_website = false;     ///< the key is DocumentKeys::website, and the website has a host
    format::KeyHash host, page;  ///< hashes of format::host_key() and page_key() if is_website; otherwise zero
    /// Hash of the page_key() of the page without its parameters and route. For a page of a listing it equals `page`.
    format::KeyHash bare_page;
};
struct KeyedPosting {
    format::KeyHash key;
    Posting posting;
};

/// Appends a document's postings. Thread-safe.
void append_postings(std::uint32_t docid, const DocumentColumns& columns, const DocumentKeys& keys,
                     std::vector<KeyedPosting>& out);

/// Collects the keys of all documents and writes the `identities` section (format/identity_entry.hpp). It sorts
/// externally twice: first identity keys, then the host and page keys of domains that have several documents, are
/// shared or have tenants. Memory: `memory_bytes` for the two sorters, and the list of the key with the most documents.
class IdentityPostings {
public:
    IdentityPostings(const std::string& temp_folder, std::uint64_t memory_bytes, const SharedKeys& shared);

    void add(const std::vector<KeyedPosting>& postings);

    /// Call it after the last add(): sorts, and derives the keys of hosts and pages.
    void finish();

    /// Call it after finish(). Sets identity_keys and shared_domains of `meta`.
    void write(Workers& workers, store::IndexWriter& writer, format::Meta& meta) const;

private:
    using Key = std::pair<std::uint64_t, std::uint64_t>;  // position and tag of a format::KeyHash

    void derive_page_keys();
    void derive_page_keys(const std::vector<Posting>& postings, bool by_host);
    bool is_shared(const format::KeyHash& hash) const;

    ExternalSorter identities_;
    ExternalSorter pages_;
    std::set<Key> strangers_;
    std::map<Key, format::KeyHash> tenants_;  // hash of the domain's key -> hash of its host key
    std::string key_, payload_;
    std::uint64_t identity_keys_ = 0, shared_keys_ = 0, page_keys_ = 0;
};

}  // namespace bizrec::builder

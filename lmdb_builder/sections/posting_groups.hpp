#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "lmdb_builder/sections/identity_postings.hpp"
#include "lmdb_builder/sorting/external_sorter.hpp"

namespace bizrec::builder {

/// Sort key of a posting: hash position, hash tag and docid, all big-endian. The payload has the rest.
void encode_posting(const format::KeyHash& hash, const Posting& posting, std::string& key, std::string& payload);

/// Walks sorted postings one key at a time.
class PostingGroups {
public:
    explicit PostingGroups(ExternalSorter::Cursor cursor);

    /// False at the end. Otherwise hash() and postings() describe the next key, with ascending docids, each once.
    bool next();
    const format::KeyHash& hash() const noexcept { return hash_; }
    const std::vector<Posting>& postings() const noexcept { return postings_; }

private:
    ExternalSorter::Cursor cursor_;
    bool more_;
    format::KeyHash hash_;
    std::vector<Posting> postings_;
};

/// The numbers and aux words of a key's entry, in the layout of identity_entry.hpp.
struct PostingEntry {
    std::vector<std::uint32_t> values;
    std::uint64_t aux[2] = {0, 0};
};
/// `is_shared`: the key is a domain of unrelated businesses and finds no record.
void make_posting_entry(const std::vector<Posting>& postings, bool is_shared, PostingEntry& out);

}  // namespace bizrec::builder

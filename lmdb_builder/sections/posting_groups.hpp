#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "lmdb_builder/sections/identity_postings.hpp"
#include "lmdb_builder/sorting/external_sorter.hpp"

namespace bizrec::builder {

/// Overwrites `key` with the sort key of a posting (hash position, hash tag and docid, all big-endian), and `payload`
/// with its other members.
void encode_posting(const format::KeyHash& hash, const Posting& posting, std::string& key, std::string& payload);

/// Walks the sorted postings of an ExternalSorter, one key after the other.
class PostingGroups {
public:
    explicit PostingGroups(ExternalSorter::Cursor cursor);

    /// False at the end. Otherwise hash() is the next key, and postings() are its postings with ascending docids.
    bool next();
    const format::KeyHash& hash() const noexcept { return hash_; }
    const std::vector<Posting>& postings() const noexcept { return postings_; }

private:
    ExternalSorter::Cursor cursor_;
    bool more_;
    format::KeyHash hash_;
    std::vector<Posting> postings_;
};

/// The data that the section stores for a key, in the layout of format/identity_entry.hpp: the numbers, and the two
/// words `aux`.
struct PostingEntry {
    std::vector<std::uint32_t> values;
    std::uint64_t aux[2] = {0, 0};
};
/// Overwrites `out`. `is_shared`: the key is a domain of unrelated businesses or of tenants, and finds no record.
void make_posting_entry(const std::vector<Posting>& postings, bool is_shared, PostingEntry& out);

}  // namespace bizrec::builder

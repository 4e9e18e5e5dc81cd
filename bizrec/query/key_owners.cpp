#include "bizrec/query/key_owners.hpp"

#include "bizrec/format/identity_entry.hpp"

namespace bizrec::search {

namespace {

/// Keys whose slots are asked for ahead of the one that is read: more would push each other out of the cache.
constexpr std::size_t keys_ahead = 16;

bool is_shared(const format::KeyEntry& entry) noexcept {
    return entry.length != 1 && (entry.aux[1] & format::entry_flag::shared) != 0;
}

}  // namespace

void KeyOwners::ask(const store::Generation& generation, const std::vector<std::string>& keys) {
    keys_ = &keys;
    hashes_.clear();
    lists_.clear();
    for (const std::string& key : keys) {
        hashes_.push_back(format::hash_key(key));
        if (hashes_.size() <= keys_ahead) {
            generation.identities().prefetch(hashes_.back());
        }
    }
}

void KeyOwners::read(const store::Generation& generation) {
    for (std::size_t i = 0; i < hashes_.size(); ++i) {
        if (i + keys_ahead < hashes_.size()) {
            generation.identities().prefetch(hashes_[i + keys_ahead]);
        }
        read_key(generation, i);
    }
}

void KeyOwners::read_key(const store::Generation& generation, std::size_t index) {
    format::KeyEntry entry;
    if (!generation.identities().find(hashes_[index], entry)) {
        return;
    }
    if (is_shared(entry)) {
        format::page_key((*keys_)[index], {}, page_key_);
        if (!generation.identities().find(page_key_, entry)) {
            return;
        }
    }
    const Postings list = decode_postings(entry);
    if (!list.empty()) {
        lists_.push_back(list);
    }
}

std::uint64_t KeyOwners::documents() const noexcept {
    std::uint64_t sum = 0;
    for (const Postings& list : lists_) {
        sum += list.count;
    }
    return sum;
}

void KeyOwners::copy_ranges(std::uint32_t documents, place::Ranges& out) const {
    out.clear();
    for (const Postings& list : lists_) {
        for (const std::uint32_t docid : list) {
            if (docid < documents) {  // the file may be hostile
                out.push_back({docid, docid + 1});
            }
        }
    }
    place::normalise(out);
}

}  // namespace bizrec::search

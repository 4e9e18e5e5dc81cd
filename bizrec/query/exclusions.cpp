#include "bizrec/query/exclusions.hpp"

#include "bizrec/format/identity_entry.hpp"

namespace bizrec::search {

namespace {

/// Keys whose slots are asked for ahead of the one that is read: more would push each other out of the cache.
constexpr std::size_t keys_ahead = 16;

bool is_shared(const format::KeyEntry& entry) noexcept {
    return entry.length != 1 && (entry.aux[1] & format::entry_flag::shared) != 0;
}

}  // namespace

void Exclusions::ask(const store::Generation& generation, const std::vector<std::string>& keys,
                     const std::vector<std::string>& keywords) {
    keys_ = &keys;
    hashes_.clear();
    owners_.clear();
    for (const std::string& key : keys) {
        hashes_.push_back(format::hash_key(key));
        if (hashes_.size() <= keys_ahead) {
            generation.identities().prefetch(hashes_.back());
        }
    }
    keywords_.ask(generation, keywords);
}

void Exclusions::read(const store::Generation& generation) {
    for (std::size_t i = 0; i < hashes_.size(); ++i) {
        if (i + keys_ahead < hashes_.size()) {
            generation.identities().prefetch(hashes_[i + keys_ahead]);
        }
        read_key(generation, i);
    }
    keywords_.read(generation);
}

/// Of a domain that strangers share only what the bare domain itself stands for is out: enrichment finds no more of it.
void Exclusions::read_key(const store::Generation& generation, std::size_t index) {
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
    add(entry);
}

void Exclusions::add(const format::KeyEntry& entry) {
    const Postings list = decode_postings(entry);
    if (!list.empty()) {
        owners_.push_back(list);
    }
}

std::uint64_t Exclusions::work(std::uint32_t documents) const noexcept {
    std::uint64_t sum = any() ? documents / 64 : 0;
    for (const Postings& list : owners_) {
        sum += list.count;
    }
    for (const KeywordSets::Keyword& keyword : keywords_.keywords()) {
        sum += std::uint64_t{keywords_.fewest_documents(keyword)} * keyword.count + format::block_postings;
    }
    return sum;
}

void Exclusions::mark(RowTest& test, std::uint32_t documents) {
    for (const Postings& list : owners_) {
        test.exclude(list.docids, list.count, documents);
    }
    for (const KeywordSets::Keyword& keyword : keywords_.keywords()) {
        keywords_.copy_lists(keyword, lists_);
        test.exclude_all_of(lists_, documents);
    }
}

}  // namespace bizrec::search

#include "lmdb_builder/content/phrase_counts.hpp"

#include <utility>

#include "bizrec/base/xxh.hpp"

namespace bizrec::builder {

void PhraseCounts::clear() {
    entries_.assign(entries_.size(), {});
    used_ = 0;
}

PhraseCounts::Entry& PhraseCounts::slot(std::uint64_t hash) {
    const std::size_t mask = entries_.size() - 1;
    std::size_t at = static_cast<std::size_t>(hash) & mask;
    while (entries_[at].text != nullptr && entries_[at].hash != hash) {
        at = (at + 1) & mask;
    }
    return entries_[at];
}

void PhraseCounts::add(std::string_view text) {
    const std::uint64_t hash = XXH3_64bits(text.data(), text.size());
    Entry& entry = slot(hash);
    if (entry.text != nullptr) {
        ++entry.count;
        return;
    }
    entry = {hash, text.data(), static_cast<std::uint32_t>(text.size()), 1};
    if (++used_ * 2 > entries_.size()) {
        grow();
    }
}

void PhraseCounts::grow() {
    std::vector<Entry> old(entries_.size() * 2);
    std::swap(old, entries_);
    for (const Entry& entry : old) {
        if (entry.text != nullptr) {
            slot(entry.hash) = entry;
        }
    }
}

}  // namespace bizrec::builder

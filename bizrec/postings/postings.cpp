#include "bizrec/postings/postings.hpp"

#include <cstring>

namespace bizrec::search {

Postings decode_postings(const format::KeyEntry& entry) noexcept {
    Postings list;
    list.docids = entry.values;
    // An entry with one number is the docid itself. Its aux holds fingerprints, not the count that entries with more
    // numbers have there.
    if (entry.length <= 1) {
        list.count = entry.length;
        return list;
    }
    list.count = static_cast<std::uint32_t>(std::min<std::uint64_t>(entry.aux[0], entry.length));
    const std::uint32_t others = entry.length - list.count;
    if (list.count > format::best_documents && (others == list.count || others == format::best_documents)) {
        list.best = list.docids + list.count;
        list.best_count = others;
    }
    return list;
}

Postings visible_postings(const store::Generation& generation, const Postings& list) {
    const store::Suppression* const suppression = generation.suppression();
    const store::VisibleList* const visible =
        suppression == nullptr ? nullptr : suppression->visible_lists().find(generation, list.docids, list.count);
    if (visible == nullptr) {
        return list;
    }
    Postings rest;
    rest.docids = visible->docids.data();
    rest.count = static_cast<std::uint32_t>(visible->docids.size());
    if (!visible->best.empty()) {
        rest.best = visible->best.data();
        rest.best_count = rest.count;
    }
    return rest;
}

bool contains(const place::Ranges& ranges, std::uint32_t docid) noexcept {
    const auto after = std::upper_bound(ranges.begin(), ranges.end(), docid,
                                        [](std::uint32_t d, const place::Range& range) { return d < range.end; });
    return after != ranges.end() && after->begin <= docid;
}

bool covers(const place::Ranges& ranges, const Postings& list) noexcept {
    if (list.empty()) {
        return true;
    }
    const std::uint32_t first = list.docids[0];
    const std::uint32_t last = list.docids[list.count - 1];
    if (ranges.size() == 1) {
        return ranges[0].begin <= first && first < ranges[0].end && last < ranges[0].end;
    }
    const auto holder = std::upper_bound(ranges.begin(), ranges.end(), first,
                                         [](std::uint32_t d, const place::Range& range) { return d < range.end; });
    return holder != ranges.end() && holder->begin <= first && last < holder->end;
}

std::uint64_t count_inside(const Postings& list, const place::Ranges& ranges, std::uint64_t& visited,
                           std::uint64_t end) {
    if (covers(ranges, list)) {
        return list.count;
    }
    std::uint64_t count = 0;
    for_each_stretch(list, ranges, visited, [&](const std::uint32_t* first, const std::uint32_t* last) {
        count += static_cast<std::uint64_t>(last - first);
        return visited < end;
    });
    return count;
}

bool same_documents(const Postings& a, const Postings& b) noexcept {
    return a.count == b.count &&
           (a.count == 0 || std::memcmp(a.docids, b.docids, a.count * sizeof(std::uint32_t)) == 0);
}

}  // namespace bizrec::search

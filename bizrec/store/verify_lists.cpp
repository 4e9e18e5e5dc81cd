#include "bizrec/store/verify.hpp"

#include <algorithm>
#include <vector>

#include "bizrec/format/identity_entry.hpp"
#include "bizrec/format/place_entry.hpp"
#include "bizrec/store/verify_tables.hpp"

namespace bizrec::store {
namespace {

bool ascending(const std::uint32_t* begin, const std::uint32_t* end) noexcept {
    return std::adjacent_find(begin, end, [](std::uint32_t a, std::uint32_t b) { return a >= b; }) == end;
}

/// Compares the `ranked` best documents of a list with those that sorting gives.
bool best_is_right(const Generation& g, const std::uint32_t* documents, std::size_t count, const std::uint32_t* best,
                   std::size_t ranked) {
    std::vector<std::uint32_t> sorted(documents, documents + count);
    const auto end = sorted.begin() + static_cast<std::ptrdiff_t>(ranked);
    std::partial_sort(sorted.begin(), end, sorted.end(), [&g](std::uint32_t a, std::uint32_t b) {
        return g.quality[a] != g.quality[b] ? g.quality[a] > g.quality[b] : a < b;
    });
    return std::equal(sorted.begin(), end, best);
}

const char* identity_rule(const Generation& g, const format::KeyEntry& entry) {
    if (entry.length == 1) {
        return entry.values[0] < g.documents() ? nullptr : "its document does not exist";
    }
    const std::uint64_t count = entry.aux[0];
    if (entry.aux[1] > (format::entry_flag::shared | format::entry_flag::by_host) ||
        entry.aux[1] == format::entry_flag::by_host) {
        return "unknown flags";
    }
    if (count == 0) {
        return entry.length == 0 && (entry.aux[1] & format::entry_flag::shared) != 0 ? nullptr
                                                                                     : "a list without documents";
    }
    const std::uint64_t best = count <= entry.length ? entry.length - count : 0;
    const bool of_format_3 = g.seal().format_version == 3;
    const std::uint64_t expected = count <= format::best_documents ? 0 : of_format_3 ? format::best_documents : count;
    if (count > entry.length || best != expected) {
        return "its length is not that of its documents, twice where they are ranked";
    }
    const std::uint32_t* end = entry.values + count;
    if (!ascending(entry.values, end) || end[-1] >= g.documents()) {
        return "its documents do not ascend, or do not exist";
    }
    if (best != 0 && !best_is_right(g, entry.values, count, end, best)) {
        return "its best documents are not the best";
    }
    return nullptr;
}

bool is_letter(std::uint32_t c) noexcept {
    return c >= 'A' && c <= 'Z';
}

/// A name of several towns has a range of docids for the largest of them. Checks that its first and last document are
/// in the ranges of the name.
bool largest_town_is_inside(const format::KeyEntry& entry) noexcept {
    const place::Range largest = format::largest_town_of(entry.aux[1]);
    // A docid is in a range if the number of bounds at or below it is odd.
    const auto is_inside = [&entry](std::uint32_t docid) {
        const std::uint32_t* const last = entry.values + entry.length;
        return (std::upper_bound(entry.values, last, docid) - entry.values) % 2 == 1;
    };
    return entry.aux[1] == 0 || (largest.begin < largest.end && is_inside(largest.begin) && is_inside(largest.end - 1));
}

const char* place_rule(const Generation& g, const format::KeyEntry& entry) {
    if (entry.length == 1) {
        const std::uint32_t code = entry.values[0];
        return is_letter(code >> 8) && is_letter(code & 0xFF) ? nullptr : "no country code";
    }
    if (entry.length == 0 || entry.length % 2 != 0) {
        return "its list does not consist of ranges";
    }
    // begin < end < next begin < …: non-empty, disjoint and non-adjacent ranges are one strictly ascending sequence.
    if (!ascending(entry.values, entry.values + entry.length) || entry.values[entry.length - 1] > g.documents()) {
        return "its ranges do not ascend, or leave the documents";
    }
    return largest_town_is_inside(entry) ? nullptr : "its largest town is none, or lies outside its ranges";
}

}  // namespace

Status verify_identities(const Generation& generation) {
    return verify_key_table(generation, format::Section::identities, generation.identities(), identity_rule);
}

Status verify_places(const Generation& generation) {
    return verify_key_table(generation, format::Section::places, generation.places(), place_rule);
}

}  // namespace bizrec::store

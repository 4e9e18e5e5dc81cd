#include "bizrec/place/ranges.hpp"

#include <algorithm>

namespace bizrec::place {

void normalise(Ranges& ranges) {
    if (ranges.empty() || (ranges.size() == 1 && ranges[0].begin < ranges[0].end)) {
        return;
    }
    ranges.erase(std::remove_if(ranges.begin(), ranges.end(), [](const Range& r) { return r.begin >= r.end; }),
                 ranges.end());
    std::sort(ranges.begin(), ranges.end(), [](const Range& a, const Range& b) { return a.begin < b.begin; });
    std::size_t kept = 0;
    for (const Range& range : ranges) {
        if (kept > 0 && range.begin <= ranges[kept - 1].end) {
            ranges[kept - 1].end = std::max(ranges[kept - 1].end, range.end);
        } else {
            ranges[kept++] = range;
        }
    }
    ranges.resize(kept);
}

std::uint64_t documents_in(const Ranges& ranges) noexcept {
    std::uint64_t sum = 0;
    for (const Range range : ranges) {
        sum += range.end - range.begin;
    }
    return sum;
}

void intersect(const Ranges& a, const Ranges& b, Ranges& out) {
    out.clear();
    auto left = a.begin();
    auto right = b.begin();
    while (left != a.end() && right != b.end()) {
        const Range both{std::max(left->begin, right->begin), std::min(left->end, right->end)};
        if (both.begin < both.end) {
            out.push_back(both);
        }
        if (left->end < right->end) {
            ++left;
        } else {
            ++right;
        }
    }
}

void subtract(const Ranges& a, const Ranges& b, Ranges& out) {
    out.clear();
    auto taken = b.begin();
    for (Range left : a) {
        while (taken != b.end() && taken->end <= left.begin) {
            ++taken;
        }
        for (auto next = taken; next != b.end() && next->begin < left.end && left.begin < left.end; ++next) {
            if (left.begin < next->begin) {
                out.push_back({left.begin, next->begin});
            }
            left.begin = next->end;
        }
        if (left.begin < left.end) {
            out.push_back(left);
        }
    }
}

}  // namespace bizrec::place

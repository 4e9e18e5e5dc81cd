#pragma once

#include <algorithm>
#include <vector>

namespace bizrec {

/// Sorts the values in ascending order, and keeps one of each.
template <class Value>
void sort_unique(std::vector<Value>& values) {
    std::sort(values.begin(), values.end());
    values.erase(std::unique(values.begin(), values.end()), values.end());
}

}  // namespace bizrec

#pragma once

#include <utility>
#include <vector>

namespace bizrec::search {

/// Clears a vector whose elements own memory. The elements are kept for add_reused().
template <class T>
void clear_for_reuse(std::vector<T>& elements, std::vector<T>& spare) {
    for (T& element : elements) {
        spare.push_back(std::move(element));
    }
    elements.clear();
}

/// Adds an element. It may be a cleared one that still holds its old content.
template <class T>
T& add_reused(std::vector<T>& elements, std::vector<T>& spare) {
    if (spare.empty()) {
        return elements.emplace_back();
    }
    elements.push_back(std::move(spare.back()));
    spare.pop_back();
    return elements.back();
}

}  // namespace bizrec::search

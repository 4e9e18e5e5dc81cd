#pragma once

#include <utility>
#include <vector>

namespace bizrec::search {

/// Empties a vector whose elements own memory (strings, vectors). Moves the elements to `spare`, so that add_reused()
/// can use their memory again.
template <class T>
void clear_for_reuse(std::vector<T>& elements, std::vector<T>& spare) {
    for (T& element : elements) {
        spare.push_back(std::move(element));
    }
    elements.clear();
}

/// Appends an element, taken from `spare` if there is one. It may still hold its old content, which the caller must
/// overwrite.
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

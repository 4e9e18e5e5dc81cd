#include "bizrec/text/plural.hpp"

#include <string_view>

#include "bizrec/base/ascii.hpp"

namespace bizrec::text {
namespace {

/// Whether the word ends in a sibilant and "e". Then the ending of its plural is "es", not "s" ("boxe" of "boxes"). A
/// singular that ends like this ("quiche") also loses its "e", so that it equals its plural.
bool ends_in_sibilant_e(std::string_view word) noexcept {
    return ends_with(word, "che") || ends_with(word, "she") || ends_with(word, "xe") || ends_with(word, "sse") ||
           ends_with(word, "tze") || ends_with(word, "zze");
}

}  // namespace

std::size_t fold_plural(char* word, std::size_t size) noexcept {
    const auto view = [&] { return std::string_view(word, size); };
    if (size < 4) {
        return size;
    }
    if (word[size - 1] == 's' && word[size - 2] != 's' && word[size - 2] != 'u') {
        --size;
        if (size == 3) {
            return size;  // "pie", "joe": the rules below are for longer words
        }
    }
    if (word[size - 1] != 'e') {
        return size;
    }
    if (ends_with(view(), "ie")) {
        word[size - 2] = 'y';
        return size - 1;
    }
    if (ends_with(view(), "oe") || ends_in_sibilant_e(view())) {
        return size - 1;
    }
    return size;
}

}  // namespace bizrec::text

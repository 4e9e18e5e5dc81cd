#include "bizrec/store/verify.hpp"

#include <algorithm>
#include <unordered_set>

namespace bizrec::store {
namespace {

using format::Section;

Error phrase_error(std::uint32_t unit, const std::string& what) {
    return chunk_error(Section::dictionary, 0, "the phrase of unit " + std::to_string(unit) + " " + what);
}

}  // namespace

/// Checks that phrases have 1 to max_phrase bytes, differ from each other, and are adjacent in whole units.
Status verify_dictionary(const Generation& g) {
    const format::ContentDictionary& dictionary = g.dictionary();
    std::unordered_set<std::string_view> phrases;
    std::uint32_t unit = 0;
    while (unit < dictionary.unit_count()) {
        const unsigned char* const begin = dictionary.unit(unit);
        const std::uint32_t units = dictionary.units_of_phrase(unit);
        if (*begin == 0 || *begin > format::max_phrase || units > dictionary.unit_count() - unit) {
            return phrase_error(unit, "has " + std::to_string(*begin) + " bytes");
        }
        if (std::any_of(begin + 1 + *begin, begin + units * format::phrase_unit_bytes,
                        [](unsigned char byte) { return byte != 0; })) {
            return phrase_error(unit, "is not filled up with zeros");
        }
        if (!phrases.insert(dictionary.phrase(unit)).second) {
            return phrase_error(unit, "is there twice");
        }
        unit += units;
    }
    for (const auto& chunk : g.chunks(Section::dictionary)) {
        const auto* const count_end = chunk.bytes + sizeof(std::uint32_t);
        const auto* const head_end = chunk.bytes + format::dictionary_head_bytes;
        if (!zeros_from({count_end, static_cast<std::size_t>(head_end - count_end)}, 0) ||
            !zeros_from(chunk, format::dictionary_head_bytes + unit * format::phrase_unit_bytes)) {
            return chunk_error(Section::dictionary, 0, "padding is not zero");
        }
    }
    return ok();
}

}  // namespace bizrec::store

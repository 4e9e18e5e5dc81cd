#pragma once

#include <string_view>

namespace bizrec::place {

/// The short form of a folded word of a city's name; other words stay. Only for whole words: "Stuttgart" and
/// "Fortaleza" stay.
inline std::string_view shortened_in_city(std::string_view word) noexcept {
    if (word == "saint" || word == "sainte" || word == "ste") {
        return "st";
    }
    if (word == "fort") {
        return "ft";
    }
    if (word == "mount") {
        return "mt";
    }
    return word;
}

inline bool is_shortened_in_city(std::string_view word) noexcept {
    const bool may_be = word.size() >= 3 && word.size() <= 6 && (word[0] == 's' || word[0] == 'f' || word[0] == 'm');
    return may_be && shortened_in_city(word) != word;
}

}  // namespace bizrec::place

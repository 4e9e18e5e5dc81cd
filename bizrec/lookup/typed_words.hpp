#pragma once

#include <string>
#include <string_view>

#include "bizrec/lookup/clause.hpp"

namespace bizrec::search {

/// The words of both texts of a request, as typed or in another reading.
struct TypedWords {
    WordSequence query, store_name;

    WordSequence& of(const ClauseRule& rule) noexcept {
        return rule.words == format::TermKind::word ? query : store_name;
    }
    const WordSequence& of(const ClauseRule& rule) const noexcept {
        return rule.words == format::TermKind::word ? query : store_name;
    }
};

/// Whether the texts of `a` and `b` are equal without their spaces.
inline bool has_same_letters(const TypedWords& a, const TypedWords& b) {
    const auto glued = [](const WordSequence& words) {
        std::string letters;
        for (const std::string_view word : words) {
            letters += word;
        }
        return letters;
    };
    return glued(a.query) == glued(b.query) && glued(a.store_name) == glued(b.store_name);
}

}  // namespace bizrec::search

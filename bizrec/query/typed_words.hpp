#pragma once

#include "bizrec/query/clause.hpp"

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

}  // namespace bizrec::search

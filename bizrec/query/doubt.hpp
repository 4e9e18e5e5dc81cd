#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "bizrec/query/query_context.hpp"
#include "bizrec/query/query_words.hpp"
#include "bizrec/query/whole_texts.hpp"
#include "bizrec/query/written_names.hpp"
#include "bizrec/rank/hit_test.hpp"

namespace bizrec::search {

/// Whether a request that has hits as typed may yet mean something else: a few look-ups say what the mightiest
/// neighbour of its words could be worth, and only where that is more than a single hit its hits are counted.
class Doubt {
public:
    explicit Doubt(const QueryContext& context) : context_(context), names_(context), wholes_(context) {}

    /// `words`: as typed, without the name of a place, all of them in the index, with a hit under `conditions`. Adds to
    /// `steps`.
    bool any(const QueryWords& words, const RankConditions& conditions, std::uint64_t& steps);

private:
    bool is_name(const QueryWords& words);
    double greatest(const QueryWords& words, std::uint64_t& steps);
    double of_spelling(const SearchClause& clause, std::size_t word) const;
    double of_joining(const SearchClause& clause, std::size_t at);
    double of_gluing(const SearchClause& clause);
    double as_typed(const QueryWords& words, const RankConditions& conditions, std::uint64_t& steps);

    const QueryContext& context_;
    WrittenNames names_;
    HitTest test_;
    WholeTexts wholes_;
    std::vector<const format::TermLists*> lists_;
    std::string joined_, key_;
};

}  // namespace bizrec::search

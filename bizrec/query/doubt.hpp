#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "bizrec/query/query_context.hpp"
#include "bizrec/query/query_words.hpp"
#include "bizrec/query/whole_texts.hpp"
#include "bizrec/query/written_names.hpp"
#include "bizrec/rank/hit_test.hpp"

namespace bizrec::search {

/// Whether a request that has hits as typed may yet mean something else. What the mightiest neighbour of a word could
/// be worth stands beside the word's slot (format/rival.hpp): only where that is more than a single hit, or where the
/// words written together are something, hits are counted.
class Doubt {
public:
    explicit Doubt(const QueryContext& context) : context_(context), names_(context), wholes_(context) {}

    /// `words`: as typed, without the name of a place, all of them in the index, with a hit under `conditions`. Adds to
    /// `steps`.
    bool any(const QueryWords& words, const RankConditions& conditions, std::uint64_t& steps);

private:
    /// Records that a reading may have, each counted as often as it should, over e to the power of its cost.
    using Hits = double;

    bool is_name(const QueryWords& words);
    /// Not asked: what can be worth no more than `at_least`.
    Hits greatest(const QueryWords& words, Hits at_least, std::uint64_t& steps);
    Hits of_spelling(const SearchClause& clause, std::size_t word) const;
    void join(const WordSequence& words);
    Hits of_joining(const SearchClause& clause, const OtherSpaces& spaces, std::size_t at);
    std::string_view glue(const WordSequence& words);
    Hits of_gluing(const QueryWords& words);
    Hits of_glued(float log_count) const noexcept;
    /// As typed.
    Hits sampled(const QueryWords& words, const RankConditions& conditions, std::uint64_t& steps);

    const QueryContext& context_;
    WrittenNames names_;
    HitTest test_;
    WholeTexts wholes_;
    std::vector<const format::TermLists*> lists_;
    std::string joined_;             // the words of a clause behind one byte, without spaces
    std::vector<std::size_t> ends_;  // of each in it
    std::string glued_;
};

}  // namespace bizrec::search

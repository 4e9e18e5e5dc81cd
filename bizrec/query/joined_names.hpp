#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "bizrec/format/key_table.hpp"
#include "bizrec/query/query_words.hpp"
#include "bizrec/rank/rank.hpp"
#include "bizrec/store/generation.hpp"
#include "bizrec/text/analyser.hpp"

namespace bizrec::search {

/// Two neighbours of the query that are one word of names, where records hold both of them, but none holds one of them
/// for more than a street counts: "jc penney" is JCPenney, although a market stands on the J. C. Penney Parking Lot.
class JoinedNames {
public:
    struct Join {
        std::size_t at = 0;       ///< in the query's words
        std::string form;         ///< both as the one word that the index has
        format::TermLists named;  ///< the records whose names have it
    };
    enum class Verdict : std::uint8_t { street_alone, held_better, given_up };

    /// `words`, `as_typed`: of a request with hits, of which `hit` is one; null: none is at hand. Costs hardly more
    /// than a comparison where its evidence is more than that of a hit by its street could be, and little where it
    /// holds the words for more than a street counts. True where there is a join.
    bool find(const store::Generation& generation, const QueryWords& words, const RankConditions& as_typed,
              const SearchRow* hit);
    void clear() noexcept { joins_.clear(); }
    const std::vector<Join>& joins() const noexcept { return joins_; }

    /// Whether all hits of the request as typed hold both words of the join by their street alone, or in a long text,
    /// which counts no more. Documents must be excluded before (RowTest). Looks at the hits until `visited` is `end`.
    Verdict judge(const store::Generation& generation, const QueryWords& words, const RankConditions& as_typed,
                  const Join& join, std::uint64_t end, std::uint64_t& visited);

private:
    /// Two neighbours that may be one word.
    struct Asked {
        std::size_t at = 0;
        std::size_t begin = 0, size = 0;  ///< their word in forms_
        format::KeyHash key;
    };

    bool may_be_street_alone(const SearchClause& clause, std::size_t at, std::uint32_t docid);
    void ask(const store::Generation& generation, const WordSequence& sequence, std::size_t at);
    void read(const store::Generation& generation);

    std::vector<Join> joins_;
    std::vector<Asked> asked_;
    std::vector<std::uint8_t> is_better_;  // of the hit's words, whether it holds one for more; 2: not looked up yet
    std::string written_, key_, forms_;
    text::AnalysedText text_;
};

}  // namespace bizrec::search

#pragma once

#include <cstdint>
#include <vector>

#include "bizrec/format/term_lists.hpp"
#include "bizrec/place/ranges.hpp"
#include "bizrec/postings/list_cursor.hpp"
#include "bizrec/postings/posting_walk.hpp"
#include "bizrec/rank/rank.hpp"

namespace bizrec::search {

/// Documents of which a sample says how many there are.
struct HitCount {
    double documents = 0;  ///< 0: none was found among those that were looked at
    double weight = 0;     ///< each counted as often as the greatest of its WeightedSets says, at least once
};

/// Documents that count `weight` times, >= 1: those of the lists with at least this impact.
struct WeightedSet {
    const format::TermLists* lists = nullptr;
    double weight = 1;
    std::uint8_t min_impact = 0;
};

/// About how many documents hold all of some lists and pass a request's conditions, by a sample of the rarest list:
/// blocks all over it first, then from its beginning. The cost does not grow with how frequent the words are. Neither
/// answer nor cost can depend on the page, which is not among the conditions.
class HitTest {
public:
    /// A sample ends after so many hits; after so many documents with one; after so many without.
    static constexpr std::uint32_t enough_hits = 32, enough_with_a_hit = 512, enough_documents = 4096;

    /// `conditions`: its places, test and any_of count, its words do not. Documents must be excluded before (RowTest).
    /// All must live, unchanged, as long as this is used. Where `visited` of count() reaches `max_visited`, what it
    /// tells is no good.
    void begin(const store::Generation& generation, const RankConditions& conditions,
               std::uint64_t max_visited = UINT64_MAX);
    /// Documents that lie in the places.
    std::uint64_t inside() const noexcept { return inside_; }
    /// `words`: lists that a hit holds, each once, none empty; none: every document. `sets` may be empty. Adds what it
    /// looked at to `visited`.
    HitCount count(const std::vector<const format::TermLists*>& words, const std::vector<WeightedSet>& sets,
                   std::uint64_t& visited);

private:
    struct Sample {
        double looked = 0, hits = 0, weight = 0;
        double share = 1;  // of the documents in the places that stand for one that was looked at
        bool is_enough() const noexcept {
            return hits >= enough_hits || (hits >= 1 && looked >= enough_with_a_hit) || looked >= enough_documents;
        }
    };

    bool is_simple(const std::vector<const format::TermLists*>& words,
                   const std::vector<WeightedSet>& sets) const noexcept;
    void open(const std::vector<WeightedSet>& sets);
    Sample look(const std::vector<WeightedSet>& sets, std::uint32_t stride, std::uint64_t& visited);
    double share_of(const Sample& sample, std::uint32_t stride) const noexcept;
    double passed(std::uint32_t docid) const noexcept;
    bool look_at_block(const std::vector<WeightedSet>& sets, Sample& sample, std::uint64_t& visited);
    bool is_hit(std::uint32_t docid, std::uint64_t& visited);
    bool passes(std::uint32_t docid, std::uint64_t& visited);
    double weight_of(const std::vector<WeightedSet>& sets, std::uint32_t docid, std::uint64_t& visited);

    const store::Generation* generation_ = nullptr;
    const RankConditions* conditions_ = nullptr;
    const place::Ranges* ranges_ = nullptr;
    place::Ranges everywhere_;
    std::uint64_t inside_ = 0;
    std::uint64_t max_visited_ = UINT64_MAX;
    std::vector<std::uint64_t> passed_;  // documents of the ranges up to the end of each
    std::uint32_t last_looked_at_ = 0;
    format::TermLists all_documents_;
    std::vector<const format::TermLists*> words_;  // the rarest first
    std::vector<ListCursor> followers_, any_of_, sets_;
    PostingWalk walk_;
};

}  // namespace bizrec::search

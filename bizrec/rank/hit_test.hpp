#pragma once

#include <cstdint>
#include <vector>

#include "bizrec/format/term_lists.hpp"
#include "bizrec/place/ranges.hpp"
#include "bizrec/postings/list_cursor.hpp"
#include "bizrec/postings/posting_walk.hpp"
#include "bizrec/rank/rank.hpp"

namespace bizrec::search {

/// An estimate of a number of documents from a sample.
struct HitCount {
    double documents = 0;     ///< 0: no hit in the sample
    double weight = 0;        ///< like `documents`, but each hit counts as its WeightedSets say
    double max_weight = 0;    ///< the greatest weight of a hit in the sample
    bool is_partial = false;  ///< the sample ended before the list, so hits may be overlooked
};

/// Documents to which the lists give an impact of `min_impact` to `max_impact`. A hit counts as many times as the
/// greatest weight of the sets that contain it, but at least once. This number is then multiplied by each weight below
/// 1 of those sets.
struct WeightedSet {
    const format::TermLists* lists = nullptr;
    double weight = 1;
    std::uint8_t min_impact = 0, max_impact = UINT8_MAX;
};

/// Estimates how many documents are in all of some lists and pass a request's conditions. Samples the rarest list from
/// its beginning. If that list is long and no places are given, samples blocks spread over it first, and its beginning
/// only if these blocks have no hit. The cost does not grow with the frequency of the words. Neither result nor cost
/// depends on the page, which is not among the conditions.
class HitTest {
public:
    /// A sample ends after enough_hits hits, after enough_with_a_hit documents if one of them was a hit, or after
    /// enough_documents documents.
    static constexpr std::uint32_t enough_hits = 32, enough_with_a_hit = 512, enough_documents = 4096;

    /// Uses the places, test and any_of of `conditions`, not its words. Call SearchFilters::mark_exclusions() before,
    /// because it fills the test. All arguments must live, unchanged, as long as this object is used. If `visited` of
    /// count() reaches `max_visited`, the count is not valid.
    void begin(const store::Generation& generation, const RankConditions& conditions,
               std::uint64_t max_visited = UINT64_MAX);
    /// The number of documents in the places.
    std::uint64_t inside() const noexcept { return inside_; }
    /// `words`: the lists that a hit is in, each once, none empty. No words: every document. `sets` may be empty. Adds
    /// the work done to `visited`.
    HitCount count(const std::vector<const format::TermLists*>& words, const std::vector<WeightedSet>& sets,
                   std::uint64_t& visited);
    /// Like count(), but always looks at the first enough_documents documents of the rarest list. It does not stop
    /// early if it finds many hits.
    HitCount count_all(const std::vector<const format::TermLists*>& words, const std::vector<WeightedSet>& sets,
                       std::uint64_t& visited);

private:
    struct Sample {
        double looked = 0, hits = 0, weight = 0, max_weight = 0;
        bool is_partial = false;
        bool has_all = false;  // it does not end after enough hits
        double share = 1;      // how many documents in the places each visited document stands for
        /// How many documents are looked at, if no further hit is found.
        std::uint32_t end() const noexcept { return has_all || hits < 1 ? enough_documents : enough_with_a_hit; }
        bool is_enough() const noexcept { return looked >= end() || (!has_all && hits >= enough_hits); }
    };

    bool is_simple(const std::vector<const format::TermLists*>& words,
                   const std::vector<WeightedSet>& sets) const noexcept;
    void open(const std::vector<WeightedSet>& sets);
    void set_words(const std::vector<const format::TermLists*>& words);
    Sample look(const std::vector<WeightedSet>& sets, std::uint32_t stride, bool has_all, std::uint64_t& visited);
    double share_of(const Sample& sample, std::uint32_t stride) const noexcept;
    double passed(std::uint32_t docid) const noexcept;
    bool look_at_block(const std::vector<WeightedSet>& sets, Sample& sample, std::uint64_t& visited);
    std::uint32_t skip(std::uint32_t first, Sample& sample) const noexcept;
    bool is_hit(std::uint32_t docid, std::uint64_t& visited);
    bool passes(std::uint32_t docid, std::uint64_t& visited);
    double weight_of(const std::vector<WeightedSet>& sets, std::uint32_t docid, std::uint64_t& visited);

    const store::Generation* generation_ = nullptr;
    const RankConditions* conditions_ = nullptr;
    const place::Ranges* ranges_ = nullptr;
    place::Ranges everywhere_;
    std::uint64_t inside_ = 0;
    std::uint64_t max_visited_ = UINT64_MAX;
    std::vector<std::uint64_t> passed_;  // for each range: the number of documents up to its end
    std::uint32_t last_looked_at_ = 0;
    std::uint32_t next_ = 0;  // no document before it, after the one looked at, is a hit
    format::TermLists all_documents_;
    std::vector<const format::TermLists*> words_;  // rarest first
    std::vector<ListCursor> followers_, any_of_, sets_;
    PostingWalk walk_;
};

}  // namespace bizrec::search

#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "bizrec/decoder/category_edges.hpp"
#include "bizrec/decoder/interpretation.hpp"
#include "bizrec/lookup/query_context.hpp"
#include "bizrec/lookup/query_words.hpp"
#include "bizrec/lookup/whole_texts.hpp"
#include "bizrec/lookup/written_names.hpp"
#include "bizrec/rank/hit_test.hpp"

namespace bizrec::search {

/// An upper bound on what a neighbour of `word` (format/rival.hpp) is worth: ln(its documents) minus the cost of the
/// error. Below -1e8 if there is no neighbour.
Nats rival_of(const QueryContext& context, std::string_view word);

/// Decides whether a request that has hits as typed may mean something else. The index stores with each word how much
/// its strongest neighbour could be worth (format/rival.hpp). The hits of the words as typed are sampled only if such a
/// neighbour, words with other spaces, another name of a category, or a name that a description follows may be worth
/// more than a single hit.
class Doubt {
public:
    explicit Doubt(const QueryContext& context) : context_(context), names_(context), wholes_(context) {}

    /// Returns whether another reading may be likelier. `words`: the words as typed, without the name of a place. All
    /// of them must be in the index, with a hit under `conditions`. Adds to `steps`.
    bool any(const QueryWords& words, const RankConditions& conditions, std::uint64_t& steps);
    /// Whether the last words may describe the business that the words before them name, and that has far more records
    /// than those of all words. False if enough hits have all words in their names. Valid after any().
    bool may_describe() const noexcept { return may_describe_; }

private:
    /// The number of records that a reading may find, weighted by how well each fits, divided by e to the power of the
    /// reading's cost.
    using Hits = double;

    Hits max_hits(double documents) const noexcept;
    void begin_test(const RankConditions& conditions, std::uint64_t steps);
    bool may_meet_by_chance(const QueryWords& words, std::uint64_t& steps);
    void list(const QueryWords& words);
    double expected_by_chance() const;
    bool list_in_names(const QueryWords& words, std::uint64_t& steps);
    double listed(std::uint64_t& steps);
    bool are_names_worth_more(Hits hits, const QueryWords& words, std::uint64_t& steps);
    bool stand_in_names(const QueryWords& words, std::uint64_t& steps);
    bool is_name(const QueryWords& words);
    /// The most hits that another reading may have. Does not look up glued names if they cannot be worth more than
    /// `at_least`.
    Hits greatest(const QueryWords& words, const RankConditions& conditions, Hits at_least, std::uint64_t& steps);
    /// The most hits that a reading with another name of a category may have. Names that records have as a label are
    /// not in doubt.
    Hits of_categories(const WordSequence& words, std::uint64_t& steps);
    Hits of_category(const text::CategoryNames::Other& other);
    Hits of_spelling(const SearchClause& clause, std::size_t word, double inside) const;
    bool is_rarer_than_rival(const SearchClause& clause, std::size_t word) const;
    Hits rival_hits(const SearchClause& clause, std::size_t word) const;
    void join(const WordSequence& words);
    Hits of_joining(const SearchClause& clause, const OtherSpaces& spaces, std::size_t at);
    std::string_view glue(const WordSequence& words, std::size_t count);
    Hits of_gluing(const QueryWords& words, Hits at_least, std::uint64_t& steps);
    bool is_as_common(const SearchClause::Word& word, const format::GluedName& name, std::uint64_t& steps);
    Hits of_glued(float log_count) const noexcept;
    Hits of_description(const QueryWords& words, const RankConditions& conditions, Hits at_least, std::uint64_t& steps);
    Hits of_fillers(const QueryWords& words, const RankConditions& conditions, Hits at_least, std::uint64_t& steps);
    double inside(const SearchClause& clause, std::size_t count, double records, const RankConditions& conditions,
                  std::uint64_t& steps);
    double named(const SearchClause& clause, std::size_t count, double at_least, std::uint64_t& steps);
    /// The hits of the words as typed, from a sample.
    Hits sampled(const QueryWords& words, const RankConditions& conditions, std::uint64_t& steps);

    const QueryContext& context_;
    double name_weight_ = WholeTexts::doubted_name_weight;
    WrittenNames names_;
    HitTest test_;
    bool is_test_begun_ = false, may_describe_ = false;
    WholeTexts wholes_;
    std::vector<const format::TermLists*> lists_;
    std::vector<format::TermLists> name_lists_;
    std::vector<WeightedSet> weights_;
    std::string joined_;             // one byte, then the words of a clause without spaces
    std::vector<std::size_t> ends_;  // where each word ends in joined_
    CategoryWalk category_;
    std::string glued_, key_;
};

}  // namespace bizrec::search

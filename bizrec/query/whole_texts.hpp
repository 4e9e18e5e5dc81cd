#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

#include "bizrec/query/clause.hpp"
#include "bizrec/query/query_context.hpp"
#include "bizrec/query/typed_words.hpp"
#include "bizrec/rank/hit_test.hpp"

namespace bizrec::search {

/// Which records a reading's words are the whole name or a whole label of, or their first or last words, the rest being
/// its place; and how often such a record counts.
class WholeTexts {
public:
    explicit WholeTexts(const QueryContext& context) : query_(context, query_rule), name_(context, store_name_rule) {}

    static constexpr double whole_name_weight = 32, label_weight = 4;
    /// What Doubt gives a name that was not typed: words that have hits are doubted only for one that is far likelier,
    /// so that few correct queries are decoded.
    static constexpr double name_weight = 16;

    /// ln(J / N) of words that so many of `all` records hold, at most: where it is the name of each.
    static double max_prior(double documents, double all, double weight = whole_name_weight) noexcept {
        return std::log(std::min(all, documents * weight) / all);
    }

    /// The bytes of `words` must live as long as sets() is used.
    void find(const TypedWords& words);
    /// The same of words that are looked up; the clauses must live as long as sets() is used.
    void find(const SearchClause& query, const SearchClause& name);
    const std::vector<WeightedSet>& sets() const noexcept { return sets_; }
    /// Records whose name or label is all of the words, each counted as often as it should.
    double of_all() const noexcept { return of_all_; }

private:
    void add(const SearchClause& clause);
    void add_single(const SearchClause::Word& word, double weight);

    SearchClause query_, name_;
    std::vector<WeightedSet> sets_;
    double of_all_ = 0;
};

}  // namespace bizrec::search

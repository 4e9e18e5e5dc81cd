#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "bizrec/format/impact.hpp"
#include "bizrec/lookup/clause.hpp"
#include "bizrec/lookup/query_context.hpp"
#include "bizrec/lookup/typed_words.hpp"
#include "bizrec/rank/hit_test.hpp"

namespace bizrec::search {

/// The records that have the word only in their street, or only in a long description. Each counts a sixteenth, because
/// users look for names: without this, "lowes dallas" is read as "love dallas" because of a shop at Love Field. Not for
/// words of a known name.
inline WeightedSet only_in_street(const format::TermLists& word) noexcept {
    return {&word, 1.0 / 16, 0, format::street_impact(word.idf_sixteenths)};
}

/// The records whose exact name or label is all words of a reading, or only its first or last words, because the others
/// may be a place. Also how many times such a record counts.
class WholeTexts {
public:
    explicit WholeTexts(const QueryContext& context) : query_(context, query_rule), name_(context, store_name_rule) {}

    static constexpr double whole_name_weight = 32, label_weight = 4;
    /// These weights apply if the request is one token of `query`, because a single word is most likely a name or a
    /// category.
    static constexpr double lone_name_weight = 128, lone_label_weight = 32;
    static constexpr double name_weight_of(bool is_lone) noexcept {
        return is_lone ? lone_name_weight : whole_name_weight;
    }
    /// Doubt uses this weight instead of whole_name_weight for exact names that were not typed. Because it is lower, a
    /// query with hits goes to the decoder only if another name is far likelier. So few correct queries are decoded.
    static constexpr double doubted_name_weight = 16;

    /// The maximum of ln(J / N) (interpretation.hpp) for words that `documents` of `all` records hold. It is reached if
    /// the words are the exact name of each of these records.
    static double max_prior(double documents, double all, double weight = whole_name_weight) noexcept {
        return std::log(std::min(all, documents * weight) / all);
    }

    /// Looks up the words of a reading, and computes sets() and of_all(). `weight_of_names`: from name_weight_of().
    /// `name_words`: for names(). The bytes of `words` must live as long as sets() is used.
    void find(const TypedWords& words, double weight_of_names, std::size_t name_words = SIZE_MAX);
    /// Like the function above, for words that are already looked up. The clauses must live as long as sets() is used.
    void find(const SearchClause& query, const SearchClause& name, double weight_of_names = whole_name_weight,
              std::size_t name_words = SIZE_MAX);
    const std::vector<WeightedSet>& sets() const noexcept { return sets_; }
    /// The number of records whose exact name or label is the whole text of two words or more, times the weight of a
    /// name or label. If the text is both, the greater product. 0 if it is neither, and if the request has `query` and
    /// `store_name`.
    double of_all() const noexcept { return of_all_; }
    /// The records whose name is the first `name_words` words of a text, or all of them, each with the weight 2.
    const std::vector<WeightedSet>& names() const noexcept { return names_; }

private:
    void add(const SearchClause& clause, double weight_of_names, std::size_t name_words);
    void add_single(const SearchClause::Word& word, format::Whole whole, double weight);

    SearchClause query_, name_;
    std::vector<WeightedSet> sets_, names_;
    double of_all_ = 0;
};

}  // namespace bizrec::search

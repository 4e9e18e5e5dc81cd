#include "bizrec/decoder/doubt.hpp"

#include <algorithm>
#include <cmath>

#include "bizrec/format/term_key.hpp"
#include "bizrec/postings/work.hpp"

namespace bizrec::search {

namespace {

constexpr double a_single_hit = 1;

/// If fewer records than this are expected to have all words by chance, one that has them was meant. No set of typed
/// questions loses an answer with a value of e^-4 or e^-8.
const double met_by_chance = std::exp(-4.0);

bool is_whole_name(const SearchClause& clause) noexcept {
    return !clause.exact_matches().empty() && clause.is_whole_name();
}

/// A single word that hits is most likely a name or a category. If its neighbour is one, too, only the numbers of
/// records tell which was meant, and a decoder that has one word is cheap.
bool is_lone(const QueryWords& words, const RankConditions& conditions) noexcept {
    return words.query().sequence().size() == 1 && words.store_name().words().empty() && conditions.places == nullptr;
}

/// The number of hits, if the heads of posting lists alone give it: for one word, or for two words that often occur
/// together. Otherwise 0.
double hits_of_heads(const QueryWords& words, const RankConditions& conditions) noexcept {
    if (!conditions.admit_all() || !words.store_name().words().empty()) {
        return 0;
    }
    return words.query().words().size() == 1 ? words.query().words().front().lists.count : words.query().pair().count;
}

}  // namespace

bool Doubt::any(const QueryWords& words, const RankConditions& conditions, std::uint64_t& steps) {
    is_test_begun_ = may_describe_ = false;
    if (is_whole_name(words.query()) || is_whole_name(words.store_name())) {
        return false;
    }
    name_weight_ = is_lone(words, conditions) ? WholeTexts::lone_name_weight : WholeTexts::doubted_name_weight;
    const Hits of_heads = std::max(a_single_hit, hits_of_heads(words, conditions));
    const Hits described = of_description(words, conditions, of_heads, steps);
    const Hits without_fillers = of_fillers(words, conditions, of_heads, steps);
    const Hits otherwise = std::max({of_categories(words.query().sequence(), steps),
                                     greatest(words, conditions, of_heads, steps), described, without_fillers});
    if (otherwise <= of_heads) {
        return false;
    }
    wholes_.find(words.query(), words.store_name());
    const Hits as_a_whole = conditions.places == nullptr ? wholes_.of_all() : 0;
    const Hits typed = std::max(as_a_whole, otherwise > as_a_whole ? sampled(words, conditions, steps) : 0);
    may_describe_ = described > typed && !are_names_worth_more(described, words, steps);
    return otherwise > typed && !is_name(words);
}

/// Begins test_, which passes over all ranges of the places. Few queries need it.
void Doubt::begin_test(const RankConditions& conditions, std::uint64_t steps) {
    if (!is_test_begun_) {
        test_.begin(*context_, conditions, context_.budget().end_for(steps));
        is_test_begun_ = true;
    }
}

/// Whether the hits may have all words, and be in the place, by chance, so that a typing error may lead to them.
/// Assumes that the words are independent of each other and of the place. True for a single word.
bool Doubt::may_meet_by_chance(const QueryWords& words, std::uint64_t& steps) {
    list(words);
    return lists_.size() < 2 || (expected_by_chance() > met_by_chance && !stand_in_names(words, steps));
}

/// Sets lists_ to those of the words as typed.
void Doubt::list(const QueryWords& words) {
    lists_.clear();
    for (const SearchClause* clause : words.clauses()) {
        for (const SearchClause::Word& word : clause->words()) {
            lists_.push_back(&word.lists);
        }
    }
}

/// How many records have all of lists_ and satisfy the conditions of test_, if all these are independent.
double Doubt::expected_by_chance() const {
    const auto all = static_cast<double>(context_->documents());
    auto expected = static_cast<double>(test_.inside());
    for (const format::TermLists* word : lists_) {
        expected *= word->count / all;
    }
    return expected;
}

/// Sets lists_ to those of the words of `query` in names. Returns false if some word is in no name, or if the request
/// has a `store_name`.
bool Doubt::list_in_names(const QueryWords& words, std::uint64_t& steps) {
    const std::vector<SearchClause::Word>& typed = words.query().words();
    steps += typed.size() * key_work;
    name_lists_.resize(typed.size());
    lists_.clear();
    for (std::size_t i = 0; i < typed.size(); ++i) {
        format::term_key(format::TermKind::name_word, typed[i].text, key_);
        name_lists_[i] = context_->term(key_);
        if (name_lists_[i].count == 0) {
            return false;
        }
        lists_.push_back(&name_lists_[i]);
    }
    return words.store_name().words().empty();
}

/// The number of records that have all of lists_ and satisfy the conditions of test_.
double Doubt::listed(std::uint64_t& steps) {
    weights_.clear();
    return test_.count(lists_, weights_, steps).documents;
}

/// Whether the hits that have all words in their names are worth more than `hits`.
bool Doubt::are_names_worth_more(Hits hits, const QueryWords& words, std::uint64_t& steps) {
    return list_in_names(words, steps) && listed(steps) * WholeTexts::whole_name_weight > hits;
}

/// Whether a hit has all words in its names, which meet there by no chance. Names are far shorter than whole records.
bool Doubt::stand_in_names(const QueryWords& words, std::uint64_t& steps) {
    return list_in_names(words, steps) && expected_by_chance() <= met_by_chance && listed(steps) > 0;
}

/// Whether the query is one word that is some record's name as written. Such a query is not in doubt.
bool Doubt::is_name(const QueryWords& words) {
    const WordSequence& sequence = words.query().sequence();
    return sequence.size() == 1 && names_.count(sequence.front()) > 0;
}

Doubt::Hits Doubt::sampled(const QueryWords& words, const RankConditions& conditions, std::uint64_t& steps) {
    list(words);
    weights_ = wholes_.sets();
    for (const format::TermLists* word : lists_) {
        weights_.push_back(only_in_street(*word));
    }
    begin_test(conditions, steps);
    return std::max(a_single_hit, test_.count(lists_, weights_, steps).weight);
}

}  // namespace bizrec::search

#include "bizrec/query/doubt.hpp"

#include <algorithm>
#include <cmath>

#include "bizrec/format/glued_names.hpp"
#include "bizrec/format/term_key.hpp"
#include "bizrec/postings/work.hpp"
#include "bizrec/query/edge.hpp"
#include "bizrec/query/rivals.hpp"
#include "bizrec/text/typing_cost.hpp"

namespace bizrec::search {

bool Doubt::any(const store::Generation& generation, const QueryWords& words, const RankConditions& conditions,
                std::uint64_t& steps) {
    if (words.query().is_whole_name() || words.store_name().is_whole_name()) {
        return false;
    }
    const double all = generation.documents();
    const Nats otherwise = greatest(generation, words, steps);
    return otherwise > std::log(1 / all) && otherwise > as_typed(generation, words, conditions, steps) &&
           !is_name(generation, words);
}

/// What is written as a name is never read otherwise.
bool Doubt::is_name(const store::Generation& generation, const QueryWords& words) {
    const WordSequence& sequence = words.query().sequence();
    return sequence.size() == 1 && names_.count(generation, sequence.front()) > 0;
}

Nats Doubt::greatest(const store::Generation& generation, const QueryWords& words, std::uint64_t& steps) {
    Nats greatest = impossible;
    for (const SearchClause* clause : {&words.query(), &words.store_name()}) {
        for (std::size_t i = 0; i < clause->words().size(); ++i) {
            greatest = std::max(greatest, of_spelling(generation, *clause, i));
            steps += key_work;
        }
        for (std::size_t i = 0; i + 1 < clause->sequence().size(); ++i) {
            greatest = std::max(greatest, of_joining(generation, *clause, i));
            steps += key_work;
        }
    }
    return std::max(greatest, of_gluing(generation, words.query()));
}

/// Next to the rarest of the other words, too.
Nats Doubt::of_spelling(const store::Generation& generation, const SearchClause& clause, std::size_t word) const {
    const double all = generation.documents();
    double others = all;
    for (std::size_t i = 0; i < clause.words().size(); ++i) {
        others = i == word ? others : std::min<double>(others, clause.words()[i].lists.count);
    }
    const Nats by_others = -text::TypingCosts::slip + WholeTexts::greatest_prior(others, all, WholeTexts::name_weight);
    const Nats rival = rival_of(generation, clause.words()[word].text);
    return std::min({0.0, rival + std::log(WholeTexts::name_weight / all), by_others});
}

Nats Doubt::of_joining(const store::Generation& generation, const SearchClause& clause, std::size_t at) {
    joined_.assign(clause.sequence()[at]).append(clause.sequence()[at + 1]);
    format::term_key(clause.rule().words, joined_, key_);
    const double documents = generation.term(key_).count;
    return documents == 0 ? impossible
                          : -EdgeCosts::joined +
                                WholeTexts::greatest_prior(documents, generation.documents(), WholeTexts::name_weight);
}

/// Its glued form (text/glued_text.hpp), of words that are analysed already.
Nats Doubt::of_gluing(const store::Generation& generation, const SearchClause& clause) {
    if (clause.sequence().empty() || generation.glued_names().size() == 0) {
        return impossible;
    }
    joined_.clear();
    for (const std::string_view word : clause.sequence()) {
        const std::string_view digits = generation.rules().numbers.digits_of(word);
        joined_.append(digits.empty() ? word : digits);
    }
    const double all = generation.documents();
    Nats greatest = impossible;
    generation.glued_names().find(format::glued_key(joined_), [&](const format::GluedName& name) {
        greatest = std::max(greatest, -EdgeCosts::glued_name + WholeTexts::greatest_prior(std::exp(name.log_count), all,
                                                                                          WholeTexts::name_weight));
    });
    return greatest;
}

Nats Doubt::as_typed(const store::Generation& generation, const QueryWords& words, const RankConditions& conditions,
                     std::uint64_t& steps) {
    lists_.clear();
    for (const SearchClause* clause : {&words.query(), &words.store_name()}) {
        for (const SearchClause::Word& word : clause->words()) {
            lists_.push_back(&word.lists);
        }
    }
    test_.begin(generation, conditions);
    wholes_.find(generation, words.typed());
    const HitCount count = test_.count(lists_, wholes_.sets(), steps);
    const double weight = conditions.places == nullptr ? std::max(count.weight, wholes_.of_all()) : count.weight;
    return std::log(std::max(1.0, weight) / generation.documents());
}

}  // namespace bizrec::search

#include "bizrec/lookup/whole_texts.hpp"

#include <algorithm>

namespace bizrec::search {

namespace {

/// Multiplies the weight of a name that is only the last words of a text, because a name more likely comes first.
constexpr double at_the_end = 0.5;

/// The usual saturation (format/impact.hpp) of a word that is one of the several names of a record, or one of its
/// labels. It gives the lowest impact with which a word counts as a name or label of its own. A word that is only a
/// part of names and labels has less impact.
constexpr std::uint16_t saturation_of_whole = 40000;

}  // namespace

void WholeTexts::find(const TypedWords& words, double weight_of_names, std::size_t name_words) {
    for (SearchClause* clause : {&query_, &name_}) {
        clause->ask(words.of(clause->rule()));
        clause->read();
    }
    find(query_, name_, weight_of_names, name_words);
}

void WholeTexts::find(const SearchClause& query, const SearchClause& name, double weight_of_names,
                      std::size_t name_words) {
    sets_.clear();
    of_all_ = 0;
    names_.clear();
    for (const SearchClause* clause : {&query, &name}) {
        if (!clause->words().empty()) {
            add(*clause, weight_of_names, name_words);
        }
    }
    if (!query.words().empty() && !name.words().empty()) {
        of_all_ = 0;  // no record has both texts as its name
    }
}

void WholeTexts::add(const SearchClause& clause, double weight_of_names, std::size_t name_words) {
    const std::size_t count = clause.sequence().size();
    const std::size_t end_of_name = std::min(name_words, count);
    for (const SearchClause::Whole& whole : clause.exact_matches()) {
        const bool is_label = whole.kind == format::TermKind::label;
        const double weight = (is_label ? label_weight : weight_of_names) * (whole.from == 0 ? 1 : at_the_end);
        sets_.push_back({&whole.lists, weight});
        if (whole.from == 0 && whole.to == count) {
            of_all_ = std::max(of_all_, weight * whole.lists.count);
        }
        if (whole.from == 0 && whole.to == end_of_name && !is_label) {
            names_.push_back({&whole.lists, 2});
        }
    }
    add_single(clause.word_of(0), format::Whole::name, weight_of_names);
    if (end_of_name == 1 && clause.word_of(0).lists.count != 0) {
        names_.push_back(sets_.back());
        names_.back().weight = 2;
    }
    if (count > 1) {
        add_single(clause.word_of(count - 1), format::Whole::name, weight_of_names * at_the_end);
    } else if (weight_of_names == lone_name_weight) {
        add_single(clause.word_of(0), format::Whole::label, lone_label_weight);
    }
}

/// Adds the records that have the word as a complete name or label. Only names and labels of two words or more have a
/// list of their own, so these are the postings of the word's list with a high impact.
void WholeTexts::add_single(const SearchClause::Word& word, format::Whole whole, double weight) {
    if (word.lists.count != 0) {
        sets_.push_back(
            {&word.lists, weight, format::impact(saturation_of_whole, word.lists.idf_sixteenths, whole, false)});
    }
}

}  // namespace bizrec::search

#include "bizrec/query/whole_texts.hpp"

#include <algorithm>

#include "bizrec/format/impact.hpp"

namespace bizrec::search {

namespace {

/// Of the last words of a text, the first being something else: less likely a name.
constexpr double at_the_end = 0.5;

/// Saturation of a word in the names of a record that it is one of, and has others. Without a name of its own a word
/// has less impact, in whatever fields it stands, even as a label.
constexpr std::uint16_t saturation_of_name = 40000;

std::uint8_t impact_of_name(const format::TermLists& lists) noexcept {
    return format::impact(saturation_of_name, lists.idf_sixteenths, format::Whole::name, false);
}

}  // namespace

void WholeTexts::find(const TypedWords& words) {
    for (SearchClause* clause : {&query_, &name_}) {
        clause->ask(words.of(clause->rule()));
        clause->read();
    }
    find(query_, name_);
}

void WholeTexts::find(const SearchClause& query, const SearchClause& name) {
    sets_.clear();
    of_all_ = 0;
    for (const SearchClause* clause : {&query, &name}) {
        if (!clause->words().empty()) {
            add(*clause);
        }
    }
    if (!query.words().empty() && !name.words().empty()) {
        of_all_ = 0;  // no text is both
    }
}

void WholeTexts::add(const SearchClause& clause) {
    const std::size_t count = clause.sequence().size();
    for (const SearchClause::Whole& whole : clause.exact_matches()) {
        const bool is_label = whole.kind == format::TermKind::label;
        const double weight = (is_label ? label_weight : whole_name_weight) * (whole.from == 0 ? 1 : at_the_end);
        sets_.push_back({&whole.lists, weight});
        if (whole.from == 0 && whole.to == count) {
            of_all_ = std::max(of_all_, weight * whole.lists.count);
        }
    }
    add_single(clause.word_of(0), whole_name_weight);
    if (count > 1) {
        add_single(clause.word_of(count - 1), whole_name_weight * at_the_end);
    }
}

/// Lists of whole names have two words and more.
void WholeTexts::add_single(const SearchClause::Word& word, double weight) {
    if (word.lists.count != 0) {
        sets_.push_back({&word.lists, weight, impact_of_name(word.lists)});
    }
}

}  // namespace bizrec::search

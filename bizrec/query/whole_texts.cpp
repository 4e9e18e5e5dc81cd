#include "bizrec/query/whole_texts.hpp"

#include <algorithm>

#include "bizrec/format/impact.hpp"

namespace bizrec::search {

namespace {

/// The last words of a text are less likely a name if the first words are something else.
constexpr double at_the_end = 0.5;

/// The saturation of a word in the names of a record if the word is one of the names and the record has others. A word
/// that is no name of its own has less impact, whatever fields hold it, even as a label.
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
        of_all_ = 0;  // no record has both texts as its name
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

/// Lists of exact names have two words or more, so a single word uses its own list.
void WholeTexts::add_single(const SearchClause::Word& word, double weight) {
    if (word.lists.count != 0) {
        sets_.push_back({&word.lists, weight, impact_of_name(word.lists)});
    }
}

}  // namespace bizrec::search

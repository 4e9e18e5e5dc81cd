#include "bizrec/query/best_combination.hpp"

#include <algorithm>

namespace bizrec::search {

namespace {

/// What a whole name weighs next to a word as typed.
constexpr std::uint64_t whole_weight = Corrections::full_weight;
/// Combinations whose whole names are looked up. Of more, words alone decide.
constexpr std::size_t max_combinations = 64;
/// What looking up the whole names of a combination costs.
constexpr std::uint64_t combination_steps = 256;

}  // namespace

void BestCombination::find(const store::Generation& generation, const RankConditions& conditions,
                           const QueryWords& words, const Corrections& corrections, Wanted wanted,
                           std::uint64_t max_steps, std::uint64_t& visited) {
    generation_ = &generation;
    conditions_ = &conditions;
    typed_ = &words.typed();
    wanted_ = wanted;
    end_ = visited + max_steps;
    clear();
    wholes_count_ = 0;
    lacking_words_.query.clear();
    lacking_words_.store_name.clear();
    if (conditions.places != nullptr) {
        ranges_ = &conditions.places->all();
    } else {
        everywhere_.assign(generation.documents() == 0 ? 0 : 1, {0, generation.documents()});
        ranges_ = &everywhere_;
    }
    words_.clear();
    lists_.clear();
    add_words(words.query(), corrections);
    add_words(words.store_name(), corrections);
    choices_.assign(words_.size(), as_typed);
    cursors_.resize(lists_.size());
    any_of_.resize(conditions.any_of.size());
    if (choose_leaders()) {
        for (const std::size_t leader : leaders_) {
            walk(lists_[leader].lists, visited);
        }
    }
}

void BestCombination::add_words(const SearchClause& clause, const Corrections& corrections) {
    const std::uint32_t factor = clause.rule().factor;
    for (const SearchClause::Word& typed : clause.words()) {
        Word word;
        word.rule = &clause.rule();
        word.typed = typed.text;
        word.exists = typed.lists.count != 0;
        word.correction = corrections.find_word(clause.rule(), typed.text);
        word.first = lists_.size();
        lists_.push_back({typed.lists, factor * Corrections::full_weight});
        if (word.correction != nullptr) {
            for (const Corrections::Meaning& meaning : word.correction->meanings()) {
                format::term_key(clause.rule().words, meaning.text, key_);
                lists_.push_back({generation_->term(key_), factor * meaning.weight});
            }
        }
        word.end = lists_.size();
        words_.push_back(word);
    }
}

/// Lists of which any record that fits holds one. False where there are none: nothing can be found.
bool BestCombination::choose_leaders() {
    leaders_.clear();
    order_.clear();
    std::size_t missing = 0;
    for (std::size_t i = 0; i < words_.size(); ++i) {
        if (words_[i].exists) {
            order_.push_back(i);
        } else if (words_[i].meanings() == 0) {
            ++missing;
        }
    }
    if (missing > (wanted_.left_out ? 1U : 0U)) {
        return false;
    }
    const auto count = [this](std::size_t word) { return lists_[words_[word].first].lists.count; };
    std::sort(order_.begin(), order_.end(), [&](std::size_t a, std::size_t b) { return count(a) < count(b); });
    const std::size_t others = std::max<std::size_t>(wanted_.varied, wanted_.left_out ? 1U : 0U);
    if (order_.size() > others) {
        for (std::size_t i = 0; i <= others; ++i) {
            leaders_.push_back(words_[order_[i]].first);
        }
        return true;
    }
    if (others != 0) {
        return false;
    }
    const auto shortest = std::min_element(words_.begin(), words_.end(), [&](const Word& a, const Word& b) {
        return count_of_meanings(a) < count_of_meanings(b);
    });
    if (shortest != words_.end()) {
        for (std::size_t list = shortest->first + 1; list < shortest->end; ++list) {
            leaders_.push_back(list);
        }
    }
    return !leaders_.empty();
}

std::uint64_t BestCombination::count_of_meanings(const Word& word) const noexcept {
    std::uint64_t sum = 0;
    for (std::size_t list = word.first + 1; list < word.end; ++list) {
        sum += lists_[list].lists.count;
    }
    return sum;
}

void BestCombination::walk(const format::TermLists& leader, std::uint64_t& visited) {
    if (spent_ || leader.count == 0) {
        return;
    }
    for (std::size_t i = 0; i < lists_.size(); ++i) {
        if (lists_[i].lists.count != 0) {
            cursors_[i].open(lists_[i].lists);
        }
    }
    for (std::size_t i = 0; i < any_of_.size(); ++i) {
        any_of_[i].open(conditions_->any_of[i].lists);
    }
    for (std::size_t i = 0; i < wholes_count_; ++i) {
        wholes_[i].open();
    }
    walk_.open(leader, *ranges_);
    while (walk_.next(visited)) {
        if (!walk_.load(visited)) {
            continue;
        }
        for (std::uint32_t i = 0; i < walk_.size(); ++i) {
            if (visited >= end_) {
                spent_ = true;
                return;
            }
            judge(walk_.docids()[i], ++visited);
        }
    }
}

void BestCombination::judge(std::uint32_t docid, std::uint64_t& visited) {
    if (!hold_words(docid, visited) || !passes(docid, visited)) {
        return;
    }
    if (lacking_ != 0) {
        note_lacking_word();
    }
    worth_ += worth_of_wholes(docid, visited);
    Best& best = lacking_ != 0 ? best_without_ : best_;
    const bool is_better = !best.is_found || (varied_ != best.varied ? varied_ < best.varied
                                              : worth_ != best.worth ? worth_ > best.worth
                                                                     : docid < best.docid);
    if (is_better) {
        best.is_found = true;
        best.varied = varied_;
        best.worth = worth_;
        best.docid = docid;
        best.choices = choices_;
    }
}

const BestCombination::Word& BestCombination::lacking_word() const noexcept {
    const auto choice = std::find(choices_.begin(), choices_.end(), lacking);
    return words_[static_cast<std::size_t>(choice - choices_.begin())];
}

/// A text is not left out whole.
bool BestCombination::may_lack_word() const noexcept {
    const ClauseRule* rule = lacking_word().rule;
    return std::count_if(words_.begin(), words_.end(), [rule](const Word& word) { return word.rule == rule; }) > 1;
}

void BestCombination::note_lacking_word() {
    const Word& word = lacking_word();
    WordSequence& noted = lacking_words_.of(*word.rule);
    if (std::find(noted.begin(), noted.end(), word.typed) == noted.end()) {
        noted.push_back(word.typed);
    }
}

/// First the words as typed, which most records fail.
bool BestCombination::hold_words(std::uint32_t docid, std::uint64_t& visited) {
    const std::size_t others = std::max<std::size_t>(wanted_.varied, wanted_.left_out ? 1U : 0U);
    varied_ = lacking_ = 0;
    worth_ = 0;
    for (const std::size_t i : order_) {
        const std::size_t list = words_[i].first;
        const bool holds = cursors_[list].contains(docid, visited);
        choices_[i] = holds ? as_typed : lacking;
        worth_ += holds ? std::uint64_t{lists_[list].factor} * cursors_[list].impact(docid) : 0;
        varied_ += holds ? 0U : 1U;
        if (varied_ > others) {
            return false;
        }
    }
    for (std::size_t i = 0; i < words_.size(); ++i) {
        if ((!words_[i].exists || choices_[i] == lacking) && !hold_meaning(i, docid, visited)) {
            choices_[i] = lacking;
            varied_ -= words_[i].exists ? 1U : 0U;
            ++lacking_;
        }
    }
    return lacking_ == 0 ? varied_ <= wanted_.varied
                         : lacking_ == 1 && wanted_.left_out && varied_ == 0 && may_lack_word();
}

/// The meaning that gives the record most.
bool BestCombination::hold_meaning(std::size_t word, std::uint32_t docid, std::uint64_t& visited) {
    std::uint64_t most = 0;
    if (words_[word].exists && wanted_.varied == 0) {
        return false;
    }
    for (std::size_t list = words_[word].first + 1; list < words_[word].end; ++list) {
        if (lists_[list].lists.count == 0 || !cursors_[list].contains(docid, visited)) {
            continue;
        }
        const std::uint64_t worth = std::uint64_t{lists_[list].factor} * cursors_[list].impact(docid);
        if (worth > most) {
            most = worth;
            choices_[word] = static_cast<std::uint8_t>(list - words_[word].first - 1);
        }
    }
    worth_ += most;
    return most != 0;
}

bool BestCombination::passes(std::uint32_t docid, std::uint64_t& visited) {
    if (!any_of_.empty()) {
        bool holds = false;
        for (std::size_t i = 0; i < any_of_.size(); ++i) {
            if (conditions_->any_of[i].lists.count != 0 && any_of_[i].contains(docid, visited)) {
                holds = true;
                worth_ += std::uint64_t{conditions_->any_of[i].evidence} * Corrections::full_weight;
            }
        }
        if (!holds) {
            return false;
        }
    }
    visited += conditions_->has_tests() ? 1 : 0;
    if (conditions_->has_row_test() && !conditions_->test->passes(*generation_, docid)) {
        return false;
    }
    Placement placement;
    return !conditions_->has_circles() || conditions_->places->locate(*generation_, docid, placement, visited);
}

std::uint64_t BestCombination::worth_of_wholes(std::uint32_t docid, std::uint64_t& visited) {
    Wholes* wholes = wholes_of_choices(visited);
    std::uint32_t most = 0;
    for (std::size_t i = 0; wholes != nullptr && i < wholes->lists.size(); ++i) {
        if (wholes->lists[i].evidence > most && wholes->cursors[i].contains(docid, visited)) {
            most = wholes->lists[i].evidence;
        }
    }
    return most * whole_weight;
}

/// Null where there are too many combinations.
BestCombination::Wholes* BestCombination::wholes_of_choices(std::uint64_t& visited) {
    const auto end = wholes_.begin() + static_cast<std::ptrdiff_t>(wholes_count_);
    const auto known =
        std::find_if(wholes_.begin(), end, [this](const Wholes& wholes) { return wholes.choices == choices_; });
    if (known != end) {
        return &*known;
    }
    if (wholes_count_ == max_combinations) {
        return nullptr;
    }
    visited += combination_steps;
    if (wholes_count_ == wholes_.size()) {
        wholes_.emplace_back();
    }
    Wholes& wholes = wholes_[wholes_count_++];
    wholes.choices = choices_;
    wholes.lists.clear();
    put(choices_, combination_);
    for (SearchClause* clause : {&query_, &name_}) {
        clause->ask(*generation_, combination_.of(clause->rule()));
        clause->read(*generation_);
        for (const SearchClause::Whole& whole : clause->exact_matches()) {
            wholes.lists.push_back({whole.lists, whole.evidence});
        }
    }
    wholes.open();
    return &wholes;
}

void BestCombination::Wholes::open() {
    cursors.resize(lists.size());
    for (std::size_t i = 0; i < lists.size(); ++i) {
        cursors[i].open(lists[i].lists);
    }
}

void BestCombination::put(const Choices& choices, TypedWords& out) const {
    out.query.clear();
    out.store_name.clear();
    for (const ClauseRule* rule : {&query_rule, &store_name_rule}) {
        for (const std::string_view typed : typed_->of(*rule)) {
            const auto word = std::find_if(words_.begin(), words_.end(), [&](const Word& each) {
                return each.rule->words == rule->words && each.typed == typed;
            });
            const std::uint8_t choice =
                word == words_.end() ? as_typed : choices[static_cast<std::size_t>(word - words_.begin())];
            if (choice != lacking) {
                out.of(*rule).push_back(choice == as_typed ? typed : word->correction->meanings()[choice].text);
            }
        }
    }
}

}  // namespace bizrec::search

#include "bizrec/lookup/query_words.hpp"

#include "bizrec/base/reuse.hpp"

namespace bizrec::search {

namespace {

bool analyse_text(const QueryContext& context, const std::string& typed, text::AnalysedText& text,
                  WordSequence& words) {
    words.clear();
    if (typed.empty()) {
        return true;
    }
    context.analyse(typed, text);
    for_each_used_word(text, [&words](std::string_view word) { words.push_back(word); });
    return !words.empty();
}

}  // namespace

bool QueryWords::analyse(const std::string& query, const std::string& store_name) {
    const bool query_is_good = analyse_text(context_, query, query_text_, typed_.query);
    return analyse_text(context_, store_name, name_text_, typed_.store_name) && query_is_good;
}

void QueryWords::ask(const TypedWords& words) {
    query_.ask(words.query);
    name_.ask(words.store_name);
}

void QueryWords::read() {
    query_.read();
    name_.read();
    query_spaces_.clear();
    name_spaces_.clear();
}

bool QueryWords::find_other_spaces(std::uint64_t& steps) {
    if (is_complete()) {
        query_spaces_.find(query_, steps);
        name_spaces_.find(name_, steps);
    }
    return any_other_spaces();
}

void QueryWords::clear(RankConditions& conditions) {
    conditions.required.clear();
    conditions.pair = {};
    conditions.exact_matches.clear();
    clear_for_reuse(conditions.alternatives, spare_clauses_);
}

void QueryWords::require_all(RankConditions& conditions) {
    clear(conditions);
    query_.add_exact_matches(conditions);
    name_.add_exact_matches(conditions);
    if (any_other_spaces()) {
        require_with_other_spaces(conditions);
        return;
    }
    query_.add_words(conditions.required);
    name_.add_words(conditions.required);
    if (name_.words().empty()) {
        conditions.pair = query_.pair();
    }
}

void QueryWords::require_with_other_spaces(RankConditions& conditions) {
    const auto add_clause = [&]() -> std::vector<WeightedList>& {
        return add_reused(conditions.alternatives, spare_clauses_);
    };
    for (const SearchClause* clause : {&query_, &name_}) {
        const OtherSpaces& spaces = other_spaces(*clause);
        spaces.add_clauses(*clause, add_clause);
        if (spaces.is_apart()) {
            conditions.exact_matches.push_back(spaces.whole());
        }
    }
}

bool QueryWords::require_any(RankConditions& conditions) {
    clear(conditions);
    for (const SearchClause* clause : {&query_, &name_}) {
        if (clause->words().empty()) {
            continue;
        }
        if (clause->found() == 0) {
            return false;
        }
        std::vector<WeightedList>& lists = add_reused(conditions.alternatives, spare_clauses_);
        lists.clear();
        clause->add_words(lists, SearchClause::Counted::as_often);
        clause->add_exact_matches(conditions);
    }
    return true;
}

}  // namespace bizrec::search

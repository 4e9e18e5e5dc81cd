#include "bizrec/explain/score_explainer.hpp"

#include <algorithm>

#include "bizrec/explain/reading_lines.hpp"
#include "bizrec/format/impact.hpp"
#include "bizrec/place/folded_names.hpp"

namespace bizrec::search {

namespace {

/// How a boost is told: the boost's text stands between the two parts.
struct BoostTexts {
    const char *before, *after;
};
constexpr BoostTexts texts_of(BoostReason reason) noexcept {
    constexpr BoostTexts texts[] = {{"include_keywords \"", "\""},
                                    {"function word \"", "\""},
                                    {"has all of the likeliest words", ""},
                                    {"has the words of \"", "\" as typed"},
                                    {"has the words of \"", "\" in its name"}};
    return texts[static_cast<std::size_t>(reason)];
}

std::string join(const WordSequence& words, std::size_t from, std::size_t to) {
    std::string out;
    for (std::size_t i = from; i < to; ++i) {
        out.append(out.empty() ? "" : " ").append(words[i]);
    }
    return out;
}

}  // namespace

ScoreExplainer::ScoreExplainer(const store::Generation& generation, const SearchTask& task, std::uint32_t docid,
                               const RecordTexts& texts)
    : generation_(generation), task_(task), docid_(docid), texts_(texts) {
    if (task.place() != nullptr) {
        tier_ = task.place()->tier_of(docid);
        conditions_ = &task.place()->conditions_of(tier_);
        words_ = tier_ == PlaceSearch::elsewhere ? words_ : &task.place()->words();
    }
}

void ScoreExplainer::add_place() {
    if (tier_ != PlaceSearch::elsewhere) {
        const NamedPlace& place = task_.place()->place();
        const std::string name = '"' + place.name + '"';
        add_part("stands in " + name, PlaceSearch::evidence * tier_);
        if (tier_ == PlaceSearch::stated && task_.place()->prefers_largest_town() &&
            contains(place.largest_town, docid_)) {
            add_part("no other " + name + " has more records", LargestTown::evidence);
        }
        add_other_name_of_city(place.name);
    }
    if ((generation_.flags[docid_] & format::flag::inferred_place) != 0) {
        const std::string place = texts_.inferred_place ? texts_.inferred_place() : std::string();
        line(std::string("its country or city was inferred from ") +
             (generation_.position[docid_].exists() ? "its position" : "its domain or its telephone number") +
             (place.empty() ? "" : ": " + place));
    }
}

void ScoreExplainer::add_reading(const SearchResult& result) {
    line("reading: " + reading_text(result));
    if (result.reading == Reading::all_words) {
        return;
    }
    for (const auto* clause : {&words_->store_name(), &words_->query()}) {
        if (!clause->words().empty()) {
            line(std::string(clause == &words_->query() ? "query" : "store_name") + " read as \"" +
                 join(clause->sequence(), 0, clause->sequence().size()) + '"');
        }
    }
}

void ScoreExplainer::add_words() {
    add_words("store_name", words_->store_name());
    add_words("query", words_->query());
    if (conditions_->required.empty() && conditions_->alternatives.empty()) {
        add_part("no text to look for", 1);
    }
}

void ScoreExplainer::add_exact_matches() {
    std::uint32_t greatest = 0;
    for (const auto* clause : {&words_->query(), &words_->store_name()}) {
        const OtherSpaces& spaces = words_->other_spaces(*clause);
        if (spaces.is_apart() && impact_in(spaces.whole().lists) != 0) {
            line("whole name with other spaces: " + std::to_string(spaces.whole().evidence));
            greatest = std::max(greatest, spaces.whole().evidence);
        }
        for (const SearchClause::Whole& whole : clause->exact_matches()) {
            if (impact_in(whole.lists) == 0) {
                continue;
            }
            line(std::string(whole.kind == format::TermKind::label ? "whole label \"" : "whole name \"") +
                 join(clause->sequence(), whole.from, whole.to) + "\": " + std::to_string(whole.evidence));
            greatest = std::max(greatest, whole.evidence);
        }
    }
    if (greatest != 0) {
        line("of whole names and labels the greatest counts: +" + std::to_string(greatest));
        evidence_ += greatest;
    }
}

void ScoreExplainer::add_tags(const SearchQuery& query) {
    bool held = query.tags.empty();
    for (const TagLists::Tag& tag : task_.filters().tags().tags()) {
        if (impact_in(tag.lists) != 0) {
            held = true;
            add_part("tag \"" + query.tags[tag.source] + "\"", tag.evidence);
        }
    }
    if (!held) {
        fail("holds none of the tags");
    }
}

void ScoreExplainer::add_boosts() {
    for (const Boost& boost : conditions_->boosts) {
        if (std::all_of(boost.lists.begin(), boost.lists.end(),
                        [this](const auto& lists) { return impact_in(lists) != 0; })) {
            const BoostTexts texts = texts_of(boost.reason);
            add_part(texts.before + std::string(boost.text) + texts.after, boost.evidence);
        }
    }
}

void ScoreExplainer::fail(const std::string& why) {
    line("NO: " + why);
    obstacles_.push_back(why);
}

void ScoreExplainer::add_score() {
    if (!obstacles_.empty()) {
        line("no row of this request");
        return;
    }
    const std::uint8_t quality = generation_.quality[docid_];
    line("evidence " + std::to_string(evidence_) + ", quality " + std::to_string(quality) + " = level " +
         std::to_string(format::quality_level(quality)) + " of 0..7");
    line("score " + std::to_string(format::search_score(evidence_, quality)) + " = evidence * 8 + level");
}

std::uint8_t ScoreExplainer::impact_in(const format::TermLists& lists) {
    if (lists.count == 0) {
        return 0;
    }
    std::uint64_t visited = 0;
    cursor_.open(lists);
    return cursor_.contains(docid_, visited) ? cursor_.impact(docid_) : std::uint8_t{0};
}

void ScoreExplainer::add_words(const char* name, const SearchClause& clause) {
    const OtherSpaces& spaces = words_->other_spaces(clause);
    const bool any_is_enough = !conditions_->alternatives.empty() && !words_->any_other_spaces();
    std::vector<std::string> missing;
    for (const SearchClause::Word& word : clause.words()) {
        const std::uint32_t factor = clause.rule().factor * (any_is_enough ? word.times : spaces.typed_factor());
        if (!add_word(name, word, factor) && !is_written_otherwise(clause, word)) {
            missing.push_back(std::string("lacks the ") + name + " word \"" + std::string(word.text) + '"');
        }
    }
    add_other_spaces(clause, spaces);
    if (!missing.empty() && !(any_is_enough && missing.size() < clause.words().size())) {
        obstacles_.insert(obstacles_.end(), missing.begin(), missing.end());
    }
}

bool ScoreExplainer::add_word(const char* name, const SearchClause::Word& word, std::uint32_t factor) {
    const std::string title = std::string(name) + " word \"" + std::string(word.text) + '"';
    if (word.lists.count == 0) {
        line(title + ": exists nowhere");
        return false;
    }
    const std::string records = " (in " + std::to_string(word.lists.count) + " records)";
    const std::uint32_t impact = impact_in(word.lists);
    if (impact == 0) {
        line(title + records + ": not in this one");
        return false;
    }
    const std::string where = texts_.origin ? ", " + texts_.origin(word.text) : std::string();
    add_part(title + records + where + ", impact " + std::to_string(impact) + " * " + std::to_string(factor),
             impact * factor);
    return true;
}

bool ScoreExplainer::is_written_otherwise(const SearchClause& clause, const SearchClause::Word& word) {
    const OtherSpaces& spaces = words_->other_spaces(clause);
    std::size_t held = 0;
    for (std::size_t i = 0; i < spaces.size(); ++i) {
        const bool is_of_word = &clause.words()[spaces.form(i).word] == &word;
        held += is_of_word && impact_in(spaces.form(i).lists) != 0 ? 1U : 0U;
    }
    return held != 0 && (!spaces.is_apart() || held == spaces.size());
}

void ScoreExplainer::add_other_spaces(const SearchClause& clause, const OtherSpaces& spaces) {
    for (std::size_t i = 0; i < spaces.size(); ++i) {
        if (const std::uint32_t impact = impact_in(spaces.form(i).lists)) {
            add_part("with other spaces \"" + spaces.form(i).text + "\", impact " + std::to_string(impact) + " * " +
                         std::to_string(clause.rule().factor),
                     impact * clause.rule().factor);
        }
    }
    const std::uint32_t impact = spaces.is_apart() ? impact_in(clause.words().front().lists) : 0U;
    if (impact != 0) {
        add_part("for two words, again impact " + std::to_string(impact), impact * clause.rule().factor);
    }
}

void ScoreExplainer::add_other_name_of_city(const std::string& name) {
    const std::string city = texts_.city ? texts_.city() : std::string();
    std::string folded, folded_name;
    place::fold_city(city, folded);
    place::fold_city(name, folded_name);
    if (!folded.empty() && folded != folded_name) {
        line("its city is \"" + city + '"');
    }
}

void ScoreExplainer::add_part(const std::string& title, std::uint32_t evidence) {
    line(title + ": +" + std::to_string(evidence));
    evidence_ += evidence;
}

}  // namespace bizrec::search

#include "bizrec/query/explain.hpp"

#include <algorithm>

#include "bizrec/format/impact.hpp"
#include "bizrec/place/city_name.hpp"
#include "bizrec/postings/list_cursor.hpp"
#include "bizrec/query/explain_conditions.hpp"
#include "bizrec/query/explain_decoding.hpp"
#include "bizrec/query/preference.hpp"
#include "bizrec/query/task.hpp"

namespace bizrec::search {

namespace {

/// What was not looked for may have been meant.
std::string reading_text(const SearchResult& result) {
    std::string text = names_of(result.reading).told;
    if (result.in_place && result.reading != Reading::in_place) {
        text += ", inside a place";
    }
    return text;
}

/// Adds up what one document gets, a line of text for each part.
class Explainer {
public:
    Explainer(const store::Generation& generation, const SearchTask& task, std::uint32_t docid, Reading reading)
        : generation_(generation),
          task_(task),
          docid_(docid),
          any_word_(reading == Reading::any_word || reading == Reading::most_words) {
        is_in_place_ = task.is_in_place() && lies_in(task.place().reading().inside());
    }

    /// Those that its evidence is of.
    const QueryWords& words() const noexcept { return is_in_place_ ? task_.place().words() : task_.words(); }

    void add_place() {
        if (is_in_place_) {
            const bool is_inferred = (generation_.flags[docid_] & format::flag::inferred_place) != 0;
            const std::string name = '"' + task_.place().reading().name() + '"';
            add_part("stands in " + name,
                     PlaceSearch::evidence * (is_inferred ? PlaceSearch::inferred : PlaceSearch::stated));
            if (!is_inferred && task_.place().has_largest_town() && lies_in(task_.place().reading().largest_town())) {
                add_part("no other " + name + " has more records", LargestTown::evidence);
            }
            add_other_name_of_city(task_.place().reading().name());
            const Boost& as_typed = task_.place().name_as_typed();
            if (!is_inferred && !as_typed.lists.empty() && holds_all(as_typed.lists)) {
                add_part("has the words of " + name + " as typed", as_typed.evidence);
            }
            const Boost& in_names = task_.place().name_in_names();
            if (!in_names.lists.empty() && holds_all(in_names.lists)) {
                add_part("has the words of " + name + " in its name", in_names.evidence);
            }
        }
        if ((generation_.flags[docid_] & format::flag::inferred_place) != 0) {
            const std::string place =
                texts_ != nullptr && texts_->inferred_place ? texts_->inferred_place() : std::string();
            line(std::string("its country or city was inferred from ") +
                 (generation_.position[docid_].exists() ? "its position" : "its domain or its telephone number") +
                 (place.empty() ? "" : ": " + place));
        }
    }

    void use_texts(const RecordTexts& texts) { texts_ = &texts; }

    /// Of any reading but the first: the words that are looked for. Those that were typed stand in the request.
    void add_reading(const SearchResult& result) {
        line("reading: " + reading_text(result));
        if (result.reading == Reading::all_words) {
            return;
        }
        for (const auto* clause : {&words().store_name(), &words().query()}) {
            if (!clause->words().empty()) {
                line(std::string(clause == &words().query() ? "query" : "store_name") + " read as \"" +
                     join(clause->sequence(), 0, clause->sequence().size()) + '"');
            }
        }
    }

    void add_words(const char* name, const SearchClause& clause) {
        std::vector<std::string> missing;
        const OtherSpaces& spaces = words().other_spaces(clause);
        for (const SearchClause::Word& word : clause.words()) {
            const std::uint32_t factor = clause.rule().factor * (any_word_ ? 1U : spaces.typed_factor());
            if (!add_word(name, word, factor) && !is_written_otherwise(clause, word)) {
                missing.push_back(std::string("lacks the ") + name + " word \"" + std::string(word.text) + '"');
            }
        }
        add_other_spaces(clause, spaces);
        if (!missing.empty() && !(any_word_ && missing.size() < clause.words().size())) {
            obstacles_.insert(obstacles_.end(), missing.begin(), missing.end());
        }
    }

    void add_exact_matches() {
        std::uint32_t greatest = 0;
        for (const auto* clause : {&words().query(), &words().store_name()}) {
            const OtherSpaces& spaces = words().other_spaces(*clause);
            if (!any_word_ && spaces.is_apart() && impact_in(spaces.whole().lists) != 0) {
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

    void add_preference() {
        const QueryWords& preferred = task_.preferred();
        const auto holds = [this](const SearchClause& clause) {
            return std::all_of(clause.words().begin(), clause.words().end(),
                               [this](const SearchClause::Word& word) { return impact_in(word.lists) != 0; });
        };
        if (preferred.any_found() && holds(preferred.query()) && holds(preferred.store_name())) {
            add_part("has all of the likeliest words", preferred_evidence);
        }
    }

    void add_tags(const SearchQuery& query) {
        if (query.tags.empty()) {
            return;
        }
        bool held = false;
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

    void add_boosts(const SearchQuery& query) {
        std::vector<format::TermLists> lists;
        for (const KeywordSets::Keyword& keyword : task_.filters().boosts().keywords()) {
            task_.filters().boosts().copy_lists(keyword, lists);
            if (holds_all(lists)) {
                add_part("include_keywords \"" + query.include_keywords[keyword.source] + "\"",
                         task_.filters().boosts().boost_evidence(keyword));
            }
        }
    }

    void add_stop_words() {
        const FunctionWords& words = is_in_place_ ? task_.place().function_words() : task_.function_words();
        for (const SearchClause::Word& word : words.words()) {
            if (impact_in(word.lists) != 0) {
                add_part("function word \"" + std::string(word.text) + '"', stop_word_evidence(word.lists));
            }
        }
    }

    void add_base() {
        if (!words().any()) {
            add_part("no text to look for", 1);
        }
    }

    void fail(const std::string& why) {
        line("NO: " + why);
        obstacles_.push_back(why);
    }

    void add_score() {
        if (!obstacles_.empty()) {
            line("no row of this request");
            return;
        }
        const std::uint8_t quality = generation_.quality[docid_];
        line("evidence " + std::to_string(evidence_) + ", quality " + std::to_string(quality) + " = level " +
             std::to_string(format::quality_level(quality)) + " of 0..7");
        line("score " + std::to_string(format::search_score(evidence_, quality)) + " = evidence * 8 + level");
    }

    void line(std::string text) { lines_.push_back(std::move(text)); }
    std::vector<std::string> take_lines() { return std::move(lines_); }
    std::vector<std::string> take_obstacles() { return std::move(obstacles_); }

private:
    bool lies_in(const place::Ranges& ranges) const noexcept {
        return std::any_of(ranges.begin(), ranges.end(),
                           [this](const place::Range& range) { return range.begin <= docid_ && docid_ < range.end; });
    }

    /// 0: the document is not in the list.
    std::uint8_t impact_in(const format::TermLists& lists) {
        if (lists.count == 0) {
            return 0;
        }
        std::uint64_t visited = 0;
        cursor_.open(lists);
        return cursor_.contains(docid_, visited) ? cursor_.impact(docid_) : std::uint8_t{0};
    }

    bool holds_all(const std::vector<format::TermLists>& lists) {
        return std::all_of(lists.begin(), lists.end(), [this](const auto& each) { return impact_in(each) != 0; });
    }

    bool add_word(const char* name, const SearchClause::Word& word, std::uint32_t factor) {
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
        const std::string where =
            texts_ != nullptr && texts_->origin ? ", " + texts_->origin(word.text) : std::string();
        add_part(title + records + where + ", impact " + std::to_string(impact) + " * " + std::to_string(factor),
                 impact * factor);
        return true;
    }

    /// Whether a record that lacks the word has it with other spaces.
    bool is_written_otherwise(const SearchClause& clause, const SearchClause::Word& word) {
        const OtherSpaces& spaces = words().other_spaces(clause);
        std::size_t held = 0;
        for (std::size_t i = 0; !any_word_ && i < spaces.size(); ++i) {
            const bool is_of_word = &clause.words()[spaces.form(i).word] == &word;
            held += is_of_word && impact_in(spaces.form(i).lists) != 0 ? 1U : 0U;
        }
        return held != 0 && (!spaces.is_apart() || held == spaces.size());
    }

    /// A record holds a word for each that it stands for.
    void add_other_spaces(const SearchClause& clause, const OtherSpaces& spaces) {
        for (std::size_t i = 0; !any_word_ && i < spaces.size(); ++i) {
            if (const std::uint32_t impact = impact_in(spaces.form(i).lists)) {
                add_part("with other spaces \"" + spaces.form(i).text + "\", impact " + std::to_string(impact) + " * " +
                             std::to_string(clause.rule().factor),
                         impact * clause.rule().factor);
            }
        }
        const std::uint32_t impact = spaces.is_apart() && !any_word_ ? impact_in(clause.words().front().lists) : 0U;
        if (impact != 0) {
            add_part("for two words, again impact " + std::to_string(impact), impact * clause.rule().factor);
        }
    }

    /// "NYC" is New York, and Austin lies in "Texas".
    void add_other_name_of_city(const std::string& name) {
        const std::string city = texts_ != nullptr && texts_->city ? texts_->city() : std::string();
        std::string folded, folded_name;
        place::fold_city(city, folded);
        place::fold_city(name, folded_name);
        if (!folded.empty() && folded != folded_name) {
            line("its city is \"" + city + '"');
        }
    }

    static std::string join(const WordSequence& words, std::size_t from, std::size_t to) {
        std::string out;
        for (std::size_t i = from; i < to; ++i) {
            out.append(out.empty() ? "" : " ").append(words[i]);
        }
        return out;
    }

    void add_part(const std::string& title, std::uint32_t evidence) {
        line(title + ": +" + std::to_string(evidence));
        evidence_ += evidence;
    }

    const store::Generation& generation_;
    const SearchTask& task_;
    std::uint32_t docid_;
    bool any_word_;
    bool is_in_place_ = false;
    std::uint32_t evidence_ = 0;
    const RecordTexts* texts_ = nullptr;
    ListCursor cursor_;
    std::vector<std::string> lines_, obstacles_;
};

SearchQuery first_row_of(const SearchQuery& query) {
    SearchQuery first = query;
    first.limit = 1;
    first.has_cursor = false;
    first.estimate_total = false;
    return first;
}

}  // namespace

struct Explanation::State {
    State(const store::Generation& given, const SearchQuery& all, const ReadingLimits& limits)
        : generation(given), query(first_row_of(all)), task(limits) {
        task.prepare(generation, query);
        task.run(result);
    }
    Explainer explain(std::uint32_t docid, const RecordTexts& texts) const;

    const store::Generation& generation;
    SearchQuery query;
    SearchTask task;
    SearchResult result;
};

Explanation::Explanation(const store::Generation& generation, const SearchQuery& query, const ReadingLimits& limits)
    : state_(std::make_unique<State>(generation, query, limits)) {}
Explanation::~Explanation() = default;

Explainer Explanation::State::explain(std::uint32_t docid, const RecordTexts& texts) const {
    Explainer explainer(generation, task, docid, result.reading);
    explainer.use_texts(texts);
    if (result.rows.empty()) {
        explainer.fail("no record answers the request");
    }
    explainer.add_reading(result);
    if (task.decoded() != nullptr) {
        for (const std::string& line : tell_decoding(*task.decoded())) {
            explainer.line(line);
        }
    }
    for (const std::string& why : failed_conditions(generation, query, task, docid)) {
        explainer.fail(why);
    }
    explainer.add_tags(query);
    explainer.add_place();
    explainer.add_words("store_name", explainer.words().store_name());
    explainer.add_words("query", explainer.words().query());
    explainer.add_exact_matches();
    if (result.reading == Reading::most_words) {
        explainer.add_preference();
    }
    explainer.add_boosts(query);
    explainer.add_stop_words();
    explainer.add_base();
    explainer.add_score();
    return explainer;
}

std::vector<std::string> Explanation::parts(std::uint32_t docid, const RecordTexts& texts) const {
    return state_->explain(docid, texts).take_lines();
}

std::vector<std::string> Explanation::obstacles(std::uint32_t docid) const {
    return state_->explain(docid, RecordTexts()).take_obstacles();
}

std::string Explanation::text(std::uint32_t docid, const RecordTexts& texts) const {
    std::string all;
    for (const std::string& part : parts(docid, texts)) {
        all.append(part).append("\n");
    }
    return all;
}

}  // namespace bizrec::search

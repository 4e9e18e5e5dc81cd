#include "bizrec/query/explain.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <utility>

#include "bizrec/format/impact.hpp"
#include "bizrec/place/folded_names.hpp"
#include "bizrec/postings/list_cursor.hpp"
#include "bizrec/postings/postings.hpp"
#include "bizrec/query/task.hpp"

namespace bizrec::search {

namespace {

/// Returns in plain words how the request was read.
std::string reading_text(const SearchResult& result) {
    std::string text = names_of(result.reading).told;
    if (result.in_place && result.reading != Reading::in_place) {
        text += ", inside a place";
    }
    return text;
}

/// How a boost is told: the boost's text stands between the two parts.
struct BoostTexts {
    const char *before, *behind;
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

std::string with_one_digit(double number) {
    char text[32];
    std::snprintf(text, sizeof text, "%.1f", number);
    return text;
}

std::string words_of(const Lattice& lattice, const Edge& edge) {
    std::string words;
    for (std::uint32_t i = 0; i < edge.words; ++i) {
        words.append(i == 0 ? "" : " ").append(lattice.word(lattice.edge_word(edge, i)).text);
    }
    return words;
}

std::string tell_step(const Lattice& lattice, const Interpretation::Step& step) {
    std::string text = '"' + std::string(lattice.text(step.token, step.token + step.edge.tokens)) + "\" ";
    text += told(step.edge.source);
    if (step.edge.source != EdgeSource::typed && step.edge.words != 0) {
        text += " \"" + words_of(lattice, step.edge) + '"';
    }
    return text + (step.edge.cost > 0 ? " (-" + with_one_digit(step.edge.cost) + ")" : "");
}

std::string tell_reading(const Lattice& lattice, const Interpretation& reading) {
    std::string text;
    for (const Interpretation::Step& step : reading.path) {
        text.append(text.empty() ? "" : ", ").append(tell_step(lattice, step));
    }
    return text + ": about " + std::to_string(std::llround(reading.documents)) + " records, score " +
           with_one_digit(reading.score);
}

/// How a request was decoded, one line each for a person: the likeliest reading with the cost of each word and the
/// number of records that it finds, the next reading, and the score of the null reading.
std::vector<std::string> tell_decoding(const QueryDecoder& decoder) {
    std::vector<std::string> lines;
    if (decoder.best().is_found()) {
        lines.push_back("likeliest: " + tell_reading(decoder.lattice(), decoder.best()));
    }
    if (decoder.next().is_found()) {
        lines.push_back("next: " + tell_reading(decoder.lattice(), decoder.next()));
    }
    lines.push_back("nothing of it: score " + with_one_digit(decoder.null_score()) +
                    (decoder.is_above_null() ? "" : ", which is likelier than any reading"));
    if (decoder.is_spent()) {
        lines.emplace_back("a better reading may have cost too much to look for");
    }
    return lines;
}

/// Adds a line to `failed` for each bound that the document fails: ranges first, then the others, each in the order of
/// their sections in the index.
void check_bounds(const store::Generation& generation, const ColumnBounds& bounds, std::uint32_t docid,
                  std::vector<std::string>& failed) {
    using format::ColumnKind;
    using Failure = std::pair<std::pair<bool, format::Section>, const char*>;
    std::vector<Failure> failures;
    format::for_each_column(
        [&](auto row, const auto& bound, const auto& column) {
            const bool is_range = row.kind == ColumnKind::number || row.kind == ColumnKind::time;
            if (bound.is_given() && !passes(row, bound, column, docid)) {
                failures.push_back({{!is_range, row.section}, row.description});
            }
        },
        bounds, generation);
    std::sort(failures.begin(), failures.end());
    for (const Failure& failure : failures) {
        failed.push_back(std::string("outside the bounds on its ") + failure.second);
    }
}

bool holds_all(const std::vector<format::TermLists>& lists, std::uint32_t docid) {
    ListCursor cursor;
    std::uint64_t visited = 0;
    return std::all_of(lists.begin(), lists.end(), [&](const format::TermLists& each) {
        cursor.open(each);
        return cursor.contains(docid, visited);
    });
}

void check_exclusions(const SearchQuery& query, const SearchTask& task, std::uint32_t docid,
                      std::vector<std::string>& failed) {
    const KeywordSets& keywords = task.filters().excluded_keywords();
    std::vector<format::TermLists> lists;
    bool by_keyword = false;
    for (const KeywordSets::Keyword& keyword : keywords.keywords()) {
        keywords.copy_lists(keyword, lists);
        if (holds_all(lists, docid)) {
            failed.push_back("holds all words of exclude_keywords \"" + query.exclude_keywords[keyword.source] + '"');
            by_keyword = true;
        }
    }
    if (!by_keyword && task.filters().test().excludes(docid)) {
        failed.emplace_back("belongs to one of exclude_root_domains");
    }
}

/// The conditions other than words and tags that a document fails: place, bounds, exclusions, and a text without words.
/// `task` must have run.
std::vector<std::string> failed_conditions(const store::Generation& generation, const SearchQuery& query,
                                           const SearchTask& task, std::uint32_t docid) {
    std::vector<std::string> failed;
    Placement placement;
    std::uint64_t steps = 0;
    if (query.by_included_domains && !contains(task.filters().included(), docid)) {
        failed.emplace_back("belongs to none of include_root_domains");
    } else if (!task.filters().places().locate(generation, docid, placement, steps)) {
        failed.emplace_back("outside the location");
    }
    if (!query.query.empty() && task.words().query().words().empty()) {
        failed.emplace_back("the query has no word in it");
    }
    if (!query.store_name.empty() && task.words().store_name().words().empty()) {
        failed.emplace_back("the store_name has no word in it");
    }
    check_bounds(generation, query.bounds, docid, failed);
    check_exclusions(query, task, docid, failed);
    return failed;
}

/// Adds up the score of one document, with a line of text for each part. Uses the conditions and words by which the
/// search ranked the document.
class Explainer {
public:
    Explainer(const store::Generation& generation, const SearchTask& task, std::uint32_t docid,
              const RecordTexts& texts)
        : generation_(generation), task_(task), docid_(docid), texts_(texts) {
        if (task.place() != nullptr) {
            tier_ = task.place()->tier_of(docid);
            conditions_ = &task.place()->conditions_of(tier_);
            words_ = tier_ == PlaceSearch::elsewhere ? words_ : &task.place()->words();
        }
    }

    void add_place() {
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

    /// Adds a line for the reading, and lines for the words that were looked for. The reading as typed needs no lines
    /// for its words, because the request shows them.
    void add_reading(const SearchResult& result) {
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

    void add_words() {
        add_words("store_name", words_->store_name());
        add_words("query", words_->query());
        if (conditions_->required.empty() && conditions_->alternatives.empty()) {
            add_part("no text to look for", 1);
        }
    }

    void add_exact_matches() {
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

    void add_tags(const SearchQuery& query) {
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

    void add_boosts() {
        for (const Boost& boost : conditions_->boosts) {
            if (std::all_of(boost.lists.begin(), boost.lists.end(),
                            [this](const auto& lists) { return impact_in(lists) != 0; })) {
                const BoostTexts texts = texts_of(boost.reason);
                add_part(texts.before + std::string(boost.text) + texts.behind, boost.evidence);
            }
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
    /// Returns 0 if the document is not in the list.
    std::uint8_t impact_in(const format::TermLists& lists) {
        if (lists.count == 0) {
            return 0;
        }
        std::uint64_t visited = 0;
        cursor_.open(lists);
        return cursor_.contains(docid_, visited) ? cursor_.impact(docid_) : std::uint8_t{0};
    }

    void add_words(const char* name, const SearchClause& clause) {
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
        const std::string where = texts_.origin ? ", " + texts_.origin(word.text) : std::string();
        add_part(title + records + where + ", impact " + std::to_string(impact) + " * " + std::to_string(factor),
                 impact * factor);
        return true;
    }

    /// Whether the document, which lacks the word, has it with other spaces.
    bool is_written_otherwise(const SearchClause& clause, const SearchClause::Word& word) {
        const OtherSpaces& spaces = words_->other_spaces(clause);
        std::size_t held = 0;
        for (std::size_t i = 0; i < spaces.size(); ++i) {
            const bool is_of_word = &clause.words()[spaces.form(i).word] == &word;
            held += is_of_word && impact_in(spaces.form(i).lists) != 0 ? 1U : 0U;
        }
        return held != 0 && (!spaces.is_apart() || held == spaces.size());
    }

    /// Adds the evidence of forms with other spaces. A form counts once for each word that it stands for.
    void add_other_spaces(const SearchClause& clause, const OtherSpaces& spaces) {
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

    /// Adds a line with the record's city if it differs from the name of the place: "New York" for "NYC", "Austin" for
    /// "Texas".
    void add_other_name_of_city(const std::string& name) {
        const std::string city = texts_.city ? texts_.city() : std::string();
        std::string folded, folded_name;
        place::fold_city(city, folded);
        place::fold_city(name, folded_name);
        if (!folded.empty() && folded != folded_name) {
            line("its city is \"" + city + '"');
        }
    }

    void add_part(const std::string& title, std::uint32_t evidence) {
        line(title + ": +" + std::to_string(evidence));
        evidence_ += evidence;
    }

    const store::Generation& generation_;
    const SearchTask& task_;
    const std::uint32_t docid_;
    const RecordTexts& texts_;
    PlaceSearch::Tier tier_ = PlaceSearch::elsewhere;
    const RankConditions* conditions_ = &task_.conditions();
    const QueryWords* words_ = &task_.words();
    std::uint32_t evidence_ = 0;
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
    State(const store::Generation& given, const SearchQuery& all, Budget& budget, const ReadingLimits& limits)
        : generation(given), query(first_row_of(all)), task(limits) {
        task.run(generation, query, result, budget);
    }
    State(const store::Generation& given, const SearchQuery& all, const ReadingLimits& limits)
        : State(given, all, unlimited, limits) {}
    Explainer explain(std::uint32_t docid, const RecordTexts& texts) const;

    Budget unlimited;
    const store::Generation& generation;
    SearchQuery query;
    SearchTask task;
    SearchResult result;
};

Explanation::Explanation(const store::Generation& generation, const SearchQuery& query, Budget& budget,
                         const ReadingLimits& limits)
    : state_(std::make_unique<State>(generation, query, budget, limits)) {}
Explanation::Explanation(const store::Generation& generation, const SearchQuery& query, const ReadingLimits& limits)
    : state_(std::make_unique<State>(generation, query, limits)) {}
Explanation::~Explanation() = default;

Explainer Explanation::State::explain(std::uint32_t docid, const RecordTexts& texts) const {
    Explainer explainer(generation, task, docid, texts);
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
    explainer.add_words();
    explainer.add_exact_matches();
    explainer.add_boosts();
    explainer.add_score();
    return explainer;
}

std::vector<std::string> Explanation::parts(std::uint32_t docid, const RecordTexts& texts) const {
    return state_->explain(docid, texts).take_lines();
}

std::vector<std::string> Explanation::obstacles(std::uint32_t docid) const {
    return state_->explain(docid, RecordTexts()).take_obstacles();
}

std::size_t Explanation::lists() const noexcept {
    const RankConditions& conditions = state_->task.conditions();
    const QueryWords& words = state_->task.words();
    std::size_t of_boosts = 0;
    for (const Boost& boost : conditions.boosts) {
        of_boosts += boost.lists.size();
    }
    return words.query().words().size() + words.store_name().words().size() + conditions.exact_matches.size() +
           conditions.any_of.size() + of_boosts;
}

std::string Explanation::text(std::uint32_t docid, const RecordTexts& texts) const {
    std::string all;
    for (const std::string& part : parts(docid, texts)) {
        all.append(part).append("\n");
    }
    return all;
}

}  // namespace bizrec::search

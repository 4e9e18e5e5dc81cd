#include "bizrec/explain/explanation.hpp"

#include "bizrec/explain/failed_conditions.hpp"
#include "bizrec/explain/reading_lines.hpp"
#include "bizrec/explain/score_explainer.hpp"
#include "bizrec/query/task.hpp"

namespace bizrec::search {

namespace {

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
    ScoreExplainer explain(std::uint32_t docid, const RecordTexts& texts) const;

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

ScoreExplainer Explanation::State::explain(std::uint32_t docid, const RecordTexts& texts) const {
    ScoreExplainer explainer(generation, task, docid, texts);
    if (result.rows.empty()) {
        explainer.fail("no record answers the request");
    }
    explainer.add_reading(result);
    if (task.decoded() != nullptr) {
        for (const std::string& line : decoding_lines(*task.decoded())) {
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

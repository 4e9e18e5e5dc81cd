#include "bizrec/search/search_task.hpp"

#include <algorithm>

#include "bizrec/search/search_reuse.hpp"
#include "bizrec/search/work.hpp"

namespace bizrec::search {

namespace {

/// Work that is done at once, whoever calls: less than handing it to another thread costs.
constexpr std::uint64_t quick_work = 8192;
std::uint64_t text_work(const std::vector<std::string>& texts) noexcept {
    std::uint64_t sum = 0;
    for (const std::string& text : texts) {
        sum += key_work + text.size() * text_byte_work;
    }
    return sum;
}

std::uint64_t set_up_work(const SearchQuery& request) noexcept {
    std::uint64_t sum = (request.query.size() + request.store_name.size()) * text_byte_work;
    sum += text_work(request.tags) + text_work(request.include_keywords) + text_work(request.exclude_keywords);
    sum += request.excluded_keys.size() * key_work;
    for (const LocationFilter& location : request.locations) {
        sum += look_up_steps(location);
    }
    return sum;
}

}  // namespace

std::uint64_t SearchTask::prepare(const store::Generation& generation, const SearchQuery& query) {
    generation_ = &generation;
    request_ = &query;
    is_set_up_ = is_ranked_ = has_hit_ = has_marked_ = false;
    visited_ = 0;
    stop_words_.clear();
    reading_ = Reading::all_words;
    const std::uint64_t before = set_up_work(query);
    resolver_.begin(generation, query.locations, CircleRanges::of_boxes);
    if (before > most_set_up_work || !resolve_several_places()) {
        return unknown_work;
    }
    set_up();
    if (is_impossible_) {
        return 0;
    }
    const std::uint64_t work = exclusions_.work(generation.documents()) + estimate_work(generation, problem_);
    if (!has_words()) {
        return work;
    }
    if (work > quick_work) {
        return work + fall_back_work();
    }
    rank_as_typed();
    return has_hit_ ? 0 : exclusions_.work(generation.documents()) + fall_back_work();
}

void SearchTask::run(SearchResult& result) {
    if (!is_set_up_) {
        set_up();
    }
    if (!is_impossible_ && !is_ranked_) {
        rank_as_typed();
    }
    if (!is_impossible_ && !has_hit_ && has_words()) {
        fall_back();
    }
    result.rows.clear();
    if (has_hit_) {
        result.rows = ranked_.rows;
    }
    result.total = !has_hit_ ? 0 : problem_.page.count ? ranked_.total : ranked_.rows.size();
    result.visited = visited_;
    result.reading = reading_;
    result.plan = is_impossible_ ? "none" : ranked_.plan;
}

void SearchTask::set_up() {
    is_set_up_ = true;
    is_impossible_ = false;
    ranked_.plan = "none";
    test_.clear();
    test_.set_bounds(request_->bounds);
    analyse();
    // All keys are asked for before the first slot is read.
    query_words_.ask(*generation_, typed_.query);
    name_words_.ask(*generation_, typed_.store_name);
    tags_.ask(*generation_, request_->tags);
    boosts_.ask(*generation_, request_->include_keywords);
    exclusions_.ask(*generation_, request_->excluded_keys, request_->exclude_keywords);
    resolver_.resolve(UINT64_MAX, places_);
    query_words_.read(*generation_);
    name_words_.read(*generation_);
    tags_.read(*generation_);
    boosts_.read(*generation_);
    exclusions_.read(*generation_);
    if ((!request_->tags.empty() && tags_.tags().empty()) || places_.all().empty()) {
        is_impossible_ = true;
    }
    corrections_.note_missing(query_words_, name_words_);
    has_several_words_ = query_words_.words().size() > 1 || name_words_.words().size() > 1;
    set_up_problem();
    require_all_words();
}

/// One is looked up while the memory of the words is on its way. Several may be too much to look up for prepare():
/// false, and run() goes on.
bool SearchTask::resolve_several_places() {
    return request_->locations.size() < 2 || resolver_.resolve(most_set_up_work, places_);
}

void SearchTask::analyse() {
    const auto analyse_text = [this](const std::string& typed, text::AnalysedText& text, WordSequence& words) {
        words.clear();
        if (typed.empty()) {
            return;
        }
        text::analyse_query(typed, text);
        for_each_used_word(text, [&words](std::string_view word) { words.push_back(word); });
        is_impossible_ = is_impossible_ || words.empty();
    };
    analyse_text(request_->query, query_text_, typed_.query);
    analyse_text(request_->store_name, name_text_, typed_.store_name);
}

void SearchTask::set_up_problem() {
    problem_.places = request_->locations.empty() ? nullptr : &places_;
    problem_.test = test_.is_trivial() && !exclusions_.any() ? nullptr : &test_;
    problem_.any_of.clear();
    tags_.add_lists(problem_.any_of);
    clear_for_reuse(problem_.boosts, spare_boosts_);
    for (const KeywordSets::Keyword& keyword : boosts_.keywords()) {
        Boost& boost = add_reused(problem_.boosts, spare_boosts_);
        boosts_.copy_lists(keyword, boost.lists);
        boost.evidence = boosts_.boost_evidence(keyword);
    }
    problem_.page.limit = request_->limit;
    problem_.page.has_cursor = request_->has_cursor;
    problem_.page.cursor_score = request_->cursor_score;
    problem_.page.cursor_docid = request_->has_cursor ? generation_->find_id(request_->cursor_id) : format::no_docid;
    problem_.page.count = request_->estimate_total;
}

void SearchTask::clear_words() {
    problem_.required.clear();
    problem_.pair = {};
    problem_.wholes.clear();
    clear_for_reuse(problem_.alternatives, spare_clauses_);
}

void SearchTask::require_all_words() {
    clear_words();
    query_words_.add_words(problem_.required);
    name_words_.add_words(problem_.required);
    if (typed_.store_name.empty()) {
        problem_.pair = query_words_.pair();
    }
    query_words_.add_wholes(problem_);
    name_words_.add_wholes(problem_);
}

void SearchTask::rank_as_typed() {
    is_ranked_ = true;
    if (query_words_.is_complete() && name_words_.is_complete()) {
        rank();
    }
}

void SearchTask::rank() {
    if (!has_marked_) {
        exclusions_.mark(test_, generation_->documents());
        visited_ += exclusions_.work(generation_->documents());
        has_marked_ = true;
    }
    ranker_.rank(*generation_, problem_, ranked_);
    visited_ += ranked_.visited;
    has_hit_ = ranked_.any_hit;
}

}  // namespace bizrec::search

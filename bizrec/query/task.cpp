#include "bizrec/query/task.hpp"

#include "bizrec/postings/work.hpp"
#include "bizrec/rank/plan.hpp"
#include "bizrec/where/location.hpp"

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
    sum += request.excluded_domains.size() * key_work;
    for (const LocationFilter& location : request.locations) {
        sum += look_up_steps(location);
    }
    return sum;
}

RankPage page_of(const store::Generation& generation, const SearchQuery& request) {
    RankPage page;
    page.limit = request.limit;
    page.has_cursor = request.has_cursor;
    page.cursor_score = request.cursor_score;
    page.cursor_docid = request.has_cursor ? generation.find_id(request.cursor_id) : format::no_docid;
    page.count = request.estimate_total;
    return page;
}

}  // namespace

std::uint64_t SearchTask::prepare(const store::Generation& generation, const SearchQuery& query) {
    generation_ = &generation;
    request_ = &query;
    is_set_up_ = is_ranked_ = has_hit_ = may_be_name_ = is_in_place_ = false;
    visited_ = 0;
    reading_ = Reading::all_words;
    filters_.begin(generation, query);
    // How many records the included keys name is known only when they are looked up.
    if (query.by_included_domains || set_up_work(query) > max_set_up_work ||
        !filters_.resolve_several_places(max_set_up_work)) {
        return unknown_work;
    }
    set_up();
    if (is_impossible_) {
        return 0;
    }
    if (place_.may_be_read()) {
        const std::uint64_t in_place = rank_in_place(quick_work);
        if (has_hit_) {
            return in_place;
        }
        if (in_place != 0) {
            return in_place + plan_as_typed() + readings_work();
        }
    }
    const std::uint64_t work = filters_.exclusion_work() + plan_as_typed();
    if (!words_.any()) {
        return work;
    }
    if (visited_ + work > quick_work) {
        return work + readings_work();
    }
    rank_as_typed();
    return (has_hit_ && !may_be_name_) || query.as_typed ? 0 : filters_.exclusion_work() + readings_work();
}

std::uint64_t SearchTask::readings_work() const noexcept {
    if (request_->as_typed) {
        return 0;
    }
    std::uint64_t sum = readings_.work(*generation_, words_, problem_);
    if (place_.may_be_corrected()) {
        const std::uint64_t stated =
            readings_.work(*generation_, place_.words(), place_.conditions(PlaceSearch::stated));
        sum += place_.has_largest_town() ? 2 * stated : stated;
        sum += readings_.work(*generation_, place_.words(), place_.conditions(PlaceSearch::inferred));
        sum += readings_.work(*generation_, words_, place_.conditions(PlaceSearch::elsewhere));
    }
    return sum;
}

void SearchTask::run(SearchResult& result) {
    if (!is_set_up_) {
        set_up();
    }
    if (!is_impossible_ && !is_ranked_) {
        if (place_.may_be_read()) {
            rank_in_place(UINT64_MAX);
        }
        if (!has_hit_) {
            rank_as_typed();
        }
    }
    if (may_be_name_) {
        rank_joined_name();
    } else if (!is_impossible_ && !has_hit_ && !request_->as_typed && readings_.any()) {
        if (readings_.correct_in_place(*generation_, words_, filters_, place_)) {
            place_.start(ranked_);
            rank_in_place(UINT64_MAX);
        }
        if (!has_hit_) {
            rank_another_reading();
        }
    }
    result.rows.clear();
    if (has_hit_) {
        result.rows = ranked_.rows;
    }
    result.total = !has_hit_ ? 0 : problem_.page.count ? ranked_.total : ranked_.rows.size();
    result.visited = visited_ + readings_.visited();
    result.reading = reading_;
    result.in_place = is_in_place_;
    result.skipped_readings = readings_.skipped();
    result.plan = is_impossible_ ? "none" : ranked_.plan;
}

void SearchTask::set_up() {
    is_set_up_ = true;
    ranked_.plan = "none";
    const bool texts_have_words = words_.analyse(generation_->rules().words, request_->query, request_->store_name);
    // All keys are asked for before the first slot is read.
    words_.ask(*generation_, words_.typed());
    filters_.ask();
    words_.read(*generation_);
    filters_.read();
    is_impossible_ = !texts_have_words || filters_.is_impossible();
    readings_.begin(*generation_, words_);
    filters_.fill(problem_);
    words_.require_all(problem_);
    problem_.page = page_of(*generation_, *request_);
    is_planned_ = false;
    if (is_impossible_ || request_->as_typed) {
        place_.forget();
    } else {
        place_.begin(*generation_, *request_, words_, filters_, problem_);
        place_.start(ranked_);
    }
}

/// Returns an upper bound of rank_as_typed().
std::uint64_t SearchTask::plan_as_typed() {
    is_planned_ = true;
    return ranker_.plan(*generation_, problem_).work();
}

/// All of it, or its beginning.
std::uint64_t SearchTask::rank_in_place(std::uint64_t most) {
    is_planned_ = false;
    const std::uint64_t exclusions = filters_.exclusion_work();
    if (exclusions > most) {
        return exclusions + place_.work(ranker_);
    }
    visited_ += filters_.mark_exclusions();
    const std::uint64_t left = place_.run(ranker_, most - exclusions, ranked_);
    has_hit_ = ranked_.any_hit;
    if (has_hit_) {
        reading_ = Reading::in_place;
        is_in_place_ = true;
    }
    if (left == 0) {
        visited_ += ranked_.visited;
        is_ranked_ = has_hit_;
        place_.forget();
    }
    return left;
}

void SearchTask::rank_as_typed() {
    is_ranked_ = true;
    if (!words_.is_complete()) {
        return;
    }
    if (!is_planned_) {
        plan_as_typed();
    }
    rank();
    if (has_hit_ && !request_->as_typed) {
        may_be_name_ = may_be_joined_name();
    }
}

/// Every page of a walk must find the same, so the hit that is looked at is the first of all.
bool SearchTask::may_be_joined_name() {
    const auto first_of = [](const RankResult& result) { return result.rows.empty() ? nullptr : result.rows.data(); };
    if (!problem_.page.has_cursor) {
        return readings_.may_be_name(*generation_, words_, problem_, first_of(ranked_));
    }
    if (!readings_.may_be_name(*generation_, words_, problem_, nullptr)) {
        return false;
    }
    RankResult first;
    RankProblem from_the_start = problem_;
    from_the_start.page = {};
    from_the_start.page.limit = 1;
    ranker_.rank(*generation_, from_the_start, first);
    visited_ += first.visited;
    return readings_.may_be_name(*generation_, words_, problem_, first_of(first));
}

void SearchTask::rank_joined_name() {
    if (readings_.find_name(*generation_, words_, filters_, problem_)) {
        reading_ = Reading::joined;
        ranker_.plan(*generation_, problem_);
        rank();
    }
}

void SearchTask::rank_another_reading() {
    keep_words_of_place();
    auto found = readings_.find_all_words(*generation_, words_, filters_, problem_);
    if (!found && rank_some_words_in_place()) {
        return;
    }
    if (!found) {
        found = readings_.find_some_words(*generation_, words_, filters_, problem_);
    }
    reading_ = found.value_or(Reading::any_word);
    if (found) {
        ranker_.plan(*generation_, problem_);
        rank();
    }
}

/// Most names of places are neighbours of other words, and one that exists was hardly meant otherwise: "bar in Austin"
/// is not in Austria.
void SearchTask::keep_words_of_place() {
    readings_.keep(place_.words_of_name(*generation_, *request_, words_));
}

/// Somebody who names a city hardly wants another one: rather fewer words than another place.
bool SearchTask::rank_some_words_in_place() {
    words_.ask(*generation_, words_.typed());
    words_.read(*generation_);
    if (!place_.begin_with_some(*generation_, *request_, words_, filters_, problem_)) {
        return false;
    }
    const auto found = readings_.find_some_words_in_place(*generation_, filters_, place_);
    if (!found) {
        place_.forget();
        return false;
    }
    place_.start(ranked_);
    place_.run(ranker_, UINT64_MAX, ranked_);
    place_.forget();
    visited_ += ranked_.visited;
    has_hit_ = ranked_.any_hit;
    reading_ = *found;
    is_in_place_ = has_hit_;
    return has_hit_;
}

void SearchTask::rank() {
    visited_ += filters_.mark_exclusions();
    ranker_.run(ranked_);
    visited_ += ranked_.visited;
    has_hit_ = ranked_.any_hit;
}

}  // namespace bizrec::search

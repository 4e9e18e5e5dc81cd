#include "bizrec/query/task.hpp"

#include <algorithm>

#include "bizrec/lookup/boosts.hpp"
#include "bizrec/postings/work.hpp"
#include "bizrec/rank/plan.hpp"
#include "bizrec/where/location.hpp"

namespace bizrec::search {

namespace {

/// A text of this many words or more is rarely a name. If no record has most of them, the answer may be records that
/// have some of them.
constexpr std::size_t min_for_any_word = 4;

RankPage page_of(const QueryContext& context, const SearchQuery& request) {
    RankPage page;
    page.limit = request.limit;
    page.has_cursor = request.has_cursor;
    page.cursor_score = request.cursor_score;
    page.cursor_docid = request.cursor_docid(*context);
    page.count = request.estimate_total;
    return page;
}

}  // namespace

bool SearchTask::run(const store::Generation& generation, const SearchQuery& query, SearchResult& result,
                     Budget& budget) {
    context_.begin(generation, budget);
    given_ = &query;
    visited_ = 0;
    tokens_.split(query.query);
    if (near_.find(query)) {
        tokens_.split(near_.request().query);
        begin(near_.request());
    } else {
        begin(query);
    }
    while (stage_ != Stage::done && !budget.stopped()) {
        step();
    }
    if (budget.stopped()) {
        return false;
    }
    const bool has_hit = ranked_.any_hit;
    result.rows.clear();
    if (has_hit) {
        result.rows = ranked_.rows;
    }
    result.total = !has_hit ? 0 : problem_.page.count ? ranked_.total : ranked_.rows.size();
    result.visited = visited_;
    result.reading = asks_near() && reading_ == Reading::all_words ? Reading::in_place : reading_;
    result.in_place = place_ != nullptr || asks_near();
    result.radius_metres = asks_near() ? NearPlace::radius_metres : 0;
    result.is_spent = decoded_ != nullptr && decoded_->is_spent();
    result.plan = ranked_.plan;
    return true;
}

void SearchTask::begin(const SearchQuery& request) {
    request_ = &request;
    stage_ = Stage::set_up;
    reading_ = Reading::all_words;
    place_ = nullptr;
    decoded_ = nullptr;
    forget_rows();
    ranked_.plan = "none";
    filters_.begin(request);
}

void SearchTask::forget_rows() {
    ranked_.rows.clear();
    ranked_.total = ranked_.visited = 0;
    ranked_.any_hit = false;
}

void SearchTask::step() {
    static constexpr std::array<Stage (SearchTask::*)(), 6> steps = {
        &SearchTask::set_up,    &SearchTask::rank_next_tier, &SearchTask::rank_as_typed,
        &SearchTask::ask_doubt, &SearchTask::decode,         &SearchTask::begin_elsewhere};
    stage_ = (this->*steps[static_cast<std::size_t>(stage_)])();
}

SearchTask::Stage SearchTask::set_up() {
    const bool texts_have_words = words_.analyse(request_->query, request_->store_name);
    // The ask() functions prefetch the slots of all keys before the first read() needs one of them.
    words_.ask(words_.typed());
    filters_.ask();
    words_.read();
    filters_.read();
    if (context_.budget().stopped()) {
        return Stage::done;
    }
    filters_.fill(problem_);
    words_.require_all(problem_);
    problem_.page = page_of(context_, *request_);
    if (!texts_have_words || filters_.is_impossible()) {  // no record can match
        return end();
    }
    const bool in_place = charged([this] {
        return !request_->as_typed && places_.front().begin(place_request()) && places_.front().words().is_complete();
    });
    return in_place ? Stage::in_place : Stage::as_typed;
}

SearchTask::Stage SearchTask::begin_elsewhere() {
    tokens_.split(given_->query);
    begin(*given_);
    return stage_;
}

SearchTask::Stage SearchTask::end() const noexcept {
    return asks_near() && !ranked_.any_hit ? Stage::elsewhere : Stage::done;
}

SearchTask::Stage SearchTask::after_typed() const noexcept {
    return request_->as_typed || !words_.any() ? end() : Stage::doubt;
}

SearchTask::Stage SearchTask::rank_next_tier() {
    PlaceSearch& place = places_.front();
    rank_tier(place);
    if (place.has_next(ranked_)) {
        return Stage::in_place;
    }
    if (!ranked_.any_hit) {
        return Stage::as_typed;
    }
    reading_ = Reading::in_place;
    place_ = &place;
    return after_typed();
}

bool SearchTask::find_other_spaces() {
    return charged([this] { return words_.find_other_spaces(visited_); });
}

SearchTask::Stage SearchTask::rank_as_typed() {
    if (words_.is_complete()) {
        if (!request_->as_typed && find_other_spaces()) {
            words_.require_all(problem_);
        }
        rank();
    }
    return after_typed();
}

SearchTask::Stage SearchTask::ask_doubt() {
    if (!ranked_.any_hit) {
        return Stage::decode;
    }
    return charged([this] { return is_in_doubt(); }) ? Stage::decode : end();
}

bool SearchTask::is_in_doubt() {
    if (place_ == nullptr) {
        return doubt_.any(words_, problem_, visited_);
    }
    return !place_->place().rest.empty() &&
           doubt_.any(place_->words(), place_->conditions_of(PlaceSearch::stated), visited_);
}

SearchTask::Stage SearchTask::decode() {
    Budget& budget = context_.budget();
    if (!budget.take(WorkKind::decode, min_decoding_work)) {
        return Stage::done;
    }
    visited_ += filters_.mark_exclusions();
    const std::uint64_t before = visited_;
    add_scopes();
    if (budget.stopped()) {
        return Stage::done;
    }
    using Typed = QueryDecoder::Typed;
    const Typed if_hits = doubt_.may_describe() ? Typed::name_has_more : Typed::has_hits;
    decoder_.find(scopes_, ranked_.any_hit ? if_hits : Typed::no_hits, limits_.steps, visited_);
    if (!budget.take(WorkKind::decode, (visited_ - before) * decoding_step_work)) {
        return Stage::done;
    }
    decoded_ = &decoder_;
    const bool is_of_some = request_->names_several && decoder_.best().leaves_out();
    if (decoder_.is_above_null() && !is_of_some) {
        if (!are_rows_those_of_best()) {
            rank_decoded();
        }
    } else if (!ranked_.any_hit) {
        rank_any_word();
    }
    return end();
}

/// Whether the rows that are already ranked are those of the best reading: this reading has the words as typed, or
/// their letters with other spaces.
bool SearchTask::are_rows_those_of_best() {
    const Interpretation& best = decoder_.best();
    const Scope& scope = scopes_[best.scope];
    if (!ranked_.any_hit || scope.leaves_place_out || !(scope.has_place || place_ == nullptr)) {
        return false;
    }
    const QueryWords& typed = place_ == nullptr ? words_ : place_->words();
    best.copy_words(decoder_.lattice(), decoded_words_);
    return best.is_as_typed() || (typed.any_other_spaces() && has_same_letters(typed.typed(), decoded_words_));
}

bool SearchTask::take(PlaceSearch& place, const TypedWords& words, const TypedWords* preferred) {
    return charged([&] { return place.take(words, preferred, visited_); });
}

void SearchTask::rank_decoded() {
    const Interpretation& best = decoder_.best();
    forget_rows();
    place_ = nullptr;
    best.copy_words(decoder_.lattice(), decoded_words_);
    const Scope& scope = scopes_[best.scope];
    const bool is_whole =
        best.is_as_typed() && !scope.leaves_place_out && scope.described == 0 && !has_dropped_fillers();
    reading_ = is_whole ? Reading::all_words : Reading::decoded;
    const bool any_word = best.leaves_out();
    TypedWords some, preferred;
    if (any_word) {
        best.copy_words(decoder_.lattice(), some, true);
        reading_ = Reading::most_words;
    }
    if (best.left_out() == 1) {
        preferred = decoded_words_;
    }
    const TypedWords& words = any_word ? some : decoded_words_;
    if (PlaceSearch* const place = places_of_scopes_[best.scope]) {
        if (take(*place, words, any_word ? &preferred : nullptr)) {
            rank_decoded_in(*place);
        }
        return;
    }
    problem_.places = scopes_[best.scope].conditions->places;
    words_.ask(words);
    words_.read();
    if (!any_word) {
        (void)find_other_spaces();
        words_.require_all(problem_);
        add_function_words(context_, words_, filters_, problem_);
    } else if (words_.require_any(problem_)) {
        preferred_.ask(preferred);
        preferred_.read();
        add_preference(preferred_, filters_, problem_);
    } else {
        return;  // none of the words of `query`, or of `store_name`, exists
    }
    rank();
}

void SearchTask::rank_decoded_in(PlaceSearch& place) {
    while (place.has_next(ranked_) && !context_.budget().stopped()) {
        rank_tier(place);
    }
    if (ranked_.any_hit) {
        place_ = &place;
        reading_ = reading_ == Reading::all_words ? Reading::in_place : reading_;
    }
}

/// Ranks the records that have any of the words. Called if no reading beats the null reading. Does nothing for texts of
/// less than min_for_any_word words, because records with some of the words are no answer to a short text. If the text
/// names a subject and its place, only records inside the place count, with some of the other words.
void SearchTask::rank_any_word() {
    std::size_t scope = 0;
    for (std::size_t i = scopes_.size(); i-- > 1 && !request_->names_several;) {
        scope = scopes_[i].has_place ? i : scope;
    }
    Scope wanted = scopes_[scope];
    wanted.to = request_->names_several ? wanted.to : std::min(wanted.to, wanted.address.first);
    decoder_.copy_likeliest_words(wanted, decoded_words_);
    const auto is_left_out = [this](const ClauseRule& rule) {
        return decoded_words_.of(rule).empty() && !words_.typed().of(rule).empty();
    };
    if (decoded_words_.query.size() + decoded_words_.store_name.size() < min_for_any_word || is_left_out(query_rule) ||
        is_left_out(store_name_rule)) {
        return;
    }
    decoder_.copy_likeliest_words(scopes_[scope], decoded_words_);
    reading_ = Reading::any_word;
    if (PlaceSearch* const place = places_of_scopes_[scope]) {
        const TypedWords none;
        if (take(*place, decoded_words_, &none)) {
            rank_decoded_in(*place);
        }
        return;
    }
    words_.ask(decoded_words_);
    words_.read();
    if (words_.require_any(problem_)) {
        rank();
    }
}

void SearchTask::rank() {
    visited_ += filters_.mark_exclusions();
    ranker_.plan(*context_, problem_);
    ranker_.run(ranked_, context_.budget());
    visited_ += ranked_.visited;
}

void SearchTask::rank_tier(PlaceSearch& place) {
    visited_ += filters_.mark_exclusions();
    const std::uint64_t before = ranked_.visited;
    place.run_next(ranker_, ranked_);
    visited_ += ranked_.visited - before;
}

}  // namespace bizrec::search

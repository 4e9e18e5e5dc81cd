#include "bizrec/query/task.hpp"

#include "bizrec/postings/work.hpp"
#include "bizrec/query/preference.hpp"
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

/// Words of a text that is no name: where no record has most of them, records that have some are as good as any other
/// search engine's.
constexpr std::size_t least_for_any_word = 4;

/// The most that ranking any reading adds: its words are not known yet, and each may be in every record.
constexpr std::uint64_t most_lists = 64;

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
    given_ = &query;
    is_near_ = near_.find(generation, query);
    begin(is_near_ ? near_.request() : query);
    // How many records the included keys name is known only when they are looked up.
    if (request_->by_included_domains || set_up_work(*request_) > max_set_up_work ||
        !filters_.resolve_several_places(max_set_up_work)) {
        return unknown_work;
    }
    set_up();
    if (is_impossible_ && !is_near_) {
        return 0;
    }
    if (place_.may_be_read()) {
        const std::uint64_t in_place = rank_in_place(quick_work);
        if (in_place != 0) {
            return in_place + (has_hit_ ? 0 : plan_as_typed()) + decoding_work();
        }
        if (has_hit_) {
            return may_be_read_otherwise() ? decoding_work() : 0;
        }
    }
    const std::uint64_t work = filters_.exclusion_work() + plan_as_typed();
    if (!words_.any()) {
        return work;
    }
    if (visited_ + work > quick_work) {
        return work + decoding_work();
    }
    rank_as_typed();
    return may_be_read_otherwise() ? filters_.exclusion_work() + decoding_work() : 0;
}

void SearchTask::begin(const SearchQuery& request) {
    request_ = &request;
    is_set_up_ = is_ranked_ = has_hit_ = is_in_place_ = is_decoded_ = false;
    is_in_doubt_.reset();
    read_place_ = &place_;
    visited_ = 0;
    reading_ = Reading::all_words;
    function_words_.clear();
    filters_.begin(*generation_, request);
}

/// Of decoding, and of ranking what comes out.
std::uint64_t SearchTask::decoding_work() const noexcept {
    if (request_->as_typed || !words_.any()) {
        return 0;
    }
    const std::uint64_t circles = problem_.has_circles() ? problem_.places->circle_steps() : 0;
    return limits_.steps + std::uint64_t{generation_->documents()} * (most_lists + circles);
}

void SearchTask::run(SearchResult& result) {
    read();
    if (is_near_ && !has_hit_) {  // nothing lies there: what the words mean elsewhere
        is_near_ = false;
        const std::uint64_t before = visited_;
        begin(*given_);
        read();
        visited_ += before;
    }
    result.rows.clear();
    if (has_hit_) {
        result.rows = ranked_.rows;
    }
    result.total = !has_hit_ ? 0 : problem_.page.count ? ranked_.total : ranked_.rows.size();
    result.visited = visited_;
    result.reading = is_near_ && reading_ == Reading::all_words ? Reading::in_place : reading_;
    result.in_place = is_in_place_ || is_near_;
    result.radius_metres = is_near_ ? NearPlace::radius_metres : 0;
    result.is_spent = is_decoded_ && decoder_.is_spent();
    result.plan = is_impossible_ ? "none" : ranked_.plan;
}

void SearchTask::read() {
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
    if (!is_impossible_ && may_be_read_otherwise()) {
        decode();
    }
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
    filters_.fill(problem_);
    words_.require_all(problem_);
    problem_.page = page_of(*generation_, *request_);
    is_planned_ = has_other_spaces_ = false;
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
    if (!has_other_spaces_ && !request_->as_typed) {
        has_other_spaces_ = true;
        words_.find_other_spaces(*generation_);
        words_.require_all(problem_);
    }
    return ranker_.plan(*generation_, problem_).work();
}

/// All of it, or its beginning.
std::uint64_t SearchTask::rank_in_place(std::uint64_t most) {
    is_planned_ = false;
    const std::uint64_t exclusions = filters_.exclusion_work();
    if (exclusions > most) {
        return exclusions + read_place_->work(ranker_);
    }
    visited_ += filters_.mark_exclusions();
    const std::uint64_t left = read_place_->run(ranker_, most - exclusions, ranked_);
    has_hit_ = ranked_.any_hit;
    if (has_hit_) {
        reading_ = Reading::in_place;
        is_in_place_ = true;
    }
    if (left == 0) {
        visited_ += ranked_.visited;
        is_ranked_ = has_hit_;
        read_place_->forget();
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
}

/// After the words as typed are ranked.
bool SearchTask::may_be_read_otherwise() {
    if (is_in_doubt_) {
        return *is_in_doubt_;
    }
    if (request_->as_typed || !words_.any()) {
        is_in_doubt_ = false;
    } else if (!has_hit_) {
        is_in_doubt_ = true;
    } else {
        const bool has_rest = is_in_place_ && !place_.reading().rest().empty();
        is_in_doubt_ =
            !(is_in_place_ && !has_rest) && doubt_.any(*generation_, has_rest ? place_.words() : words_,
                                                       has_rest ? place_.inside_as_typed() : problem_, visited_);
    }
    return *is_in_doubt_;
}

void SearchTask::decode() {
    visited_ += filters_.mark_exclusions();
    add_scopes();
    decoder_.find(scopes_, limits_.steps, visited_);
    is_decoded_ = true;
    const Interpretation& best = decoder_.best();
    if (decoder_.is_above_null()) {
        const Scope& scope = scopes_[best.scope];
        const bool is_ranked = has_hit_ && (best.is_as_typed() || is_ranked_with_other_spaces()) &&
                               !scope.leaves_place_out && (scope.has_place || !is_in_place_);
        if (!is_ranked) {
            rank_decoded();
        }
    } else if (!has_hit_) {
        rank_any_word();
    }
}

/// Whether the best reading has the letters that were typed, and its records are among the rows.
bool SearchTask::is_ranked_with_other_spaces() {
    const QueryWords& typed = is_in_place_ ? place_.words() : words_;
    decoder_.best().copy_words(decoder_.lattice(), decoded_words_);
    return (typed.other_spaces(typed.query()).any() || typed.other_spaces(typed.store_name()).any()) &&
           has_same_letters(typed.typed(), decoded_words_);
}

/// The whole query; what stands before a place at its end, and behind one at its beginning.
void SearchTask::add_scopes() {
    scopes_.clear();
    places_.clear();
    Scope all;
    all.to = decoder_.tokens_of(*generation_, *request_);
    all.conditions = &problem_;
    scopes_.push_back(all);
    places_.push_back(nullptr);
    const bool has_place = place_.begin_to_decode(*generation_, *request_, words_, filters_, problem_);
    if (has_place) {
        add_scope_of_place(place_, false);
    }
    if (!(has_place && place_.reading().has_preposition()) &&
        front_place_.begin_at_front(*generation_, *request_, words_, filters_, problem_, turned_)) {
        add_scope_of_place(front_place_, true);
    }
}

void SearchTask::add_scope_of_place(PlaceSearch& place, bool at_the_beginning) {
    const Lattice& lattice = decoder_.lattice();
    const std::size_t all = lattice.query_size();
    const std::size_t rest = place.reading().rest().size();
    Scope scope;
    scope.conditions = &place.inside();
    scope.has_place = true;
    if (at_the_beginning) {
        scope.to = all;
        scope.cost = EdgeCosts::place_in_front;
        scope.from = lattice.token_behind(request_->query.size() - rest);
    } else {
        scope.to = lattice.token_behind(rest);
        scopes_.front().cost =
            place.reading().has_preposition() ? EdgeCosts::place_after_preposition : EdgeCosts::place_as_words;
    }
    if (scope.from == scope.to) {
        return;
    }
    scopes_.front().place_from = at_the_beginning ? 0 : scope.to;
    scopes_.front().place_to = at_the_beginning ? scope.from : all;
    scopes_.push_back(scope);
    places_.push_back(&place);
    if (!at_the_beginning) {
        scope.conditions = &problem_;
        scope.cost = EdgeCosts::place_left_out;
        scope.has_place = false;
        scope.leaves_place_out = true;
        scopes_.push_back(scope);
        places_.push_back(nullptr);
    }
}

void SearchTask::rank_decoded() {
    const Interpretation& best = decoder_.best();
    has_hit_ = is_in_place_ = false;
    best.copy_words(decoder_.lattice(), decoded_words_);
    reading_ = best.is_as_typed() && !scopes_[best.scope].leaves_place_out ? Reading::all_words : Reading::decoded;
    TypedWords some;
    if (best.leaves_out()) {
        best.copy_words_and_left_out(decoder_.lattice(), some);
        reading_ = Reading::most_words;
    }
    PlaceSearch* const place = places_[best.scope];
    if (place != nullptr) {
        const bool any_word = reading_ == Reading::most_words;
        if (!place->take(any_word ? some : decoded_words_, any_word)) {
            return;
        }
        if (any_word) {
            place->prefer(decoded_words_);
        }
        rank_decoded_in_place(*place);
        return;
    }
    words_.ask(*generation_, reading_ == Reading::most_words ? some : decoded_words_);
    words_.read(*generation_);
    if (reading_ != Reading::most_words) {
        words_.find_other_spaces(*generation_);
        words_.require_all(problem_);
        function_words_.add_boosts(*generation_, words_, filters_, problem_);
    } else if (words_.require_any(problem_)) {
        preferred_.ask(*generation_, decoded_words_);
        preferred_.read(*generation_);
        add_preference(preferred_, filters_, problem_);
        function_words_.add_boosts(*generation_, words_, filters_, problem_);
    } else {
        return;  // a text would be left out whole
    }
    ranker_.plan(*generation_, problem_);
    rank();
}

void SearchTask::rank_decoded_in_place(PlaceSearch& place) {
    read_place_ = &place;
    const Reading reading = reading_ == Reading::all_words ? Reading::in_place : reading_;
    place.start(ranked_);
    rank_in_place(UINT64_MAX);
    reading_ = reading;
}

/// No reading is likelier than none. Of a long text the records that have some of its words are an answer, of a short
/// one they are others'.
void SearchTask::rank_any_word() {
    decoder_.copy_likeliest_words(decoded_words_);
    const auto is_left_out = [this](const ClauseRule& rule) {
        return decoded_words_.of(rule).empty() && !words_.typed().of(rule).empty();
    };
    if (decoded_words_.query.size() + decoded_words_.store_name.size() < least_for_any_word ||
        is_left_out(query_rule) || is_left_out(store_name_rule)) {
        return;
    }
    words_.ask(*generation_, decoded_words_);
    words_.read(*generation_);
    reading_ = Reading::any_word;
    if (words_.require_any(problem_)) {
        function_words_.add_boosts(*generation_, words_, filters_, problem_);
        ranker_.plan(*generation_, problem_);
        rank();
    }
}

void SearchTask::rank() {
    visited_ += filters_.mark_exclusions();
    ranker_.run(ranked_);
    visited_ += ranked_.visited;
    has_hit_ = ranked_.any_hit;
}

}  // namespace bizrec::search

#include "bizrec/api/search_answer.hpp"

#include <algorithm>

#include "bizrec/api/header_text.hpp"
#include "bizrec/api/highlights.hpp"
#include "bizrec/api/match_render.hpp"
#include "bizrec/api/reading_header.hpp"
#include "bizrec/api/row_work.hpp"
#include "bizrec/api/search_render.hpp"

namespace bizrec::api {
namespace {

/// Of a record of two KiB, most are smaller, with its highlights: known only when it is found.
constexpr std::uint64_t full_row_steps = 4 * row_steps(2048);

}  // namespace

struct SearchEndpoint::State {
    State(std::shared_ptr<SearchParsers> given, const search::ReadingLimits& limits)
        : parsers(std::move(given)), reading_limits(limits) {}
    std::optional<std::uint64_t> start(const EndpointRequest& given);
    void break_off() noexcept;
    std::optional<std::uint64_t> prepare_search();
    void finish(const Cancellation& cancellation, BodyStore& store);
    Rendered render(const Cancellation& cancellation, BodyStore& store);

    std::shared_ptr<SearchParsers> parsers;
    search::SearchQuery query;
    search::ReadingLimits reading_limits;
    search::Search search{reading_limits};
    search::SearchResult result;
    std::vector<std::string_view> words;  // that were searched for
    Highlights highlights;
    RequestNotes notes;
    ApiError error;
    Answer answer;

    // The request at work.
    EndpointRequest request;
    bool is_body_unread = false;
    bool is_search_spoiled = false;  // an exception has left it in the midst of its work
};

std::optional<std::uint64_t> SearchEndpoint::State::start(const EndpointRequest& given) {
    request = given;
    restart(answer);
    is_body_unread = true;
    if (is_search_spoiled) {
        search = search::Search(reading_limits);
        is_search_spoiled = false;
    }
    if (request.body.size() > greatest_body_read_at_once && request.body.size() <= search_body_limit) {
        return UINT64_MAX;
    }
    std::optional<std::uint64_t> cost = prepare_search();
    if (cost && request.rows == SearchRows::full) {
        cost = *cost + std::min(UINT64_MAX - *cost, query.limit * full_row_steps);
    }
    if (cost && request.explains) {
        cost = UINT64_MAX;  // the search is made once more
    }
    if (cost && *cost < request.inline_steps) {
        BodyStore memory;
        finish(Cancellation(), memory);
        return std::nullopt;
    }
    return cost;
}

/// What the search costs; nothing: the answer is a refusal.
std::optional<std::uint64_t> SearchEndpoint::State::prepare_search() {
    is_body_unread = false;
    if (!parsers->take()->parse(request.body, request.strict, request.maximum_limit, *request.generation, query, notes,
                                error)) {
        refuse(answer, error, notes);
        return std::nullopt;
    }
    query.as_typed = request.strict;
    query.estimate_total |= request.wants_total;
    return search.prepare(*request.generation, query);
}

void SearchEndpoint::State::finish(const Cancellation& cancellation, BodyStore& store) {
    if ((is_body_unread && !prepare_search()) || cancellation.requested()) {
        return;
    }
    search.run(result);
    if (cancellation.requested()) {
        return;
    }
    if (request.rows == SearchRows::full || result.reading != search::Reading::all_words) {
        search.list_words(words);
    }
    const Rendered rendered = render(cancellation, store);
    if (rendered == Rendered::in_part) {
        return;
    }
    if (rendered == Rendered::damaged) {
        return fail(answer);
    }
    if (rendered == Rendered::too_large) {
        return refuse_large(answer, request.answer_limit, result.rows.size(), notes);
    }
    store.offer(answer.body);
    join_header_names(notes.ignored_fields, answer.ignored_fields);
    join_header_names(notes.applied_defaults, answer.applied_defaults);
    answer.identity_note = notes.identity_note;
    write_reading(result.reading, words, answer.reading);
    answer.rows = result.rows.size();
    answer.total = result.total;
}

Rendered SearchEndpoint::State::render(const Cancellation& cancellation, BodyStore& store) {
    std::optional<search::Explanation> explanation;
    if (request.explains) {
        explanation.emplace(*request.generation, query, reading_limits);
    }
    const search::Explanation* parts = explanation ? &*explanation : nullptr;
    if (request.rows == SearchRows::ids) {
        return render_search_rows(*request.generation, query, result, parts, request.answer_limit, answer.body);
    }
    return render_match_rows(*request.generation, query, result, words, parts, request.answer_limit, cancellation,
                             highlights, store, answer.body);
}

void SearchEndpoint::State::break_off() noexcept {
    is_search_spoiled = true;
    fail(answer);
}

SearchEndpoint::SearchEndpoint(std::shared_ptr<SearchParsers> parsers, const search::ReadingLimits& limits)
    : state_(std::make_unique<State>(std::move(parsers), limits)) {
    restart(state_->answer);
}
SearchEndpoint::~SearchEndpoint() = default;

std::optional<std::uint64_t> SearchEndpoint::start(const EndpointRequest& request) noexcept {
    try {
        return state_->start(request);
    } catch (...) {
        state_->break_off();
        return std::nullopt;
    }
}

void SearchEndpoint::run(const Cancellation& cancellation, BodyStore& store) noexcept {
    try {
        state_->finish(cancellation, store);
    } catch (...) {
        state_->break_off();
    }
}

const Answer& SearchEndpoint::answer() const noexcept {
    return state_->answer;
}

}  // namespace bizrec::api

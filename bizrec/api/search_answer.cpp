#include "bizrec/api/search_answer.hpp"

#include <algorithm>
#include <utility>

#include "bizrec/api/header_text.hpp"
#include "bizrec/api/match_render.hpp"
#include "bizrec/api/reading_header.hpp"
#include "bizrec/api/row_work.hpp"
#include "bizrec/api/search_render.hpp"

namespace bizrec::api {
namespace {

/// Of a record of two KiB, most are smaller, with its highlights: known only when it is found.
constexpr std::uint64_t full_row_steps = 4 * row_steps(2048);

}  // namespace

SearchEndpoint::SearchEndpoint(std::shared_ptr<SearchParsers> parsers, const search::ReadingLimits& limits)
    : parsers_(std::move(parsers)), reading_limits_(limits) {
    restart(answer_);
}

std::optional<std::uint64_t> SearchEndpoint::start(const EndpointRequest& request) noexcept {
    try {
        return begin(request);
    } catch (...) {
        break_off();
        return std::nullopt;
    }
}

void SearchEndpoint::run(const Cancellation& cancellation, BodyStore& store) noexcept {
    try {
        finish(cancellation, store);
    } catch (...) {
        break_off();
    }
}

std::optional<std::uint64_t> SearchEndpoint::begin(const EndpointRequest& request) {
    request_ = request;
    restart(answer_);
    is_body_unread_ = true;
    if (is_search_spoiled_) {
        search_ = search::Search(reading_limits_);
        is_search_spoiled_ = false;
    }
    if (request_.body.size() > greatest_body_read_at_once && request_.body.size() <= search_body_limit) {
        return UINT64_MAX;
    }
    std::optional<std::uint64_t> cost = prepare_search();
    if (cost && request_.rows == SearchRows::full) {
        cost = *cost + std::min(UINT64_MAX - *cost, query_.limit * full_row_steps);
    }
    if (cost && request_.explains) {
        cost = UINT64_MAX;  // the search is made once more
    }
    if (cost && *cost < request_.inline_steps) {
        BodyStore memory;
        finish(Cancellation(), memory);
        return std::nullopt;
    }
    return cost;
}

/// What the search costs; nothing: the answer is a refusal.
std::optional<std::uint64_t> SearchEndpoint::prepare_search() {
    is_body_unread_ = false;
    if (!parsers_->take()->parse(request_.body, request_.strict, request_.maximum_limit, *request_.generation, query_,
                                 notes_, error_)) {
        refuse(answer_, error_, notes_);
        return std::nullopt;
    }
    query_.as_typed = request_.strict;
    query_.estimate_total |= request_.wants_total;
    return search_.prepare(*request_.generation, query_);
}

void SearchEndpoint::finish(const Cancellation& cancellation, BodyStore& store) {
    if ((is_body_unread_ && !prepare_search()) || cancellation.requested()) {
        return;
    }
    search_.run(result_);
    if (cancellation.requested()) {
        return;
    }
    if (request_.rows == SearchRows::full || result_.reading != search::Reading::all_words) {
        search_.list_words(words_);
    }
    const Rendered rendered = render(cancellation, store);
    if (rendered == Rendered::in_part) {
        return;
    }
    if (rendered == Rendered::damaged) {
        return fail(answer_);
    }
    if (rendered == Rendered::too_large) {
        return refuse_large(answer_, request_.answer_limit, result_.rows.size(), notes_);
    }
    store.offer(answer_.body);
    join_header_names(notes_.ignored_fields, answer_.ignored_fields);
    join_header_names(notes_.applied_defaults, answer_.applied_defaults);
    join_header_names(notes_.ignored_words, answer_.ignored_words);
    answer_.identity_note = notes_.identity_note;
    write_reading(result_, words_, answer_.reading);
    search_.list_other_words(words_);
    write_other_reading(words_, answer_.other_reading);
    answer_.rows = result_.rows.size();
    answer_.total = result_.total;
    answer_.counts = query_.estimate_total && answer_.rows == 0 && answer_.total > 0 ? 1 : 0;
}

Rendered SearchEndpoint::render(const Cancellation& cancellation, BodyStore& store) {
    std::optional<search::Explanation> explanation;
    if (request_.explains) {
        explanation.emplace(*request_.generation, query_, reading_limits_);
    }
    const search::Explanation* parts = explanation ? &*explanation : nullptr;
    if (request_.rows == SearchRows::ids) {
        return render_search_rows(*request_.generation, query_, result_, parts, request_.answer_limit, answer_.body);
    }
    return render_match_rows(*request_.generation, query_, result_, words_, parts, request_.answer_limit, cancellation,
                             highlights_, store, answer_.body);
}

void SearchEndpoint::break_off() noexcept {
    is_search_spoiled_ = true;
    fail(answer_);
}

}  // namespace bizrec::api

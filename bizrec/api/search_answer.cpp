#include "bizrec/api/search_answer.hpp"

#include <optional>
#include <utility>

#include "bizrec/api/header_text.hpp"
#include "bizrec/api/reading_header.hpp"
#include "bizrec/api/search_render.hpp"

namespace bizrec::api {

SearchEndpoint::SearchEndpoint(std::shared_ptr<SearchParsers> parsers, const search::ReadingLimits& limits)
    : parsers_(std::move(parsers)), reading_limits_(limits) {
    restart(answer_);
}

bool SearchEndpoint::start(const EndpointRequest& request) noexcept {
    try {
        return begin(request);
    } catch (...) {
        break_off();
        return false;
    }
}

bool SearchEndpoint::run(const Cancellation& cancellation, BodyStore& store) noexcept {
    try {
        finish(cancellation, store);
    } catch (...) {
        break_off();
    }
    return false;
}

bool SearchEndpoint::begin(const EndpointRequest& request) {
    request_ = request;
    restart(answer_);
    is_parsed_ = false;
    budget_ = Budget(request.inline_steps);
    if (request_.body.size() > max_body_read_at_once && request_.body.size() <= search_body_limit) {
        return true;
    }
    BodyStore memory;
    const Parsed parsed = parse();
    const bool is_answered = parsed == Parsed::refused || (parsed == Parsed::good && work(memory));
    return !is_answered && may_go_on(request_, answer_, notes_);
}

void SearchEndpoint::finish(const Cancellation& cancellation, BodyStore& store) {
    restart(answer_);
    begin_again(request_.max_steps, cancellation, is_parsed_ ? reading_ : Budget());
    const Parsed parsed = is_parsed_ ? Parsed::good : parse();
    if (parsed != Parsed::refused && !(parsed == Parsed::good && work(store))) {
        refuse_work(answer_, budget_, notes_);
    }
}

SearchEndpoint::Parsed SearchEndpoint::parse() {
    if (!parsers_->take()->parse(request_.body, request_.strict, request_.max_limit, *request_.generation, query_,
                                 notes_, error_, budget_)) {
        if (error_.code.empty()) {
            return Parsed::stopped;
        }
        refuse(answer_, error_, notes_);
        return Parsed::refused;
    }
    query_.as_typed = request_.strict;
    query_.estimate_total |= request_.wants_total;
    is_parsed_ = true;
    reading_ = budget_;
    return Parsed::good;
}

/// Searches and writes the rows. Returns false if the budget has stopped it. Otherwise the answer is complete, or is an
/// error.
bool SearchEndpoint::work(BodyStore& store) {
    if (is_search_spoiled_) {
        search_ = search::Search(reading_limits_);
        is_search_spoiled_ = false;
    }
    if (budget_.stopped() || !search_.run(*request_.generation, query_, result_, budget_)) {
        return false;
    }
    if (request_.rows == SearchRows::full || result_.reading != search::Reading::all_words) {
        search_.list_words(words_);
    }
    switch (render(store)) {
        case Rendered::in_part:
            return false;
        case Rendered::damaged:
            fail(answer_);
            break;
        case Rendered::too_large:
            refuse_large(answer_, request_.answer_limit, result_.rows.size(), notes_);
            break;
        case Rendered::whole:
            store.offer(answer_.body);
            add_notes();
            break;
    }
    return true;
}

void SearchEndpoint::add_notes() {
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

Rendered SearchEndpoint::render(BodyStore& store) {
    std::optional<search::Explanation> explanation;
    if (request_.explains) {
        explanation.emplace(*request_.generation, query_, budget_, reading_limits_);
        if (budget_.stopped()) {
            return Rendered::in_part;
        }
    }
    const search::Explanation* parts = explanation ? &*explanation : nullptr;
    if (request_.rows == SearchRows::ids) {
        return render_search_rows(*request_.generation, query_, result_, parts, request_.answer_limit, budget_,
                                  answer_.body);
    }
    return render_match_rows(*request_.generation, query_, result_, words_, parts, request_.answer_limit, budget_,
                             highlights_, store, answer_.body);
}

void SearchEndpoint::break_off() noexcept {
    is_search_spoiled_ = true;
    fail(answer_);
}

}  // namespace bizrec::api

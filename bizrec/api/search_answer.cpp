#include "bizrec/api/search_answer.hpp"

#include "bizrec/api/header_text.hpp"
#include "bizrec/api/search_render.hpp"

namespace bizrec::api {
struct SearchEndpoint::State {
    explicit State(std::shared_ptr<SearchParsers> given) : parsers(std::move(given)) {}
    void begin();
    void break_off() noexcept;
    bool prepare_search(std::uint64_t& work);
    void finish();

    std::shared_ptr<SearchParsers> parsers;
    search::SearchQuery query;
    search::Search search;
    search::SearchResult result;
    RequestNotes notes;
    ApiError error;
    Answer answer;

    // The request at work.
    const store::Generation* generation = nullptr;
    std::string_view body;
    bool strict = false;
    std::uint32_t greatest_limit = 0;
    std::size_t answer_limit = default_answer_limit;
    bool is_body_unread = false;
    bool is_search_spoiled = false;  // an exception has left it in the midst of its work
};

void SearchEndpoint::State::begin() {
    restart(answer);
    is_body_unread = true;
    if (is_search_spoiled) {
        search = search::Search();
        is_search_spoiled = false;
    }
}

bool SearchEndpoint::State::prepare_search(std::uint64_t& work) {
    is_body_unread = false;
    if (!parsers->take()->parse(body, strict, greatest_limit, *generation, query, notes, error)) {
        refuse(answer, error, notes);
        return false;
    }
    work = search.prepare(*generation, query);
    return true;
}

void SearchEndpoint::State::finish() {
    std::uint64_t work = 0;
    if (is_body_unread && !prepare_search(work)) {
        return;
    }
    search.run(result);
    const Rendered rendered = render_search_rows(*generation, query, result, answer_limit, answer.body);
    if (rendered == Rendered::damaged) {
        return fail(answer);
    }
    if (rendered == Rendered::too_large) {
        return refuse_large(answer, answer_limit, result.rows.size(), notes);
    }
    join_header_names(notes.ignored_fields, answer.ignored_fields);
    join_header_names(notes.applied_defaults, answer.applied_defaults);
    answer.identity_note = notes.identity_note;
    answer.rows = result.rows.size();
    answer.total = result.total;
}

void SearchEndpoint::State::break_off() noexcept {
    is_search_spoiled = true;
    fail(answer);
}

SearchEndpoint::SearchEndpoint(std::shared_ptr<SearchParsers> parsers)
    : state_(std::make_unique<State>(std::move(parsers))) {
    restart(state_->answer);
}
SearchEndpoint::~SearchEndpoint() = default;

bool SearchEndpoint::prepare(const store::Generation& generation, std::string_view body, bool strict,
                             std::uint32_t greatest_limit, std::uint64_t& work, std::size_t answer_limit) noexcept {
    try {
        state_->generation = &generation;
        state_->body = body;
        state_->strict = strict;
        state_->greatest_limit = greatest_limit;
        state_->answer_limit = answer_limit;
        state_->begin();
        if (body.size() > greatest_body_read_at_once && body.size() <= search_body_limit) {
            work = UINT64_MAX;
            return true;
        }
        return state_->prepare_search(work);
    } catch (...) {
        state_->break_off();
        return false;
    }
}

void SearchEndpoint::run() noexcept {
    try {
        state_->finish();
    } catch (...) {
        state_->break_off();
    }
}

const Answer& SearchEndpoint::answer() const noexcept {
    return state_->answer;
}

}  // namespace bizrec::api

#include "bizrec/api/answer.hpp"

#include "bizrec/api/header_text.hpp"

namespace bizrec::api {
namespace {

constexpr std::size_t kept_bytes = 4U << 20;  // maximum capacity of a body that restart() keeps for the next answer
constexpr std::size_t min_bytes = 4096;       // minimum capacity after restart(); enough for fail()

// The output of render_error(standard_error(500)), as a constant, because fail() must not allocate memory.
constexpr std::string_view internal_body =
    "{\"error\":\"Internal Server Error\",\"detail\":\"Internal Server Error\",\"code\":\"internal\"}";

void clear_notes(Answer& answer) noexcept {
    answer.ignored_fields.clear();
    answer.applied_defaults.clear();
    answer.ignored_words.clear();
    answer.identity_note.clear();
    answer.reading.clear();
    answer.other_reading.clear();
    answer.unknown_ids.reset();
    answer.rows = 0;
    answer.total = 0;
    answer.counts = 0;
}

}  // namespace

void restart(Answer& answer) {
    if (answer.body.capacity() < min_bytes || answer.body.capacity() > kept_bytes) {
        std::string fresh;
        fresh.reserve(min_bytes);
        answer.body.swap(fresh);
    }
    answer.status = 200;
    answer.error_code = {};
    answer.body.clear();
    answer.key.clear();
    clear_notes(answer);
}

void refuse(Answer& answer, const ApiError& error, const RequestNotes& notes) {
    answer.status = error.status;
    answer.error_code = error.code;
    const std::string body = render_error(error);
    answer.body = body;  // copied, because a move would lose the room that fail() relies on
    join_header_names(notes.ignored_fields, answer.ignored_fields);
}

void refuse_large(Answer& answer, std::size_t limit, std::uint64_t rows, const RequestNotes& notes) {
    restart(answer);
    refuse(answer, answer_too_large_error(limit, rows), notes);
}

void refuse_work(Answer& answer, const Budget& budget, const RequestNotes& notes) {
    restart(answer);
    if (!budget.cancelled()) {
        refuse(answer, too_much_work_error(budget), notes);
    }
}

void fail(Answer& answer) noexcept {
    answer.status = 500;
    answer.error_code = "internal";
    clear_notes(answer);
    answer.body.clear();
    answer.body.append(internal_body);
}

}  // namespace bizrec::api

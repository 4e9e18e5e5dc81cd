#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "bizrec/api/error.hpp"
#include "bizrec/api/request_notes.hpp"

namespace bizrec::api {

inline constexpr std::size_t default_answer_limit = 32U << 20;  ///< bytes of a body, where the operator sets none

/// A body above this is left to run() unread, by both endpoints: it can hold some thousand domains, postal codes or
/// unknown fields.
inline constexpr std::size_t max_body_read_at_once = 4096;

/// What came of writing rows.
enum class Rendered : std::uint8_t {
    whole,
    in_part,    ///< the budget has stopped it
    too_large,  ///< the body would pass the limit; it was left there
    damaged,    ///< the index does not hold a row: a wrong body must not be sent
};

/// Everything the server needs to reply: the same for nginx and for `lmdb_builder query`.
struct Answer {
    int status = 200;
    std::string body;                          ///< JSON, UTF-8
    std::string ignored_fields;                ///< value of X-Ignored-Fields, of a 422 too; "" = no header
    std::string applied_defaults;              ///< value of X-Applied-Defaults
    std::string ignored_words;                 ///< value of X-Words-Ignored: what a search read as words
    std::string identity_note;                 ///< value of X-Identity-Note: why an input names no business
    std::string reading;                       ///< value of X-Query-Reading: of a 200 of a search
    std::string other_reading;                 ///< value of X-Query-Also; "" = no header
    std::optional<std::uint64_t> unknown_ids;  ///< value of X-Unknown-Ids: how many ids of the request have no record
    std::string_view error_code;               ///< "" for 200
    std::string trouble;                       ///< for the server's log: which file is no good; "" = none
    std::uint64_t rows = 0;
    std::uint64_t total = 0;
    std::uint64_t counts =
        0;            ///< of a 200: how many times it tells a total without any of the rows, which cost nothing
    std::string key;  ///< the identity key(s) looked up, for logs: "example.com" or "a.com,facebook:b"; "" where
                      ///< none was, and for searches
};

/// How both endpoints treat the answer that they reuse from request to request.
/// Empties it into a 200 without rows. A body of some MiB gives its memory back; some room is always kept, so that
/// fail() needs none.
void restart(Answer& answer);
void refuse(Answer& answer, const ApiError& error, const RequestNotes& notes);
/// The 422 of an answer that would be larger than `limit` bytes. `rows`: how many it would have.
void refuse_large(Answer& answer, std::size_t limit, std::uint64_t rows, const RequestNotes& notes);
/// The 422 of a request that has spent its budget. Of one that is cancelled an empty answer.
void refuse_work(Answer& answer, const Budget& budget, const RequestNotes& notes);
/// The 500. Needs no memory once restart() has returned.
void fail(Answer& answer) noexcept;

}  // namespace bizrec::api

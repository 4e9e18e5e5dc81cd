#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "bizrec/api/error.hpp"
#include "bizrec/api/request_notes.hpp"

namespace bizrec::api {

inline constexpr std::size_t default_answer_limit = 32U << 20;  ///< bytes of a body if the operator sets no limit

/// Maximum bytes of a body that start() reads for an enrichment, a batch or a search. These endpoints leave larger
/// bodies to run(), because such bodies can hold thousands of domains, postal codes or unknown fields.
inline constexpr std::size_t max_body_read_at_once = 4096;

/// Result of writing rows.
enum class Rendered : std::uint8_t {
    whole,
    in_part,    ///< the budget was used up, so writing stopped
    too_large,  ///< the body would exceed the limit, so writing stopped
    damaged,    ///< the index has an unreadable row; the body must not be sent
};

/// Everything that the server needs to reply. nginx and `lmdb_builder query` use the same type.
struct Answer {
    int status = 200;
    std::string body;                          ///< JSON, UTF-8
    std::string ignored_fields;                ///< value of X-Ignored-Fields, also of a refusal; "" = no header
    std::string applied_defaults;              ///< value of X-Applied-Defaults
    std::string ignored_words;                 ///< value of X-Words-Ignored: operators that a search read as words
    std::string identity_note;                 ///< value of X-Identity-Note: why an input names no business
    std::string reading;                       ///< value of X-Query-Reading, for a 200 of a search
    std::string other_reading;                 ///< value of X-Query-Also; "" = no header
    std::optional<std::uint64_t> unknown_ids;  ///< value of X-Unknown-Ids: number of requested ids without a record
    std::string_view error_code;               ///< "" for 200
    std::string trouble;                       ///< for the server's log: the file that is damaged, and how; "" = none
    std::uint64_t rows = 0;
    std::uint64_t total = 0;
    /// In a 200: number of totals above 0 that are given without rows. No credits are charged for them.
    std::uint64_t counts = 0;
    std::string key;  ///< the identity key(s) looked up, for logs: "example.com" or "a.com,facebook:b"; "" for searches
                      ///< and if there was none
};

/// Makes the answer a 200 without rows. Each endpoint object reuses its Answer from request to request. Frees the
/// memory of a body above 4 MiB, and always keeps some room so that fail() need not allocate.
void restart(Answer& answer);
void refuse(Answer& answer, const ApiError& error, const RequestNotes& notes);
/// Makes the answer a 422, because the full answer would exceed `limit` bytes. `rows`: number of rows that it would
/// have.
void refuse_large(Answer& answer, std::size_t limit, std::uint64_t rows, const RequestNotes& notes);
/// Makes the answer a 422, because the request has spent its budget. If the request was cancelled, the answer is empty.
void refuse_work(Answer& answer, const Budget& budget, const RequestNotes& notes);
/// Makes the answer a 500. Needs no memory once restart() has returned.
void fail(Answer& answer) noexcept;

}  // namespace bizrec::api

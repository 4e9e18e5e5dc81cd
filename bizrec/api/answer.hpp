#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "bizrec/api/error.hpp"
#include "bizrec/api/request_notes.hpp"

namespace bizrec::api {

/// Everything the server needs to reply: the same for nginx and for `lmdb_builder query`.
struct Answer {
    int status = 200;
    std::string body;              ///< JSON, UTF-8
    std::string ignored_fields;    ///< value of X-Ignored-Fields, of a 422 too; "" = no header
    std::string applied_defaults;  ///< value of X-Applied-Defaults
    std::string identity_note;     ///< value of X-Identity-Note: why an input names no business
    std::string_view error_code;   ///< "" for 200
    std::uint64_t rows = 0;
    std::uint64_t total = 0;
    std::string key;  ///< the identity key(s) looked up, for logs: "example.com" or "a.com,facebook:b"; "" where
                      ///< none was, and for searches
};

/// How both endpoints treat the answer that they reuse from request to request.
/// Empties it into a 200 without rows. A body of some MiB gives its memory back; some room is always kept, so that
/// fail() needs none.
void restart(Answer& answer);
void refuse(Answer& answer, const ApiError& error, const RequestNotes& notes);
/// The 500. Needs no memory once restart() has returned.
void fail(Answer& answer) noexcept;

}  // namespace bizrec::api

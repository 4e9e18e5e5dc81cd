#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "bizrec/api/enrich_request.hpp"

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
                      ///< none was
};

/// Body bytes in, answer out. One object a thread, reused: once its memory has grown, a good request whose shape it has
/// seen allocates nothing.
class EnrichEndpoint {
public:
    EnrichEndpoint();

    /// Never throws, never fails: what goes wrong is a status in the answer, which stays valid until the next call.
    const Answer& answer(const store::Generation& generation, std::string_view body, bool strict) noexcept;

private:
    void reset();
    void find(const store::Generation& generation);
    void refuse();
    void fail() noexcept;

    EnrichRequestParser parser_;
    search::EnrichQuery query_;
    search::EnrichResult result_;
    RequestNotes notes_;
    Answer answer_;
    ApiError error_;
};

}  // namespace bizrec::api

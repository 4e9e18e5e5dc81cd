#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "bizrec/api/answer.hpp"
#include "bizrec/api/enrich_request.hpp"

namespace bizrec::api {

/// Body bytes in, answer out. One object a thread, reused: once its memory has grown, a good request whose shape it has
/// seen allocates nothing.
class EnrichEndpoint {
public:
    EnrichEndpoint();

    /// Never throws, never fails: what goes wrong is a status in the answer, which stays valid until the next call.
    const Answer& answer(const store::Generation& generation, std::string_view body, bool strict) noexcept;

private:
    void find(const store::Generation& generation);

    EnrichRequestParser parser_;
    search::EnrichQuery query_;
    search::EnrichResult result_;
    RequestNotes notes_;
    Answer answer_;
    ApiError error_;
};

}  // namespace bizrec::api

#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string_view>

#include "bizrec/api/answer.hpp"
#include "bizrec/api/enrich_request.hpp"
#include "bizrec/api/request_parsers.hpp"

namespace bizrec::api {

using EnrichParsers = RequestParsers<EnrichRequestParser>;

/// One enrichment from body to answer, in two steps: prepare() on the thread that has the request, run() on any one
/// thread. Reused: once its memory has grown, a good request whose shape it has seen allocates nothing. A server keeps
/// as many of these as it answers enrichments at a time.
class EnrichEndpoint {
public:
    explicit EnrichEndpoint(std::shared_ptr<EnrichParsers> parsers = std::make_shared<EnrichParsers>());

    /// Does at once what takes fewer than `at_once` steps (search/work.hpp): finds the rows, and then writes as many as
    /// that allows. True: run() is to follow; `work` is an upper bound of what it does, `at_once` or more; UINT64_MAX
    /// where that is not known, because to read the body or to look up what it names already takes longer than an event
    /// loop should wait. False: the answer is there already.
    /// `generation` and `body` must live until run() has returned. `answer_limit`: greatest body of a 200, bytes; above
    /// it a 422.
    bool prepare(const store::Generation& generation, std::string_view body, bool strict, std::uint64_t at_once,
                 std::uint64_t& work, std::size_t answer_limit = default_answer_limit) noexcept;
    void run() noexcept;
    /// Valid until the next prepare(). Never failed: what went wrong is a status in it.
    const Answer& answer() const noexcept { return answer_; }

    /// Both steps.
    const Answer& answer(const store::Generation& generation, std::string_view body, bool strict) noexcept;

private:
    enum class Left : std::uint8_t { everything, rows, rendering };

    bool parse();
    std::uint64_t look_up(std::uint64_t at_once);
    void finish();
    bool render(std::uint64_t most_steps);
    void add_notes();
    void refuse_rows();

    std::shared_ptr<EnrichParsers> parsers_;
    search::EnrichQuery query_;
    search::EnrichResult result_;
    RequestNotes notes_;
    Answer answer_;
    ApiError error_;

    // The request at work.
    const store::Generation* generation_ = nullptr;
    std::string_view body_;
    bool strict_ = false;
    std::size_t answer_limit_ = default_answer_limit;
    Left left_ = Left::everything;
    std::size_t rows_written_ = 0;
};

}  // namespace bizrec::api

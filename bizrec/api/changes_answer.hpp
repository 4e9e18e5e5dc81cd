#pragma once

#include <memory>
#include <string>

#include "bizrec/api/change_walk.hpp"
#include "bizrec/api/changes_request.hpp"
#include "bizrec/api/endpoint.hpp"
#include "bizrec/api/request_parsers.hpp"

namespace bizrec::api {

using ChangesParsers = RequestParsers<ChangesParser>;

/// Answers one page of the changes since a generation, in the order of the ids. Changes come from the file of changes
/// beside the served index, records from the index. answer().rows counts the rows with a record, answer().total all
/// rows of the page.
class ChangesEndpoint final : public Endpoint {
public:
    using Endpoint::answer;
    using Endpoint::run;

    explicit ChangesEndpoint(std::shared_ptr<ChangesParsers> parsers = std::make_shared<ChangesParsers>());

    bool start(const EndpointRequest& request) noexcept override;
    bool run(const Cancellation& cancellation, BodyStore& store) noexcept override;
    const Answer& answer() const noexcept override { return answer_; }

private:
    enum class Written : std::uint8_t { row, page_is_full, stopped, refused };

    void write_no_changes(const std::string& generation);
    bool parse();
    bool make_page(BodyStore& store);
    bool write_rows(store::ChangesFile& file, BodyStore& store);
    Written write_row(const ChangeRow& row, BodyStore& store);
    Written write_content(const ChangeRow& row, BodyStore& store);
    void write_end(bool more, BodyStore& store);
    void refuse_unknown_generation(const std::string& folder);
    void refuse_damaged(const Error& error);

    std::shared_ptr<ChangesParsers> parsers_;
    ChangesQuery query_;
    RequestNotes notes_;
    ApiError error_;
    Answer answer_;
    EndpointRequest request_;  // the current one
    Budget reading_;           // steps that parsing has taken
    ChangeRow row_;
    format::Uuid last_{};  // id of the last row or skipped entry
    std::string row_text_, record_;
    std::string no_changes_of_, no_changes_;  // a generation, and the answer to a poll of a client that has it
};

}  // namespace bizrec::api

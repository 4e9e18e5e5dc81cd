#pragma once

#include <string_view>

#include "bizrec/api/enrich_request.hpp"
#include "bizrec/api/field_values.hpp"
#include "lmdb_builder/customers/clue.hpp"

namespace bizrec::builder {

/// Turns rows into queries exactly as the server reads the body that write_request() makes: same defaults, same
/// refusals. A body is only made for rows that the server might refuse because of their bytes or numbers, not their
/// meaning: text that is not UTF-8, long rows, coordinates out of range. Use one object per thread.
class CompanyQueryReader {
public:
    /// `generation` must outlive the reader.
    explicit CompanyQueryReader(const store::Generation& generation) noexcept : generation_(&generation) {}

    /// Makes the query of a row. Returns false if the server would refuse the row: error() has the reason. `query`
    /// keeps its memory.
    bool read(const Clues& clues, bool with_place, std::string_view default_country, search::EnrichQuery& query);
    const api::ApiError& error() const noexcept { return error_; }

    /// The slow way of read(): writes a body, and reads it as the server does.
    bool read_body(const Clues& clues, bool with_place, std::string_view default_country, search::EnrichQuery& query);

private:
    bool read_links(const Clues& clues, search::EnrichQuery& query);
    bool read_place(const Clues& clues, std::string_view default_country, search::LocationFilter& filter);
    bool read_text(std::string_view came, std::string_view field, api::TextLimit limit, std::string& text);
    bool read_country(std::string_view came, search::LocationFilter& filter);
    bool read_postal_code(std::string_view came, search::LocationFilter& filter);

    const store::Generation* generation_;
    api::EnrichRequestParser parser_;
    api::RequestNotes notes_;
    api::ApiError error_;
    std::string body_;
};

}  // namespace bizrec::builder

#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "bizrec/api/enrich_request.hpp"
#include "bizrec/enrich/enrich.hpp"
#include "bizrec/store/generation.hpp"
#include "lmdb_builder/customers/clue.hpp"

namespace bizrec::builder {

enum class MatchStatus : std::uint8_t {
    found,      ///< in the place that the row names, or anywhere where it names none
    elsewhere,  ///< the company is known, but not in that place
    not_found,
    refused,  ///< no website and no profile that can be read
};

/// "found", "elsewhere", "not_found", "refused".
std::string_view status_name(MatchStatus status) noexcept;

struct CompanyMatch {
    MatchStatus status = MatchStatus::not_found;
    std::string reason;       ///< why not, or why its place was passed over; "" where there is nothing to say
    std::string id;           ///< of the best record
    std::uint32_t score = 0;  ///< match_score
    std::uint64_t count = 0;  ///< all matching records
    std::string record;       ///< its JSON, with SIMDJSON_PADDING bytes of capacity behind
};

struct MatchOptions {
    std::string default_country;     ///< of rows with a place and without a country; "": as the server has it
    bool only_in_its_place = false;  ///< no record elsewhere
};

/// Answers rows as POST /api/v1/enrich_company answers a request of one row. A place that the server would refuse, or
/// where the company has no record, is passed over: a customer's table has "Deutschland" and head offices. Keeps its
/// buffers: one object a thread.
class CompanyMatcher {
public:
    /// `generation` outlives the matcher.
    CompanyMatcher(const store::Generation& generation, MatchOptions options)
        : generation_(&generation), options_(std::move(options)) {}

    /// Holds until the next call. `clues`: UTF-8, without blanks at their ends.
    const CompanyMatch& match(const Clues& clues);

private:
    enum class Asked : std::uint8_t { rows, no_rows, refused };

    Asked ask(const Clues& clues, bool with_place);
    void take_best();

    const store::Generation* generation_;
    MatchOptions options_;
    api::EnrichRequestParser parser_;
    search::EnrichQuery query_;
    search::EnrichResult result_;
    api::RequestNotes notes_;
    api::ApiError error_;
    std::string body_;
    std::string row_;
    CompanyMatch match_;
};

}  // namespace bizrec::builder

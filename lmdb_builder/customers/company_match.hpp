#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "bizrec/enrich/enrich.hpp"
#include "bizrec/store/generation.hpp"
#include "lmdb_builder/customers/clue.hpp"
#include "lmdb_builder/customers/company_query.hpp"

namespace bizrec::builder {

enum class MatchStatus : std::uint8_t {
    found,      ///< in the place that the row names, or anywhere where it names none
    elsewhere,  ///< the company is known, but not in that place
    not_found,
    refused,  ///< no website and no profile that can be read
};
inline constexpr std::size_t match_status_count = 4;

/// "found", "elsewhere", "not_found", "refused".
std::string_view status_name(MatchStatus status) noexcept;

struct CompanyMatch {
    MatchStatus status = MatchStatus::not_found;
    std::string reason;       ///< why not, or why its place was passed over; "" where there is nothing to say
    std::uint32_t docid = 0;  ///< of the best record
    std::uint32_t score = 0;  ///< match_score
    std::uint64_t count = 0;  ///< all matching records

    bool has_record() const noexcept { return status == MatchStatus::found || status == MatchStatus::elsewhere; }
};

struct MatchOptions {
    std::string default_country;     ///< of rows with a place and without a country; "": as the server has it
    bool only_in_its_place = false;  ///< no record elsewhere
};

/// Answers rows as POST /api/v1/enrich_company answers a request of one row. A place that the server would refuse, or
/// where the company has no record, is passed over: a customer's table has "Deutschland" and head offices.
///
/// Rows come in blocks, and each step is done for all rows of a block before the next: what a step reads of the index
/// is asked for in the step before, so that cold memory is waited for once a block. Keeps its buffers: one object a
/// thread.
class CompanyMatcher {
public:
    static constexpr std::size_t block_rows = 32;

    /// `generation` outlives the matcher.
    CompanyMatcher(const store::Generation& generation, MatchOptions options);

    /// Up to block_rows rows; match() has their answers until the next call. `clues` have no blanks at their ends.
    void answer(const Clues* rows, std::size_t count);
    const CompanyMatch& match(std::size_t row) const noexcept { return (*rows_)[row].match; }

private:
    /// A row at work.
    struct Row {
        const Clues* clues = nullptr;
        search::EnrichQuery query;
        search::EnrichResult result;
        CompanyMatch match;
        bool has_place = false;
        bool is_refused = false;        // no query: `match` says why
        bool is_place_refused = false;  // for its place alone
        bool is_asked = false;          // has a query that is to be run
    };

    void read(Row& row);
    template <class Step>
    void for_each_asked(std::size_t count, const Step& step);
    void run_asked(std::size_t count);
    void ask_elsewhere(std::size_t count);
    void leave_place(Row& row);
    void settle(Row& row) const;

    const store::Generation* generation_;
    MatchOptions options_;
    CompanyQueryReader reader_;
    std::unique_ptr<std::array<Row, block_rows>> rows_;
};

}  // namespace bizrec::builder

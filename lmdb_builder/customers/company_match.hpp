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
    found,      ///< in the place that the row names, or anywhere if it names none
    elsewhere,  ///< the company is known, but not in that place
    not_found,
    refused,  ///< no readable website or profile; with only_in_its_place also: the place is refused
};
inline constexpr std::size_t match_status_count = 4;

/// The name of a status: "found", "elsewhere", "not_found", "refused".
std::string_view status_name(MatchStatus status) noexcept;

struct CompanyMatch {
    MatchStatus status = MatchStatus::not_found;
    /// why there is no match, or why the row's place or one of its links was ignored; "" if there is no reason to give
    std::string reason;
    std::uint32_t docid = 0;  ///< of the best record
    std::uint32_t score = 0;  ///< written as match_score
    std::uint64_t count = 0;  ///< number of matching records

    bool has_record() const noexcept { return status == MatchStatus::found || status == MatchStatus::elsewhere; }
};

struct MatchOptions {
    std::string default_country;     ///< for rows with a place but no country; "": the server's default
    bool only_in_its_place = false;  ///< do not look for records elsewhere
};

/// Answers rows as POST /api/v1/enrich_company answers a request of one row. Two differences: a place that the server
/// would refuse, or in which the company has no record, is ignored, because customers' tables have names that the
/// server does not know ("Deutschland"), and addresses of head offices where the index has only branches. A link that
/// the server would refuse is ignored if the row has another one, because cells hold "n/a" and "none".
///
/// Rows come in blocks. Each step is done for all rows of a block before the next step, and each step prefetches the
/// index memory that the next step reads. So each step waits for cold memory once per block. The matcher reuses its
/// buffers: use one object per thread.
class CompanyMatcher {
public:
    static constexpr std::size_t block_rows = 32;

    /// `generation` must outlive the matcher.
    CompanyMatcher(const store::Generation& generation, MatchOptions options);

    /// Answers up to block_rows rows; match() returns the results until the next call. The texts of `rows` must have no
    /// leading or trailing blanks.
    void answer(const Clues* rows, std::size_t count);
    const CompanyMatch& match(std::size_t row) const noexcept { return (*rows_)[row].match; }

private:
    /// A row of the block and its result.
    struct Row {
        const Clues* clues = nullptr;
        search::EnrichQuery query;
        search::EnrichResult result;
        CompanyMatch match;
        bool has_place = false;
        bool is_refused = false;        // the row cannot be answered; `match` has the reason
        bool is_place_refused = false;  // refused only because of its place
        bool is_asked = false;          // has a query that must be run
    };

    void read(Row& row);
    bool read_query(Row& row);
    template <class Step>
    void for_each_asked(std::size_t count, const Step& step);
    void run_asked(std::size_t count);
    void ask_elsewhere(std::size_t count);
    void leave_place(Row& row);
    void set_match(Row& row) const;

    const store::Generation* generation_;
    MatchOptions options_;
    CompanyQueryReader reader_;
    std::unique_ptr<std::array<Row, block_rows>> rows_;
};

}  // namespace bizrec::builder

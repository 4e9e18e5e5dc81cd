#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "bizrec/base/result.hpp"
#include "bizrec/ledger/account_layout.hpp"
#include "bizrec/ledger/ledger_file.hpp"
#include "bizrec/ledger/millicredits.hpp"

namespace bizrec::ledger {

inline constexpr std::uint32_t ledger_format = 1;
inline constexpr std::size_t max_edge_bytes = 64;
inline constexpr std::size_t max_grant_id_bytes = 200;
inline constexpr std::size_t max_note_bytes = 1000;

/// Identifies the edge of a ledger. `edge` is the operator's name of the server. `id` is random and the ledger's own. A
/// server that gets a new ledger counts from 0 under the same name and another id, so its old counters stay valid.
struct About {
    std::string edge;
    std::string id;    ///< 16 hexadecimal digits
    std::string home;  ///< home_of() the file that was first served; empty: not served yet
    std::int64_t created_unix_s = 0;

    std::string edge_id() const { return edge + "/" + id; }
};

struct Grant {
    std::string id;  ///< an invoice's number, for example; each id is granted only once
    std::string team;
    Millicredits amount = 0;  ///< a negative amount takes credits back
    std::int64_t unix_s = 0;
    std::string note;
};

/// The sum of all grants of a team, and the sum of what all other edges have charged it. Updated in the same
/// transaction as the grants and counters. The sums have no upper bound: if each addition stopped at a bound, the
/// result would depend on the order of the additions.
struct TeamSums {
    ExactSum exact_granted = 0, exact_spent_elsewhere = 0;
    std::uint64_t revision = 0;  ///< Transaction::revision() of their last change

    Millicredits granted() const noexcept { return saturated(exact_granted); }
    Millicredits spent_elsewhere() const noexcept { return saturated(exact_spent_elsewhere); }
    /// The maximum that this edge may spend in total.
    Millicredits limit() const noexcept { return granted() - spent_elsewhere(); }
};

/// The totals that one endpoint of this edge delivered to a team in a minute, or in an hour (sum_by_hour()).
struct Usage {
    std::uint32_t minute = 0;  ///< since 1970; if is_hour, the first minute of that hour
    std::size_t endpoint = 0;  ///< EndpointKind
    std::string_view team;
    std::uint64_t requests = 0, rows = 0;
    Millicredits amount = 0;
    bool is_hour = false;
};

/// A charge by a worker that was killed before nginx logged the request.
struct Unsettled {
    std::int64_t unix_ms = 0;
    std::array<unsigned char, 16> request_id{};
    std::string team;
    std::size_t endpoint = 0;
    std::uint64_t rows = 0;
    Millicredits amount = 0;
};

/// The table of accounts whose charges are booked in this ledger. A server with another table stops charging.
struct Session {
    std::uint64_t table_id = 0;
    std::string boot_id;               ///< id of the machine's boot (random(4)); after another boot no table is left
    std::uint64_t transactions = 0;    ///< number of transactions that the server with this table has committed
    std::int64_t written_unix_ms = 0;  ///< time of the last transaction of a server; 0 = none yet
};

/// Why a text cannot be used; empty if it can. A team and a grant's id are one word without spaces and control
/// characters, an edge has only some ASCII characters, and a note is any UTF-8 without U+0000. All have a maximum
/// length.
std::string problem_of_team(std::string_view team);
std::string problem_of_edge(std::string_view edge);
std::string problem_of_grant_id(std::string_view id);
std::string problem_of_note(std::string_view note);

/// The books of one edge: its grants, its own charges, and those of other edges (docs/ledger-format.md).
class Ledger {
public:
    using Mode = LedgerFile::Mode;

    static Status create(const std::string& path, const std::string& edge, std::int64_t now_unix_s);
    /// Fails if the file is no ledger, if it is of another version, or if reading `about` meets damage.
    static Result<std::unique_ptr<Ledger>> open(const std::string& path, Mode mode);

    const About& about() const noexcept { return about_; }
    const std::string& path() const noexcept { return file_->path(); }
    std::uint64_t inode() const noexcept { return file_->inode(); }
    std::uint64_t bytes() const noexcept { return file_->bytes(); }
    Status check_in_place() { return file_->check_in_place(); }  ///< see LedgerFile

    /// After commit(), the changes are on disk, and other processes see them. Without commit(), nothing changes.
    class Transaction {
    public:
        /// Adds a grant that a person has entered. Returns false if this grant was already known. Fails if the id was
        /// granted with another team or amount, or if the team's sum would exceed the maximum amount, which must be a
        /// typing error.
        Result<bool> grant(const Grant& grant);
        /// Adds a grant of another ledger. If two grants have the same id, the one with the greater amount is kept
        /// (then the greater team, time, note), so that merging in any order gives the same result. Returns whether the
        /// ledger has changed.
        Result<bool> merge_grant(const Grant& grant);
        /// Raises the counter of an edge and a team to at least `spent`. Returns true if it was lower.
        Result<bool> merge_counter(std::string_view edge_id, std::string_view team, Millicredits spent);
        /// Like merge_counter(), for this edge's own counter. Does not change revision(), because no limit of this edge
        /// depends on it.
        Status raise_own_counter(std::string_view team, Millicredits spent);
        /// Returns the counter of an edge and a team; 0 if there is none.
        Result<Millicredits> counter(std::string_view edge_id, std::string_view team) const;

        /// Reads all tables, except Table::usage if `with_usage` is false, because it may be large. Checks that each
        /// entry is complete and that its key finds it.
        Status check(bool with_usage) const;

        /// Returns the team's sums; nothing if the ledger has neither a grant nor a merged counter of the team.
        Result<std::optional<TeamSums>> sums(std::string_view team) const;
        /// The functions from each_team() to each_unsettled() visit entries in the order of their keys. `visit` returns
        /// false to stop.
        Status each_team(const std::function<bool(std::string_view team, const TeamSums&)>& visit) const;
        Status each_grant(const std::function<bool(const Grant&)>& visit) const;
        Status each_counter(const std::function<bool(std::string_view edge_id, std::string_view team,
                                                     Millicredits spent)>& visit) const;
        /// Visits usage from `from_minute` on, in the order of time.
        Status each_usage(std::uint32_t from_minute, const std::function<bool(const Usage&)>& visit) const;
        Status each_unsettled(const std::function<bool(const Unsettled&)>& visit) const;

        Status add_usage(const Usage& more);
        struct Summed {
            std::size_t entries = 0;   ///< entries summed; fewer than `at_most` means that there are no more
            std::uint32_t minute = 0;  ///< minute of the last entry summed
        };
        /// Replaces usage by minute with usage by hour, for the minutes from `from_minute` to the one before
        /// `before_minute`, which must be the first of an hour. Sums at most `at_most` entries, so that each
        /// transaction is short; the next one continues at Summed::minute.
        Result<Summed> sum_by_hour(std::uint32_t from_minute, std::uint32_t before_minute, std::size_t at_most);
        Status add_unsettled(const Unsettled& charge);
        Status forget_unsettled() { return clear(Table::unsettled); }

        /// The values of a Tally when it was last booked in Table::usage; 0 for a new table of accounts.
        struct Booked {
            std::uint64_t volume = 0, millicredits = 0;
        };
        Status set_booked(std::string_view team, std::size_t endpoint, unsigned parity, const Booked& booked);
        Status forget_booked() { return clear(Table::tallies); }
        Status each_booked(const std::function<void(std::string_view team, std::size_t endpoint, unsigned parity,
                                                    const Booked&)>& visit) const;

        Result<Session> session() const;
        Status set_session(const Session& session);
        Status set_home(const std::string& home);
        /// A number that increases with each change of some team's sums.
        Result<std::uint64_t> revision() const;

        Status keep_room() { return inner_.keep_room(); }  ///< see LedgerFile::Transaction
        Status commit() { return inner_.commit(); }

    private:
        friend class Ledger;
        explicit Transaction(LedgerFile::Transaction inner, std::string own_edge_id)
            : inner_(std::move(inner)), own_edge_id_(std::move(own_edge_id)) {}
        Result<std::optional<Grant>> find_grant(std::string_view id) const;
        Status put_grant(const Grant& grant, Millicredits before, const std::string& team_before);
        Status clear(Table table);
        Status change_sums(std::string_view team, ExactSum granted, ExactSum spent_elsewhere);

        LedgerFile::Transaction inner_;
        std::string own_edge_id_;
    };
    Result<Transaction> begin(Mode mode);

private:
    Ledger(std::unique_ptr<LedgerFile> file, About about) : file_(std::move(file)), about_(std::move(about)) {}
    std::unique_ptr<LedgerFile> file_;
    About about_;
};

}  // namespace bizrec::ledger

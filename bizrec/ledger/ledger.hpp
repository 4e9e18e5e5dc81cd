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
    std::string home;  ///< the file and machine that it was first served on; empty: not served yet
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

/// Sums over all grants of a team and over the counters of all other edges. They are updated in the same transaction as
/// their parts. They are exact: a sum with an upper bound would depend on the order of its parts.
struct TeamSums {
    ExactSum exact_granted = 0, exact_spent_elsewhere = 0;
    std::uint64_t revision = 0;  ///< of the ledger, when they last changed

    Millicredits granted() const noexcept { return saturated(exact_granted); }
    Millicredits spent_elsewhere() const noexcept { return saturated(exact_spent_elsewhere); }
    /// The maximum that this edge may spend in total.
    Millicredits limit() const noexcept { return granted() - spent_elsewhere(); }
};

/// The delivery of one endpoint to a team in a minute, on this edge; old entries cover an hour.
struct Usage {
    std::uint32_t minute = 0;  ///< since 1970; the first of the hour
    std::size_t endpoint = 0;  ///< EndpointKind
    std::string_view team;
    std::uint64_t requests = 0, rows = 0;
    Millicredits amount = 0;
    bool is_hour = false;
};

/// A charge by a worker that was killed before the access log had the request.
struct Unsettled {
    std::int64_t unix_ms = 0;
    std::array<unsigned char, 16> request_id{};
    std::string team;
    std::size_t endpoint = 0;
    std::uint64_t rows = 0;
    Millicredits amount = 0;
};

/// The table of accounts that counts for this ledger.
struct Session {
    std::uint64_t table_id = 0;
    std::string boot_id;               ///< id of the machine's boot (random(4)); after another boot no table is left
    std::uint64_t transactions = 0;    ///< grows while the server lives
    std::int64_t written_unix_ms = 0;  ///< of the server's last transaction; 0 = none yet
};

/// Checks that a name consists of plain words on one line. Empty: it may be used; otherwise the text says why not.
std::string problem_of_team(std::string_view team);
std::string problem_of_edge(std::string_view edge);
std::string problem_of_grant_id(std::string_view id);
std::string problem_of_note(std::string_view note);

/// The books of one edge: its grants, its own charges, and those of other edges (docs/ledger-format.md).
class Ledger {
public:
    using Mode = LedgerFile::Mode;

    static Status create(const std::string& path, const std::string& edge, std::int64_t now_unix_s);
    /// Fails if the file is no ledger, if it is of a later version, or if damage is found in passing.
    static Result<std::unique_ptr<Ledger>> open(const std::string& path, Mode mode);

    const About& about() const noexcept { return about_; }
    const std::string& path() const noexcept { return file_->path(); }
    std::uint64_t inode() const noexcept { return file_->inode(); }
    std::uint64_t bytes() const noexcept { return file_->bytes(); }
    Status check_in_place() { return file_->check_in_place(); }  ///< LedgerFile's

    /// After commit(), others see the changes and they are on disk. Without it, no change is made.
    class Transaction {
    public:
        /// False: this grant was already known. Fails if the id was granted with another team or amount, or if the sum
        /// would exceed the maximum amount. The latter is a typing error of a person, which no other edge has taken
        /// over yet.
        Result<bool> grant(const Grant& grant);
        /// The same for a grant of another ledger. If two grants have the same id, the greater amount is kept, so that
        /// merging in any order gives the same result. True: the ledger has changed.
        Result<bool> merge_grant(const Grant& grant);
        /// Raises the counter of an edge and team to at least `spent`. True: it was lower.
        Result<bool> merge_counter(std::string_view edge_id, std::string_view team, Millicredits spent);
        /// The same for this edge's own counter, for its server.
        Status raise_own_counter(std::string_view team, Millicredits spent);
        Result<Millicredits> counter(std::string_view edge_id, std::string_view team) const;

        /// Reads all tables, or all except the usage, which may be large. Checks that each entry is complete and that
        /// its key finds it.
        Status check(bool with_usage) const;

        Result<std::optional<TeamSums>> sums(std::string_view team) const;
        /// In the order of names; `visit` returns false to stop.
        Status each_team(const std::function<bool(std::string_view team, const TeamSums&)>& visit) const;
        Status each_grant(const std::function<bool(const Grant&)>& visit) const;
        Status each_counter(const std::function<bool(std::string_view edge_id, std::string_view team,
                                                     Millicredits spent)>& visit) const;
        /// From the first minute on, in the order of time.
        Status each_usage(std::uint32_t from_minute, const std::function<bool(const Usage&)>& visit) const;
        Status each_unsettled(const std::function<bool(const Unsettled&)>& visit) const;

        Status add_usage(const Usage& more);
        struct Summed {
            std::size_t entries = 0;   ///< entries read; fewer than the maximum means that there are no more
            std::uint32_t minute = 0;  ///< the last one
        };
        /// Sums usage by minute into usage by hour, for minutes from `from_minute` to before `before_minute`, which is
        /// the first of an hour. Reads at most `at_most` entries of the table, so that each transaction is short and
        /// the next one continues.
        Result<Summed> sum_by_hour(std::uint32_t from_minute, std::uint32_t before_minute, std::size_t at_most);
        Status add_unsettled(const Unsettled& charge);
        Status forget_unsettled() { return clear(Table::unsettled); }

        /// The part of a tally that is in the usage already; 0 for a new table.
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
        /// Increases with each change of a team's sums.
        Result<std::uint64_t> revision() const;

        Status keep_room() { return inner_.keep_room(); }  ///< LedgerFile's
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

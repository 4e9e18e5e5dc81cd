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

/// Who counts in a ledger. `edge` is the operator's name of the server; `id`, random, is the ledger's own: a server
/// that gets a new ledger counts from 0 under the same name and another id, so that its old counters stay true.
struct About {
    std::string edge;
    std::string id;    ///< 16 hexadecimal digits
    std::string home;  ///< the file and machine that it was first served on; empty: not served yet
    std::int64_t created_unix_s = 0;

    std::string edge_id() const { return edge + "/" + id; }
};

struct Grant {
    std::string id;  ///< an invoice's number, say: each is granted once
    std::string team;
    Millicredits amount = 0;  ///< below 0 takes credits back
    std::int64_t unix_s = 0;
    std::string note;
};

/// Sums over all grants of a team and the counters of all other edges; kept beside them, in the same transaction. They
/// are exact: a sum that stopped at a greatest amount would depend on the order of what it is made of.
struct TeamSums {
    ExactSum exact_granted = 0, exact_spent_elsewhere = 0;
    std::uint64_t revision = 0;  ///< of the ledger, when they last changed

    Millicredits granted() const noexcept { return saturated(exact_granted); }
    Millicredits spent_elsewhere() const noexcept { return saturated(exact_spent_elsewhere); }
    /// What this edge may have spent in all.
    Millicredits limit() const noexcept { return granted() - spent_elsewhere(); }
};

/// Delivered to a team by an endpoint in a minute, on this edge; of old ones, in an hour.
struct Usage {
    std::uint32_t minute = 0;  ///< since 1970; the first of the hour
    std::size_t endpoint = 0;  ///< EndpointKind
    std::string_view team;
    std::uint64_t requests = 0, rows = 0;
    Millicredits amount = 0;
    bool is_hour = false;
};

/// Charged by a worker that was killed before the access log had the request.
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
    std::string boot_id;               ///< of the machine's start (random(4)): another one has no table left
    std::uint64_t transactions = 0;    ///< grows while the server lives
    std::int64_t written_unix_ms = 0;  ///< of the server's last transaction; 0 = none yet
};

/// Plain words of one line: what a name may be. Empty: it may be one; else what is wrong with it.
std::string problem_of_team(std::string_view team);
std::string problem_of_edge(std::string_view edge);
std::string problem_of_grant_id(std::string_view id);
std::string problem_of_note(std::string_view note);

/// The books of one edge: grants, what it has charged, what others have (docs/ledger-format.md).
class Ledger {
public:
    using Mode = LedgerFile::Mode;

    static Status create(const std::string& path, const std::string& edge, std::int64_t now_unix_s);
    /// Refuses what is no ledger, a damaged one where that is seen in passing, and one of a later version.
    static Result<std::unique_ptr<Ledger>> open(const std::string& path, Mode mode);

    const About& about() const noexcept { return about_; }
    const std::string& path() const noexcept { return file_->path(); }
    std::uint64_t inode() const noexcept { return file_->inode(); }
    std::uint64_t bytes() const noexcept { return file_->bytes(); }
    Status check_in_place() { return file_->check_in_place(); }  ///< LedgerFile's

    /// Changes are seen by others, and are on the disk, after commit(); without it nothing has happened.
    class Transaction {
    public:
        /// False: this very grant was known. An error where the id was granted with another team or amount, and where
        /// the sum would exceed what an amount may be: a person's typing error, which no other edge has taken yet.
        Result<bool> grant(const Grant& grant);
        /// The same of another ledger's grant: of two with one id the greater amount stays, so that merging in any
        /// order gives the same. True: something changed.
        Result<bool> merge_grant(const Grant& grant);
        /// The counter of an edge and team is at least `spent`. True: it was less.
        Result<bool> merge_counter(std::string_view edge_id, std::string_view team, Millicredits spent);
        /// The same of this edge's own, for its server.
        Status raise_own_counter(std::string_view team, Millicredits spent);
        Result<Millicredits> counter(std::string_view edge_id, std::string_view team) const;

        /// Reads all tables, or all but the usage, of which there may be much: each entry is whole and found by its
        /// key.
        Status check(bool with_usage) const;

        Result<std::optional<TeamSums>> sums(std::string_view team) const;
        /// In the order of names; `visit` gives false to end.
        Status each_team(const std::function<bool(std::string_view team, const TeamSums&)>& visit) const;
        Status each_grant(const std::function<bool(const Grant&)>& visit) const;
        Status each_counter(const std::function<bool(std::string_view edge_id, std::string_view team,
                                                     Millicredits spent)>& visit) const;
        /// From the first minute on, in the order of time.
        Status each_usage(std::uint32_t from_minute, const std::function<bool(const Usage&)>& visit) const;
        Status each_unsettled(const std::function<bool(const Unsettled&)>& visit) const;

        Status add_usage(const Usage& more);
        struct Summed {
            std::size_t entries = 0;   ///< fewer than were asked for: there are no more
            std::uint32_t minute = 0;  ///< the last one
        };
        /// Sums usage by minute into that by hour, from the first minute on, before another: the first of an hour. At
        /// most so many entries of the table, so that a transaction of bounded length can be followed by another.
        Result<Summed> sum_by_hour(std::uint32_t from_minute, std::uint32_t before_minute, std::size_t at_most);
        Status add_unsettled(const Unsettled& charge);
        Status forget_unsettled() { return clear(Table::unsettled); }

        /// What of a tally is in the usage already; nothing is in it for a table that is new.
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
        /// Grows with each change of a team's sums.
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

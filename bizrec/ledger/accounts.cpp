#include "bizrec/ledger/accounts.hpp"

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <charconv>
#include <chrono>
#include <csignal>
#include <exception>
#include <functional>
#include <map>
#include <thread>

#include "bizrec/ledger/charge.hpp"
#include "bizrec/store/fd.hpp"

namespace bizrec::ledger {
namespace {

constexpr std::size_t ledger_id_bytes = 16;

/// The first line of a small file, without its line end; empty if the file cannot be read.
std::string first_line(const char* path) {
    const store::FileDescriptor file(::open(path, O_RDONLY | O_CLOEXEC));
    char bytes[128];
    const ssize_t size = file.get() < 0 ? -1 : ::read(file.get(), bytes, sizeof bytes);
    const std::string text(bytes, size < 0 ? 0 : static_cast<std::size_t>(size));
    return text.substr(0, text.find('\n'));
}

/// Fails unless the stored sums of each team equal the sums of its grants and counters.
Status check_sums_of(const Ledger& ledger, const Ledger::Transaction& txn) {
    std::map<std::string, TeamSums> expected;
    auto status = txn.each_grant([&expected](const Grant& grant) {
        expected[grant.team].exact_granted += grant.amount;
        return true;
    });
    if (!status) {
        return status;
    }
    const std::string own = ledger.about().edge_id();
    status = txn.each_counter([&](std::string_view edge_id, std::string_view team, Millicredits spent) {
        if (edge_id != own) {
            expected[std::string(team)].exact_spent_elsewhere += spent;
        }
        return true;
    });
    if (!status) {
        return status;
    }
    std::string wrong;
    status = txn.each_team([&](std::string_view team, const TeamSums& sums) {
        const TeamSums& sum = expected[std::string(team)];
        if (sum.exact_granted != sums.exact_granted || sum.exact_spent_elsewhere != sums.exact_spent_elsewhere) {
            wrong = team;
        }
        expected.erase(std::string(team));
        return wrong.empty();
    });
    if (wrong.empty() && !expected.empty()) {  // a team has grants or counters but no sums
        wrong = expected.begin()->first;
    }
    return status && !wrong.empty()
               ? Status(
                     store::file_error(ledger.path(), "is damaged: the sums of team \"" + wrong +
                                                          "\" are not those of its grants and counters; make a new "
                                                          "ledger of the last export with lmdb_builder credits repair"))
               : status;
}

/// Does the work of check_ledger() in this process. Returns the ledger's id.
Result<std::string> check_here(const std::string& path, const std::string& edge) {
    auto opened = Ledger::open(path, Ledger::Mode::read);
    if (!opened) {
        return opened.error();
    }
    Ledger& ledger = *opened.value();
    const About& about = ledger.about();
    if (!edge.empty() && about.edge != edge) {
        return store::file_error(path, "is the ledger of edge \"" + about.edge + "\", not of \"" + edge +
                                           "\": each edge writes one of its own");
    }
    if (!about.home.empty() && about.home != home_of(ledger.inode())) {
        return store::file_error(
            path,
            "is a copy: edge \"" + about.edge +
                "\" counts in another file or on another machine, and two ledgers of one edge would hide each other's "
                "charges; make a separate ledger from this file: lmdb_builder credits export, then repair");
    }
    auto txn = ledger.begin(Ledger::Mode::read);
    if (!txn) {
        return txn.error();
    }
    auto status = txn.value().check(true);
    if (status) {
        status = check_sums_of(ledger, txn.value());
    }
    if (status) {
        status = txn.value().each_usage(0, [](const Usage&) { return true; });
    }
    if (status) {
        status = txn.value().each_unsettled([](const Unsettled&) { return true; });
    }
    if (status) {
        status =
            txn.value().each_booked([](std::string_view, std::size_t, unsigned, const Ledger::Transaction::Booked&) {});
    }
    return status ? Result<std::string>(about.id) : status.error();
}

[[noreturn]] void work_and_end(const std::function<Result<std::string>()>& work, int to) noexcept {
    std::string text = "-no memory is left to check the ledger";
    try {
        const auto result = work();
        text =
            result ? "+" + result.value() : (result.error().is_of_other_version ? "v" : "-") + result.error().message;
    } catch (const std::exception&) {
    }
    const bool written = ::write(to, text.data(), text.size()) == static_cast<ssize_t>(text.size());
    ::_exit(written ? 0 : 1);
}

/// Reads until the other end of the pipe is closed.
std::string read_all(int from) {
    std::string text;
    char bytes[512];
    for (;;) {
        const ssize_t size = ::read(from, bytes, sizeof bytes);
        if (size > 0) {
            text.append(bytes, static_cast<std::size_t>(size));
        } else if (size == 0 || errno != EINTR) {
            return text;
        }
    }
}

/// Copies the sums of all teams, and this edge's counters, from the ledger into a new table.
Status fill(AccountTable& table, const Ledger& ledger, const Ledger::Transaction& txn) {
    Status problem = ok();
    const std::string own = ledger.about().edge_id();
    auto status = txn.each_team([&](std::string_view team, const TeamSums& sums) {
        auto account = table.obtain(team);
        const auto spent = txn.counter(own, team);
        if (!account || !spent) {
            problem = account ? spent.error() : account.error();
            return false;
        }
        account.value()->spent.store(spent.value());
        account.value()->untallied.store(spent.value());
        set_limits(*account.value(), sums.granted(), sums.limit());
        return true;
    });
    return problem ? status : problem;
}

Result<Session> session_of(Ledger& ledger) {
    const auto txn = ledger.begin(Ledger::Mode::read);
    return txn ? txn.value().session() : txn.error();
}

/// Whether a living server writes to the ledger: the number of transactions in the session grows within `patience_ms`.
/// False at once if there is no session, or only one from before the machine's last boot.
Result<bool> is_moving(Ledger& ledger, const Session& session, std::int64_t patience_ms) {
    constexpr std::int64_t step_ms = 100;
    if (session.table_id == 0 || session.boot_id != boot_id()) {
        return false;
    }
    for (std::int64_t waited = 0; waited < patience_ms; waited += step_ms) {
        std::this_thread::sleep_for(std::chrono::milliseconds(step_ms));
        const auto now = session_of(ledger);
        if (!now) {
            return now.error();
        }
        if (now.value().transactions != session.transactions) {
            return true;
        }
    }
    return false;
}

Status begin_session(Ledger& ledger, AccountTable& table, std::int64_t patience_ms) {
    const auto last = session_of(ledger);
    if (!last) {
        return last.error();
    }
    const auto moving = is_moving(ledger, last.value(), patience_ms);
    if (!moving) {
        return moving.error();
    }
    if (moving.value()) {
        return store::file_error(
            ledger.path(),
            "is in use by a server whose shared memory is not here: one in another container, or one "
            "whose /dev/shm was emptied; end that server first");
    }
    auto txn = ledger.begin(Ledger::Mode::write);
    if (!txn) {
        return txn.error();
    }
    auto status = fill(table, ledger, txn.value());
    if (status) {
        status = txn.value().forget_booked();
    }
    if (status) {
        status = txn.value().set_session({table.header().table_id, boot_id(), 0, last.value().written_unix_ms});
    }
    if (status && ledger.about().home.empty()) {
        status = txn.value().set_home(home_of(ledger.inode()));
    }
    return status ? txn.value().commit() : status;
}

/// Whether the ledger's session names this table (not the table of a later server), and the table is open.
Result<bool> is_current(Ledger& ledger, const AccountTable& table) {
    const auto session = session_of(ledger);
    if (!session) {
        return session.error();
    }
    return session.value().table_id == table.header().table_id && table.header().state == TableState::open;
}

Result<std::size_t> count_teams(Ledger& ledger) {
    auto txn = ledger.begin(Ledger::Mode::read);
    if (!txn) {
        return txn.error();
    }
    std::size_t teams = 0;
    const auto status = txn.value().each_team([&teams](std::string_view, const TeamSums&) {
        ++teams;
        return true;
    });
    return status ? Result<std::size_t>(teams) : status.error();
}

/// Finds or makes the table of accounts. Returns its name as one text: the ledger's id, then
/// AccountTable::Name::table_id in decimal digits.
Result<std::string> make_accounts(const std::string& path, std::int64_t patience_ms) {
    auto opened = Ledger::open(path, Ledger::Mode::write);
    if (!opened) {
        return opened.error();
    }
    Ledger& ledger = *opened.value();
    const auto teams = count_teams(ledger);
    if (!teams) {
        return teams.error();
    }
    const auto session = session_of(ledger);
    if (!session) {
        return session.error();
    }
    const auto name = AccountTable::name_for(ledger.about().id, session.value().table_id);
    if (!name) {
        return name.error();
    }
    for (bool is_second = false;; is_second = true) {
        const auto made = AccountTable::open(name.value(), teams.value(), [&](AccountTable& table) {
            return begin_session(ledger, table, patience_ms);
        });
        if (!made) {
            return made.error();
        }
        const auto current = is_current(ledger, *made.value().table);
        if (!current) {
            return current.error();
        }
        if (current.value() || is_second) {
            return ledger.about().id + std::to_string(name.value().table_id);
        }
        AccountTable::remove(name.value());  // left by a server that lost the ledger to another one
    }
}

/// Does the work in a child process, because bytes that make LMDB crash end only the child. The answer comes through a
/// pipe. It begins with "+" on success, "v" for an error about another version, and "-" for any other error. Without an
/// answer the file is damaged.
Result<std::string> in_child(const std::string& path, const std::function<Result<std::string>()>& work) {
    int ends[2];
    if (::pipe2(ends, O_CLOEXEC) != 0) {
        return store::system_error(path, "cannot be checked", errno);
    }
    const store::FileDescriptor read_end(ends[0]);
    store::FileDescriptor write_end(ends[1]);
    const pid_t child = ::fork();
    if (child < 0) {
        return store::system_error(path, "cannot be checked", errno);
    }
    if (child == 0) {
        for (const int signal : {SIGSEGV, SIGBUS, SIGABRT, SIGFPE}) {
            ::signal(signal, SIG_DFL);  // if a damaged file makes LMDB crash, no handler of nginx may run here
        }
        work_and_end(work, write_end.get());
    }
    write_end = store::FileDescriptor();
    const std::string text = read_all(read_end.get());
    // nginx's own handler may have reaped the child: ECHILD
    while (::waitpid(child, nullptr, 0) < 0 && errno == EINTR) {
    }
    if (text.empty()) {
        return store::file_error(path,
                                 "is damaged; make a new ledger of the last export and the access log with "
                                 "lmdb_builder credits repair");
    }
    return text.front() == '+' ? Result<std::string>(text.substr(1)) : Error{text.substr(1), text.front() == 'v'};
}

}  // namespace

std::string home_of(std::uint64_t inode) {
    const std::string machine = first_line("/etc/machine-id");
    return (machine.empty() ? "-" : machine) + " " + std::to_string(inode);
}

std::string boot_id() {
    return first_line("/proc/sys/kernel/random/boot_id");
}

Result<std::string> check_ledger(const std::string& path, const std::string& edge) {
    return in_child(path, [&] { return check_here(path, edge); });
}

Status check_sums(const std::string& path) {
    const auto checked = in_child(path, [&path]() -> Result<std::string> {
        auto ledger = Ledger::open(path, Ledger::Mode::read);
        if (!ledger) {
            return ledger.error();
        }
        const auto txn = ledger.value()->begin(Ledger::Mode::read);
        if (!txn) {
            return txn.error();
        }
        auto status = txn.value().check(false);
        if (status) {
            status = check_sums_of(*ledger.value(), txn.value());
        }
        return status ? Result<std::string>(std::string()) : status.error();
    });
    return checked ? ok() : Status(checked.error());
}

Result<std::unique_ptr<AccountTable>> open_accounts(const std::string& path, std::int64_t patience_ms) {
    const auto text = in_child(path, [&] { return make_accounts(path, patience_ms); });
    if (!text) {
        return text.error();
    }
    AccountTable::Name name{text.value().substr(0, ledger_id_bytes)};
    const std::string_view number = std::string_view(text.value()).substr(name.ledger_id.size());
    std::from_chars(number.data(), number.data() + number.size(), name.table_id);
    auto found = AccountTable::open(name, 0, [&](AccountTable&) {
        return Status(store::file_error(path, "its shared memory is gone: another process removes it"));
    });
    if (!found) {
        return found.error();
    }
    return std::move(found.value().table);
}

}  // namespace bizrec::ledger

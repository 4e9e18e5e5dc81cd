#include "lmdb_builder/credits/credits.hpp"

#include <chrono>
#include <thread>

#include "lmdb_builder/command_line/outcome.hpp"
#include "lmdb_builder/credits/credits_ledger.hpp"
#include "lmdb_builder/terminal/number_text.hpp"
#include "lmdb_builder/terminal/print.hpp"

namespace bizrec::builder {
namespace {

using ledger::Ledger;

constexpr const char* compact_examples = R"(
Examples:
  lmdb_builder credits compact ledger.mdb
  lmdb_builder credits compact ledger.mdb --keep-days 100

Sums usage by minute that is older than 40 days by hour, so that the ledger does not grow for ever:
run it each night. Balances, counters and grants stay as they are, and so do all sums of usage.
Audit and export the old minutes first: `credits audit` compares such hours as a whole, and
`credits export --usage` has no minutes of them. It works beside the running server, which never
waits for more than a small part of it; ended half-way, it goes on the next time.

Exit status: 0 done, 1 no usable ledger, or an I/O error, 2 wrong usage.)";

using Summed = Ledger::Transaction::Summed;

constexpr std::size_t entries_at_a_time = 5'000;

/// The time between two transactions. LMDB's lock is not fair, so the server that waits for it needs time to take it.
constexpr auto pause = std::chrono::milliseconds(5);

/// The first minute before `before_minute` whose usage is not summed by hour; `before_minute` if there is none.
Result<std::uint32_t> first_minute(Ledger& ledger, std::uint32_t before_minute) {
    const auto txn = ledger.begin(Ledger::Mode::read);
    if (!txn) {
        return txn.error();
    }
    std::uint32_t first = before_minute;
    const auto status = txn.value().each_usage(0, [&](const ledger::Usage& usage) {
        if (!usage.is_hour && usage.minute < before_minute) {
            first = usage.minute;
        }
        return usage.is_hour && usage.minute < before_minute;
    });
    return status ? Result<std::uint32_t>(first) : status.error();
}

Result<Summed> sum_some(Ledger& ledger, std::uint32_t from, std::uint32_t before_minute) {
    auto txn = ledger.begin(Ledger::Mode::write);
    if (!txn) {
        return txn.error();
    }
    auto summed = txn.value().sum_by_hour(from, before_minute, entries_at_a_time);
    if (summed) {
        if (auto status = txn.value().commit(); !status) {
            return status.error();
        }
    }
    return summed;
}

/// Sums the ledger's usage by hour, for all minutes before `before_minute`, which is the first of an hour. Its
/// transactions are so short that the server hardly waits. Returns the number of minute entries that were summed. After
/// an interruption all totals are right, and the next call continues.
Result<std::uint64_t> compact_usage(Ledger& ledger, std::uint32_t before_minute) {
    const auto first = first_minute(ledger, before_minute);
    if (!first) {
        return first.error();
    }
    std::uint64_t entries = 0;
    for (std::uint32_t from = first.value(); from < before_minute;) {
        const auto summed = sum_some(ledger, from, before_minute);
        if (!summed) {
            return summed.error();
        }
        entries += summed.value().entries;
        if (summed.value().entries < entries_at_a_time) {
            break;
        }
        from = summed.value().minute;
        std::this_thread::sleep_for(pause);
    }
    return entries;
}

struct CompactArguments {
    std::string path;
    std::uint32_t keep_days = 40;
};

int run_compact(const CompactArguments& arguments) {
    const auto ledger = open_ledger(arguments.path, Ledger::Mode::write);
    if (ledger == nullptr) {
        return exit_code::failed;
    }
    constexpr std::int64_t day_s = 86'400;
    const auto before = begin_of(
        Interval::hour, static_cast<std::uint32_t>((unix_now() - std::int64_t{arguments.keep_days} * day_s) / 60));
    const auto entries = compact_usage(*ledger, before);
    if (!entries) {
        return fail(entries.error().message);
    }
    print_lines(stdout, counted(entries.value(), "entry", "entries") + " of minutes before " + minute_text(before) +
                            (entries.value() == 1 ? " is" : " are") + " summed by hour\n");
    return exit_code::done;
}

Options options_of(CompactArguments& to) {
    constexpr std::uint32_t min_days = 2, max_days = 10'000;
    return {ledger_argument(to.path), number_option("--keep-days", "N", to.keep_days, min_days, max_days,
                                                    "Days whose usage stays by the minute [40]")};
}

}  // namespace

Command credits_compact() {
    return command_of<CompactArguments>("compact", "Sum old usage by hour", compact_examples, options_of, run_compact);
}

}  // namespace bizrec::builder

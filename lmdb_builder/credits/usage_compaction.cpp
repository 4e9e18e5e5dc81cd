#include "lmdb_builder/credits/usage_compaction.hpp"

#include <chrono>
#include <thread>

namespace bizrec::builder {
namespace {

using ledger::Ledger;
using Summed = Ledger::Transaction::Summed;

constexpr std::size_t entries_at_a_time = 5'000;

/// LMDB's lock is not fair, so the server that waits for it needs time to take it.
constexpr auto pause = std::chrono::milliseconds(5);

/// The first minute that is not summed by hour; `before_minute` if all are.
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

}  // namespace

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

}  // namespace bizrec::builder

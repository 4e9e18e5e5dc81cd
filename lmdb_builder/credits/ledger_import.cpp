#include "lmdb_builder/credits/ledger_import.hpp"

#include "lmdb_builder/input/line_reader.hpp"

namespace bizrec::builder {
namespace {

using Next = LineReader::Next;

/// Bytes; far above any line of an export, because names, ids and notes have bounds.
constexpr std::size_t max_exchange_line_bytes = 64U << 10;

Status merge_line(ledger::Ledger::Transaction& txn, const ExchangeLine& line, LedgerImportSummary& summary) {
    if (const auto* counter = std::get_if<ExchangeCounter>(&line)) {
        const auto raised = txn.merge_counter(counter->edge_id, counter->team, counter->spent);
        if (!raised) {
            return raised.error();
        }
        ++summary.counters;
        summary.raised_counters += raised.value() ? 1 : 0;
    } else if (const auto* grant = std::get_if<ledger::Grant>(&line)) {
        const auto added = txn.merge_grant(*grant);
        if (!added) {
            return added.error();
        }
        ++summary.grants;
        summary.new_grants += added.value() ? 1 : 0;
    }
    return ok();
}

}  // namespace

Result<std::vector<ExchangeLine>> read_exchange(const std::string& path) {
    const std::string name = path == "-" ? "standard input" : path;
    auto reader = LineReader::open(path, max_exchange_line_bytes);
    if (!reader) {
        return reader.error();
    }
    std::vector<ExchangeLine> lines;
    ExchangeParser parser;
    std::string_view text;
    for (;;) {
        const Next next = reader.value()->next(text);
        if (next == Next::end) {
            return lines;
        }
        if (next == Next::failed) {
            return reader.value()->error();
        }
        const std::string place = name + ":" + std::to_string(reader.value()->line_number()) + ": ";
        if (next == Next::too_long) {
            return Error{place + "a line of at most " + std::to_string(max_exchange_line_bytes) +
                         " bytes was expected"};
        }
        if (text.empty()) {
            continue;
        }
        auto line = parser.parse(text);
        if (!line) {
            return Error{place + line.error().message};
        }
        lines.push_back(std::move(line).value());
    }
}

Result<LedgerImportSummary> merge(ledger::Ledger::Transaction& txn, const std::vector<ExchangeLine>& lines) {
    LedgerImportSummary summary;
    for (const ExchangeLine& line : lines) {
        if (auto status = merge_line(txn, line, summary); !status) {
            return status.error();
        }
    }
    return summary;
}

}  // namespace bizrec::builder

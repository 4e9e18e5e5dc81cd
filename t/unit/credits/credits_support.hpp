#pragma once

#include <gtest/gtest.h>

#include <fstream>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "bizrec/ledger/charge.hpp"
#include "bizrec/ledger/ledger.hpp"
#include "lmdb_builder/command_line/command.hpp"
#include "lmdb_builder/credits/credits.hpp"
#include "t/unit/support/temp_dir.hpp"

namespace bizrec::builder::test {

using ledger::Ledger;
using ledger::Millicredits;

/// The value of a result. If the result is an error, the test fails with its message.
template <class T>
T given(Result<T> result) {
    if (!result) {
        ADD_FAILURE() << result.error().message;
        throw std::runtime_error(result.error().message);
    }
    return std::move(result).value();
}

/// Minutes since 1970: 2025-04-17 12:00 UTC.
inline constexpr std::uint32_t noon = 29'081'520;

/// Ledgers of edges in a temporary folder, without a server: charges are booked at once.
class CreditsTest : public ::testing::Test {
protected:
    std::string path(const std::string& name) const { return dir_.path() + "/" + name; }

    std::string create(const std::string& edge) const {
        given(Ledger::create(path(edge), edge, 1'700'000'000));
        return path(edge);
    }

    struct Booked {
        std::uint32_t minute;
        std::string team;
        std::uint64_t rows;
        Millicredits amount;
        std::string request_id;
    };

    /// Books each charge as one request. `written`: the minute of the server's last write.
    static void book(const std::string& ledger_path, const std::vector<Booked>& charges, std::uint32_t written) {
        const auto ledger = given(Ledger::open(ledger_path, Ledger::Mode::write));
        auto txn = given(ledger->begin(Ledger::Mode::write));
        for (const Booked& of : charges) {
            ledger::Usage usage;
            usage.minute = of.minute;
            usage.endpoint = of.amount < 1000 ? 1 : 0;
            usage.team = of.team;
            usage.requests = 1;
            usage.rows = of.rows;
            usage.amount = of.amount;
            given(txn.add_usage(usage));
            const Millicredits before = given(txn.counter(ledger->about().edge_id(), of.team));
            given(txn.raise_own_counter(of.team, before + of.amount));
        }
        ledger::Session session;
        session.written_unix_ms = std::int64_t{written} * 60'000 + 1;
        given(txn.set_session(session));
        given(txn.commit());
    }

    static std::string log_line(const Booked& of) {
        return "{\"time\":\"x\",\"team\":\"" + of.team +
               "\",\"endpoint\":\"enrich_company\",\"rows\":" + std::to_string(of.rows) + ",\"request_id\":\"" +
               of.request_id + "\",\"credits\":\"" + ledger::credits_text(of.amount) + "\",\"charged_at\":\"" +
               std::to_string(of.minute * 60ULL + 59) + ".999\",\"agent\":\"\\\"\\u00e9\"}\n";
    }

    std::string log(const std::string& name, const std::vector<Booked>& charges) const {
        std::string text;
        for (const Booked& of : charges) {
            text += log_line(of);
        }
        return spew(name, text);
    }

    std::string spew(const std::string& name, const std::string& text) const {
        std::ofstream(path(name), std::ios::binary) << text;
        return path(name);
    }

    struct Ran {
        int exit = -1;
        std::string out, err;
    };
    /// Runs `lmdb_builder credits WORDS...`.
    static Ran run(const std::vector<std::string>& words) {
        std::vector<const char*> line = {"lmdb_builder", "credits"};
        for (const std::string& word : words) {
            line.push_back(word.c_str());
        }
        Ran ran;
        ::testing::internal::CaptureStdout();
        ::testing::internal::CaptureStderr();
        ran.exit = run_command_line(command_group("lmdb_builder", "", "", {credits_command()}),
                                    static_cast<int>(line.size()), line.data());
        std::fflush(stdout);
        ran.out = ::testing::internal::GetCapturedStdout();
        ran.err = ::testing::internal::GetCapturedStderr();
        return ran;
    }

    struct Sums {
        std::map<std::string, Millicredits> granted, remaining, usage;
        bool operator==(const Sums& other) const { return granted == other.granted && remaining == other.remaining; }
    };
    /// The sums of each team, and of each hour's usage.
    static Sums sums(const std::string& ledger_path) {
        Sums sums;
        const auto ledger = given(Ledger::open(ledger_path, Ledger::Mode::read));
        const auto txn = given(ledger->begin(Ledger::Mode::read));
        given(txn.each_team([&](std::string_view name, const ledger::TeamSums& of) {
            const std::string team(name);
            sums.granted[team] = of.granted();
            sums.remaining[team] = of.limit() - given(txn.counter(ledger->about().edge_id(), team));
            return true;
        }));
        given(txn.each_usage(0, [&](const ledger::Usage& of) {
            sums.usage[std::string(of.team) + std::to_string(of.minute / 60)] += of.amount;
            return true;
        }));
        return sums;
    }

private:
    TempDir dir_;
};

}  // namespace bizrec::builder::test

#include "lmdb_builder/credits/ledger_audit.hpp"
#include "t/unit/credits/credits_support.hpp"

namespace bizrec::builder::test {
namespace {

class CreditsAudit : public CreditsTest {
protected:
    void SetUp() override {
        ledger_ = create("fra1");
        book(ledger_, charges_, noon + 10);
    }

    AuditReport audited(const std::string& log_path) const {
        AuditOptions options;
        options.logs = {log_path};
        return given(audit(*given(Ledger::open(ledger_, Ledger::Mode::read)), options));
    }

    std::string ledger_;
    std::vector<Booked> charges_ = {{noon, "acme", 3, 3000, "a0"},
                                    {noon, "acme", 1, 1000, "a1"},
                                    {noon + 1, "acme", 10, 1000, "a2"},
                                    {noon + 1, "bolt", 5, 500, "b0"},
                                    {noon + 2, "acme", 1, 1000, "a3"}};
};

TEST_F(CreditsAudit, BooksThatAgree) {
    const AuditReport report = audited(log("log", charges_));
    EXPECT_EQ(report.from, noon);
    EXPECT_EQ(report.to, noon + 3);
    EXPECT_TRUE(report.differences.empty());
    EXPECT_EQ(report.ledger.amount, 6500);
    EXPECT_EQ(report.log.rows, 20U);
    const auto ran = run({"audit", ledger_, path("log")});
    EXPECT_EQ(ran.exit, 0) << ran.err;
    EXPECT_NE(ran.out.find("ledger and log agree"), std::string::npos) << ran.out;
}

TEST_F(CreditsAudit, LineThatIsMissingIsNamedByTeamAndMinute) {
    auto logged = charges_;
    logged.erase(logged.begin() + 3);
    const AuditReport report = audited(log("log", logged));
    ASSERT_EQ(report.differences.size(), 1U);
    EXPECT_EQ(report.differences[0].team, "bolt");
    EXPECT_EQ(report.differences[0].begin, noon + 1);
    EXPECT_EQ(report.differences[0].ledger.rows, 5U);
    EXPECT_EQ(report.differences[0].log.requests, 0U);
    const auto ran = run({"audit", "--json", ledger_, path("log")});
    EXPECT_EQ(ran.exit, 1);
    EXPECT_EQ(ran.out.find("{\"kind\":\"difference\",\"start\":\"2025-04-17T"), 0U) << ran.out;
    EXPECT_NE(ran.out.find("\"team\":\"bolt\",\"ledger\":{\"requests\":1,\"rows\":5,\"millicredits\":500},"
                           "\"log\":{\"requests\":0,\"rows\":0,\"millicredits\":0}}"),
              std::string::npos)
        << ran.out;
}

TEST_F(CreditsAudit, LineThatStandsTwiceIsNamedWithItsRequest) {
    auto logged = charges_;
    logged.push_back(charges_[2]);
    const AuditReport report = audited(log("log", logged));
    ASSERT_EQ(report.differences.size(), 1U);
    EXPECT_EQ(report.differences[0].team, "acme");
    EXPECT_EQ(report.differences[0].begin, noon + 1);
    ASSERT_EQ(report.logged_twice.size(), 1U);
    EXPECT_EQ(report.logged_twice[0].request_id, "a2");
    EXPECT_EQ(report.logged_twice[0].lines, 2U);
}

/// If the clock steps back, the ledger books later charges under its last minute, but the log has them under the minute
/// of the clock.
TEST_F(CreditsAudit, ChargesThatAStepOfTheClockHasMovedAreNoDifference) {
    for (const std::uint32_t step : {1U, 2U, 30U, 59U, 60U}) {
        const std::string of = create("step" + std::to_string(step));
        book(of, {{noon, "acme", 3, 3000, "a0"}, {noon + 60, "acme", 2, 700, "a1"}, {noon + 60, "acme", 2, 800, "a2"}},
             noon + 70);
        const auto logged = [&](std::uint64_t rows) {
            return log("log", {{noon, "acme", 3, 3000, "a0"},
                               {noon + 60 - step, "acme", rows, 700, "a1"},
                               {noon + 60, "acme", 2, 800, "a2"}});
        };
        AuditOptions options;
        options.logs = {logged(2)};
        const AuditReport moved = given(audit(*given(Ledger::open(of, Ledger::Mode::read)), options));
        EXPECT_TRUE(moved.differences.empty()) << step;
        EXPECT_EQ(moved.moved.size(), 2U) << step;
        EXPECT_EQ(moved.ledger, moved.log) << step;
        const auto ran = run({"audit", of, path("log")});
        EXPECT_EQ(ran.exit, 0) << step;
        EXPECT_NE(ran.out.find("under another minute"), std::string::npos) << ran.out;
        logged(3);
        EXPECT_FALSE(given(audit(*given(Ledger::open(of, Ledger::Mode::read)), options)).differences.empty())
            << step << ": a row more is a difference";
    }
}

TEST_F(CreditsAudit, ChargesOfOtherTeamsOrHoursDoNotCancelOut) {
    auto logged = charges_;
    logged[3].team = "acme";
    EXPECT_EQ(audited(log("log", logged)).differences.size(), 2U) << "bolt's is acme's";
    const std::string of = create("hours");
    book(of, {{noon, "acme", 1, 1000, "a"}, {noon + 61, "acme", 1, 1000, "b"}, {noon + 200, "acme", 1, 1, "c"}},
         noon + 300);
    AuditOptions options;
    options.logs = {
        log("log",
            {{noon + 61, "acme", 1, 1000, "a"}, {noon + 61, "acme", 1, 1000, "b"}, {noon + 200, "acme", 1, 1, "c"}})};
    options.from = noon;
    options.to = noon + 100;
    EXPECT_EQ(given(audit(*given(Ledger::open(of, Ledger::Mode::read)), options)).differences.size(), 2U);
}

TEST_F(CreditsAudit, LineWithOtherRowsIsADifference) {
    auto logged = charges_;
    logged[0].rows = 4;
    const AuditReport report = audited(log("log", logged));
    ASSERT_EQ(report.differences.size(), 1U);
    EXPECT_EQ(report.differences[0].begin, noon);
    EXPECT_EQ(report.differences[0].ledger.rows, 4U);
    EXPECT_EQ(report.differences[0].log.rows, 5U);
    EXPECT_TRUE(report.logged_twice.empty());
}

TEST_F(CreditsAudit, MinutesThatTheLogHasInPartAreNotCompared) {
    const AuditReport report = audited(log("log", {charges_[1], charges_[2], charges_[3], charges_[4]}));
    EXPECT_EQ(report.from, noon) << "the ledger begins with it";
    book(ledger_, {{noon - 5, "acme", 1, 1000, "x"}, {noon + 5, "acme", 1, 1000, "y"}}, noon + 10);
    const AuditReport part = audited(path("log"));
    EXPECT_EQ(part.from, noon + 1);
    EXPECT_EQ(part.to, noon + 2);
    EXPECT_TRUE(part.differences.empty());
}

TEST_F(CreditsAudit, MinutesThatTheLedgerHasNotClosedAreNotCompared) {
    book(ledger_, {}, noon + 3);
    log("log", charges_);
    EXPECT_EQ(audited(path("log")).to, noon + 2) << "written after the end of this one by a minute and a millisecond";
    book(ledger_, {}, noon);
    const auto ran = run({"audit", ledger_, path("log")});
    EXPECT_EQ(ran.exit, 1);
    EXPECT_NE(ran.err.find("no whole minute is left to compare"), std::string::npos) << ran.err;
    EXPECT_EQ(run({"audit", ledger_, path("log"), "--to", "2100-01-01"}).exit, 0);
}

TEST_F(CreditsAudit, ChargeOfAKilledWorkerIsNamedAndNoDifference) {
    ledger::Unsettled killed;
    killed.unix_ms = std::int64_t{noon + 1} * 60'000 + 7;
    killed.request_id.fill(0xAB);
    killed.team = "bolt";
    killed.rows = 7;
    killed.amount = 700;
    {
        const auto ledger = given(Ledger::open(ledger_, Ledger::Mode::write));
        auto txn = given(ledger->begin(Ledger::Mode::write));
        given(txn.add_unsettled(killed));
        given(txn.commit());
    }
    const Booked booked{noon + 1, "bolt", 7, 700, std::string(32, 'x')};
    book(ledger_, {booked}, noon + 10);
    const AuditReport report = audited(log("log", charges_));
    EXPECT_TRUE(report.differences.empty());
    ASSERT_EQ(report.not_logged.size(), 1U);
    const auto ran = run({"audit", ledger_, path("log")});
    EXPECT_EQ(ran.exit, 0);
    EXPECT_NE(ran.out.find("charged, not logged: request abababababababababababababababab, team bolt"),
              std::string::npos)
        << ran.out;

    auto logged = charges_;
    logged.push_back(booked);
    logged.back().request_id = request_id_text(killed);
    const AuditReport after_all = audited(log("log", logged));
    EXPECT_TRUE(after_all.differences.empty());
    EXPECT_TRUE(after_all.not_logged.empty());
}

TEST_F(CreditsAudit, LinesWithoutAChargeCountNothingAndOthersAreNamed) {
    std::string text = "{\"team\":\"acme\",\"rows\":0,\"credits\":\"0\",\"charged_at\":\"\"}\n{\"status\":401}\n";
    for (const Booked& of : charges_) {
        text += log_line(of);
    }
    const std::string broken = log_line(charges_[0]);
    spew("log", text + broken.substr(0, broken.size() / 2) + "\n" + "\n" +
                    "{\"team\":\"acme\",\"rows\":1,\"credits\":\"1e3\",\"charged_at\":\"1.000\"}\n");
    const AuditReport report = audited(path("log"));
    EXPECT_TRUE(report.differences.empty());
    EXPECT_EQ(report.lines.malformed, 2U);
    ASSERT_EQ(report.lines.problems.size(), 2U);
    EXPECT_EQ(report.lines.problems[0], path("log") + ":8: a JSON object was expected");
    EXPECT_EQ(report.lines.problems[1],
              path("log") + ":10: \"credits\": an amount of credits was expected, \"1e3\" came");
}

TEST_F(CreditsAudit, HoursOfACompactedLedgerAreComparedAsAWhole) {
    ASSERT_EQ(run({"compact", ledger_}).exit, 0);
    const auto hour = [this](const std::vector<Booked>& logged) {
        AuditOptions options;
        options.logs = {log("log", logged)};
        options.from = noon;
        options.to = noon + 60;
        return given(audit(*given(Ledger::open(ledger_, Ledger::Mode::read)), options));
    };
    EXPECT_TRUE(hour(charges_).differences.empty());
    auto logged = charges_;
    logged[3].rows = 6;
    const AuditReport report = hour(logged);
    ASSERT_EQ(report.differences.size(), 1U);
    EXPECT_EQ(report.differences[0].interval, Interval::hour);
    EXPECT_EQ(report.differences[0].begin, noon);
    EXPECT_EQ(report.differences[0].team, "bolt");
}

}  // namespace
}  // namespace bizrec::builder::test

#include <algorithm>
#include <random>

#include "lmdb_builder/credits/exchange_line.hpp"
#include "lmdb_builder/credits/ledger_export.hpp"
#include "lmdb_builder/credits/ledger_import.hpp"
#include "lmdb_builder/credits/minutes.hpp"
#include "t/unit/credits/credits_support.hpp"

namespace bizrec::builder::test {
namespace {

using Lines = std::vector<std::string>;

Lines lines_of(const std::string& text) {
    Lines lines;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t end = std::min(text.find('\n', at), text.size());
        lines.push_back(text.substr(at, end - at));
        at = end + 1;
    }
    return lines;
}

TEST(CreditsMinutes, Intervals) {
    const auto minute = [](const char* text) { return *parse_minute(text); };
    EXPECT_EQ(minute("2024-02-29"), minute("2024-02-29T00:00:59Z"));
    EXPECT_EQ(minute("2024-02-29T12:05"), minute("2024-02-29T13:05:00+01:00"));
    EXPECT_EQ(minute("2024-02-29T12:05z"), minute("2024-02-29 12:05"));
    for (const char* text : {"", "1", "2024-02-30", "1969-12-31", "2024-02-29T12", "noon", "9999-12-31T99:00"}) {
        EXPECT_FALSE(parse_minute(text)) << text;
    }
    const std::uint32_t m = minute("2024-02-29T12:05");
    EXPECT_EQ(minute_text(m), "2024-02-29T12:05:00Z");
    EXPECT_EQ(begin_of(Interval::hour, m), minute("2024-02-29T12:00"));
    EXPECT_EQ(begin_of(Interval::day, m), minute("2024-02-29"));
    EXPECT_EQ(begin_of(Interval::month, m), minute("2024-02-01"));
    EXPECT_EQ(end_of(Interval::month, minute("2024-02-01")), minute("2024-03-01"));
    EXPECT_EQ(end_of(Interval::month, minute("2023-12-01")), minute("2024-01-01"));
    EXPECT_EQ(interval_text(Interval::month, minute("2024-02-01")), "2024-02");
}

TEST(CreditsExchange, LinesAreReadAsTheyAreWritten) {
    ExchangeParser parser;
    for (const char* line :
         {"{\"type\":\"ledger\",\"version\":1,\"edge\":\"fra1/0123456789abcdef\",\"exported\":1,\"written\":0,"
          "\"closed_minute\":0}\n",
          "{\"type\":\"counter\",\"edge\":\"fra1/0123456789abcdef\",\"team\":\"\xC3\xA9\",\"spent_millicredits\":"
          "1000000000000000,\"closed_millicredits\":0}\n",
          "{\"type\":\"counter\",\"edge\":\"a.b_-/0123456789abcdef\",\"team\":\"/\",\"spent_millicredits\":0}\n",
          "{\"type\":\"grant\",\"id\":\"I\\\"\",\"team\":\"a\",\"millicredits\":-1,\"granted\":5,\"note\":\"\\n\"}"
          "\n"}) {
        const auto read = parser.parse(line);
        ASSERT_TRUE(read) << line << read.error().message;
        std::string again;
        std::visit([&again](const auto& of) { append_line(again, of); }, read.value());
        EXPECT_EQ(again, line);
    }
}

TEST(CreditsExchange, OtherLinesAreRefusedWithWhatWasExpected) {
    const std::pair<const char*, const char*> cases[] = {
        {"", "a JSON object was expected"},
        {"[]", "a JSON object was expected"},
        {"{\"type\":\"counter\"", "a JSON object was expected"},
        {"{}", "\"type\": missing; a string was expected"},
        {"{\"type\":\"usage\"}", "\"ledger\", \"counter\" or \"grant\" was expected, \"usage\" came"},
        {"{\"type\":\"ledger\",\"version\":2}", "the export has version 2, this program reads version 1"},
        {"{\"type\":\"counter\",\"edge\":\"fra1\"}", "\"edge\": the name of an edge, a slash, and the 16"},
        {"{\"type\":\"counter\",\"edge\":\"/0123456789abcdef\"}", "\"edge\": the name"},
        {"{\"type\":\"counter\",\"edge\":\"a/0123456789abcdef\",\"team\":\"a b\"}", "\"team\": 1 to 128 bytes"},
        {"{\"type\":\"counter\",\"edge\":\"a/0123456789abcdef\",\"team\":\"a\"}",
         "\"spent_millicredits\": missing; an integer from 0 to"},
        {"{\"type\":\"counter\",\"edge\":\"a/0123456789abcdef\",\"team\":\"a\",\"spent_millicredits\":-1}",
         "\"spent_millicredits\": an integer from 0"},
        {"{\"type\":\"counter\",\"edge\":\"a/0123456789abcdef\",\"team\":\"a\",\"spent_millicredits\":1.0}",
         "\"spent_millicredits\": an integer"},
        {"{\"type\":\"counter\",\"edge\":\"a/0123456789abcdef\",\"team\":\"a\",\"spent_millicredits\":5,"
         "\"closed_millicredits\":6}",
         "\"closed_millicredits\": an integer from 0 to 5"},
        {"{\"type\":\"grant\",\"id\":\"\"}", "\"id\": 1 to 200 bytes"},
        {"{\"type\":\"grant\",\"id\":\"\\ud800\"}", "a JSON object was expected"},
        {"{\"type\":\"grant\",\"id\":\"i\",\"team\":\"a\",\"millicredits\":1,\"granted\":1,\"note\":\"a\\u0000\"}",
         "without U+0000"},
        {"{\"type\":\"grant\",\"id\":\"i\",\"team\":\"a\",\"millicredits\":1000000000000001}", "\"millicredits\": "},
    };
    ExchangeParser parser;
    for (const auto& [line, words] : cases) {
        const auto read = parser.parse(line);
        ASSERT_FALSE(read) << line;
        EXPECT_NE(read.error().message.find(words), std::string::npos) << line << ": " << read.error().message;
    }
}

class CreditsLedger : public CreditsTest {};

TEST_F(CreditsLedger, MergesInAnyOrderTwiceAndLateGiveTheSameSums) {
    std::mt19937 random(13);
    std::vector<std::string> ledgers, exports;
    for (const char* edge : {"fra1", "nyc1", "sin1"}) {
        ledgers.push_back(create(edge));
        ASSERT_EQ(run({"grant", ledgers.back(), "acme", "100", "--id", edge}).exit, 0);
        ASSERT_EQ(run({"grant", ledgers.back(), "acme", edge[0] == 'f' ? "7" : "9", "--id", "same"}).exit, 0);
    }
    ASSERT_EQ(run({"grant", ledgers[1], "bolt", "0", "--id", "open"}).exit, 0);
    for (std::uint32_t round = 0; round < 5; ++round) {
        for (std::size_t i = 0; i < ledgers.size(); ++i) {
            book(ledgers[i], {{noon + round, i == 1 ? "bolt" : "acme", 1, 1000, ""}}, noon + round);
            exports.push_back(spew("export" + std::to_string(exports.size()), run({"export", ledgers[i]}).out));
        }
    }
    for (const std::string& ledger : ledgers) {
        for (int pass = 0; pass < 2; ++pass) {
            std::shuffle(exports.begin(), exports.end(), random);
            for (const std::string& file : exports) {
                ASSERT_EQ(run({"import", ledger, file}).exit, 0);
            }
        }
    }
    EXPECT_EQ(sums(ledgers[0]).granted.at("acme"), 309'000);
    EXPECT_EQ(sums(ledgers[0]).remaining.at("acme"), 299'000);
    EXPECT_EQ(sums(ledgers[0]).remaining.at("bolt"), -5000);
    EXPECT_EQ(sums(ledgers[0]), sums(ledgers[1]));
    EXPECT_EQ(sums(ledgers[0]), sums(ledgers[2]));
}

TEST_F(CreditsLedger, ImportWithABadLineChangesNothing) {
    const std::string ledger = create("fra1");
    const std::string file = spew(
        "in", "{\"type\":\"grant\",\"id\":\"i\",\"team\":\"a\",\"millicredits\":1,\"granted\":5}\n\n{\"type\":1}\n");
    const auto ran = run({"import", ledger, file});
    EXPECT_EQ(ran.exit, 1);
    EXPECT_EQ(ran.err, "lmdb_builder: " + file + ":3: \"type\": a string was expected\n");
    EXPECT_TRUE(sums(ledger).granted.empty());
}

TEST_F(CreditsLedger, EventsAreOfIntervalsThatAreOverAndStayAsTheyAre) {
    const std::string ledger = create("fra1");
    book(ledger, {{noon, "acme", 3, 3000, ""}, {noon, "acme", 5, 500, ""}, {noon + 1, "acme", 1, 1000, ""}}, noon + 2);
    const Lines first = lines_of(run({"export", ledger, "--usage"}).out);
    ASSERT_EQ(first.size(), 2U);
    const std::string id = given(Ledger::open(ledger, Ledger::Mode::read))->about().edge_id();
    EXPECT_EQ(first[0], "{\"id\":\"" + id + "/acme/enrich_company/" + minute_text(noon) + "\",\"edge\":\"" + id +
                            "\",\"team\":\"acme\",\"endpoint\":\"enrich_company\",\"start\":\"" + minute_text(noon) +
                            "\",\"seconds\":60,\"requests\":1,\"rows\":3,\"millicredits\":3000}");
    EXPECT_TRUE(run({"export", ledger, "--usage", "--by", "hour"}).out.empty()) << "the hour goes on";
    book(ledger, {{noon + 1, "acme", 1, 1000, ""}, {noon + 61, "acme", 1, 1000, ""}}, noon + 200);
    const Lines later = lines_of(run({"export", ledger, "--usage"}).out);
    ASSERT_EQ(later.size(), 4U);
    EXPECT_TRUE(std::equal(first.begin(), first.end(), later.begin()));
    EXPECT_EQ(lines_of(run({"export", ledger, "--usage", "--since", minute_text(noon + 1)}).out),
              Lines(later.begin() + 2, later.end()));
    const Lines hours = lines_of(run({"export", ledger, "--usage", "--by", "hour"}).out);
    ASSERT_EQ(hours.size(), 3U);
    EXPECT_NE(hours[0].find("\"seconds\":3600,\"requests\":3,\"rows\":5,\"millicredits\":5000}"), std::string::npos)
        << hours[0];
    EXPECT_EQ(hours[0].rfind("{\"id\":\"" + id + "/acme/enrich_company/" + minute_text(noon) + "/PT3600S\",", 0), 0U)
        << "another event than the first minute of the hour: " << hours[0];
    ASSERT_EQ(run({"compact", ledger}).exit, 0);
    EXPECT_EQ(lines_of(run({"export", ledger, "--usage", "--by", "hour"}).out), hours);
    const auto refused = run({"export", ledger, "--usage"});
    EXPECT_EQ(refused.exit, 1);
    EXPECT_NE(refused.err.find("by the hour only (credits compact)"), std::string::npos) << refused.err;
}

TEST_F(CreditsLedger, UsageBeforeTheKeptDaysIsSummedByHour) {
    const std::string ledger = create("fra1");
    std::vector<Booked> charges;
    for (std::uint32_t minute = 0; minute < 12'000; ++minute) {
        charges.push_back({noon + minute, minute % 3 == 0 ? "acme" : "bolt", 1, 100 + minute, ""});
    }
    const auto now = static_cast<std::uint32_t>(std::time(nullptr) / 60);
    charges.push_back({now - 50, "acme", 1, 1000, ""});
    book(ledger, charges, now);
    const Sums before = sums(ledger);
    const auto usage = run({"usage", ledger, "--by", "hour", "--json"});
    const auto ran = run({"compact", ledger, "--keep-days", "3"});
    EXPECT_EQ(ran.exit, 0);
    EXPECT_EQ(ran.out.find("12,000 entries"), 0U) << ran.out;
    EXPECT_EQ(sums(ledger).usage, before.usage);
    EXPECT_EQ(run({"usage", ledger, "--by", "hour", "--json"}).out, usage.out);
    EXPECT_EQ(run({"compact", ledger, "--keep-days", "3"}).out.find("0 entries"), 0U);
    EXPECT_EQ(lines_of(run({"usage", ledger, "--by", "minute", "--json"}).out).size(), 401U) << "200 hours, 2 teams";
    EXPECT_EQ(run({"compact", ledger, "--keep-days", "1"}).exit, 2);
}

TEST_F(CreditsLedger, UsageOfATeamAndTime) {
    const std::string ledger = create("fra1");
    book(ledger,
         {{noon, "acme", 3, 3000, ""}, {noon + 1, "acme", 1, 1000, ""}, {noon + 1, "bolt", 12'345, 1'234'500, ""}},
         noon + 10);
    EXPECT_EQ(run({"usage", ledger}).out,
              "time        team  endpoint        requests    rows  credits\n"
              "2025-04-17  acme  enrich_company         2       4        4\n"
              "2025-04-17  bolt  enrich_company         1  12,345  1,234.5\n"
              "total                                    3  12,349  1,238.5\n");
    const auto ran = run({"usage", ledger, "--team", "acme", "--from", minute_text(noon), "--to", minute_text(noon + 1),
                          "--by", "month", "--json"});
    EXPECT_EQ(ran.out,
              "{\"start\":\"2025-04-01T00:00:00Z\",\"end\":\"2025-05-01T00:00:00Z\",\"team\":\"acme\",\"endpoint\":"
              "\"enrich_company\",\"requests\":1,\"rows\":3,\"millicredits\":3000}\n");
    EXPECT_EQ(run({"usage", ledger, "--by", "week"}).exit, 2);
}

TEST_F(CreditsLedger, RepairGivesTheSumsOfTheLostOne) {
    const std::string ledger = create("fra1"), other = create("nyc1");
    ASSERT_EQ(run({"grant", ledger, "acme", "100", "--id", "i"}).exit, 0);
    book(other, {{noon, "acme", 1, 5000, ""}}, noon + 9);
    ASSERT_EQ(run({"import", ledger, spew("other", run({"export", other}).out)}).exit, 0);
    std::vector<Booked> charges = {{noon, "acme", 1, 1000, "a"},
                                   {noon + 5, "acme", 2, 2000, "b"},
                                   {noon + 6, "acme", 3, 3000, "c"},
                                   {noon + 7, "acme", 4, 4000, "d"}};
    book(ledger, charges, noon + 7);
    const std::string exported = spew("export", run({"export", ledger}).out);
    const std::vector<Booked> later = {{noon + 7, "acme", 5, 5000, "e"}, {noon + 8, "bolt", 1, 1000, "f"}};
    book(ledger, later, noon + 8);
    charges.insert(charges.end(), later.begin(), later.end());
    charges.push_back(charges[2]);  // the same line twice, as in two files of a rotated log
    const std::string logged = log("log", charges);
    const std::string repaired = path("new");
    const auto ran = run({"repair", repaired, "--export", exported, "--log", logged});
    ASSERT_EQ(ran.exit, 0) << ran.err;
    EXPECT_NE(ran.out.find("acme"), std::string::npos) << ran.out;
    EXPECT_EQ(sums(repaired).granted.at("acme"), 100'000);
    EXPECT_EQ(sums(repaired).remaining.at("acme"), sums(ledger).remaining.at("acme"));
    EXPECT_EQ(sums(repaired).remaining.at("acme"), 100'000 - 5000 - 15'000);
    EXPECT_EQ(sums(repaired).remaining.at("bolt"), -1000);
    const ledger::About before = given(Ledger::open(ledger, Ledger::Mode::read))->about(),
                        after = given(Ledger::open(repaired, Ledger::Mode::read))->about();
    EXPECT_EQ(before.edge, after.edge);
    EXPECT_NE(before.id, after.id);

    const std::string without = path("without");
    ASSERT_EQ(run({"repair", without, "--export", exported, "--edge", "fra2"}).exit, 0);
    EXPECT_EQ(sums(without).remaining.at("acme"), 100'000 - 5000 - 10'000) << "what the export says, and no more";
    EXPECT_EQ(run({"repair", without, "--export", exported}).exit, 1) << "it exists";
    EXPECT_EQ(run({"repair", path("none"), "--export", logged}).exit, 1);
    EXPECT_EQ(::access(path("none").c_str(), F_OK), -1);
}

}  // namespace
}  // namespace bizrec::builder::test

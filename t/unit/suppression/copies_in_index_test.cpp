#include "lmdb_builder/suppression/copies_in_index.hpp"

#include <gtest/gtest.h>

#include "lmdb_builder/stages/build_index.hpp"
#include "lmdb_builder/suppression/named_entries.hpp"
#include "t/unit/support/temp_dir.hpp"

namespace bizrec::builder {
namespace {

std::string id_of(int n) {
    return "00000000-0000-4000-8000-00000000000" + std::to_string(n);
}

class CopiesInIndexTest : public ::testing::Test {
protected:
    CopiesInIndexTest() {
        const auto record = [](int n, const std::string& staffs) {
            return R"({"store_id":")" + id_of(n) + R"(","business_name":"Shop )" + std::to_string(n) +
                   R"(","website_url":"https://joes.example","store_emails":["jane@example.com"],"staffs":[)" + staffs +
                   "]}";
        };
        write_lines(folder_.path("in.jsonl"),
                    {record(1, R"({"name":"Ann"},{"name":"Jane","email":"Jane@example.com","phone":"212 555 0100"})"),
                     record(2, R"({"name":"Bob"})"), record(3, "")});
        BuildOptions options;
        options.inputs = {folder_.path("in.jsonl")};
        options.output = folder_.path("index.mdb");
        options.threads = 1;
        EXPECT_TRUE(build_index(options));
        generation_ = store::Generation::open(options.output, store::Generation::Check::seal).value();
    }

    store::SuppressionEntry entry(int n, const std::string& pointer, const std::string& generation = "") const {
        store::SuppressionEntry made;
        EXPECT_TRUE(format::read_uuid(id_of(n), made.id));
        made.pointer = pointer;
        made.generation = generation == "here" ? generation_->name() : generation;
        return made;
    }

    static store::SharedSuppressions list_of(std::vector<store::SuppressionEntry> entries) {
        return std::make_shared<const store::SuppressionList>(store::SuppressionList{7, std::move(entries)});
    }

    std::vector<std::string> held(const SuppressOptions& options, const store::SharedSuppressions& list) const {
        std::vector<std::string> lines;
        for (const HeldEntry& of : copies_in_index(generation_, options, list)) {
            lines.push_back(of.what.substr(35) + ": " + of.how);
            EXPECT_EQ(of.is_served, of.how.rfind("served", 0) == 0 && of.how.find("without") == std::string::npos);
        }
        return lines;
    }

    const TempDir folder_;
    std::shared_ptr<const store::Generation> generation_;
};

using Lines = std::vector<std::string>;

TEST_F(CopiesInIndexTest, TellsForEachPartWhetherItIsShown) {
    SuppressOptions options;
    options.ids = {id_of(1), id_of(2), id_of(3), id_of(9)};
    options.parts = {"/staffs/1", "/store_emails"};
    EXPECT_EQ(held(options, nullptr),
              (Lines{"1 /staffs/1: served", "1 /store_emails: served",
                     "2 /staffs: served; the element may have another position in it", "2 /store_emails: served",
                     "3 /staffs: served; the element may have another position in it", "3 /store_emails: served"}));
    const auto list = list_of({entry(1, "/staffs/1", "here"), entry(1, "/store_emails/0", "here"),
                               entry(2, "/staffs/1", "0123456789abcdef"), entry(3, "")});
    EXPECT_EQ(held(options, list),
              (Lines{"1 /staffs/1: suppressed by list 7", "1 /store_emails: served",
                     "2 /staffs: suppressed by list 7; the element may have another position in it",
                     "2 /store_emails: served",
                     "3 /staffs: suppressed by list 7; the element may have another position in it",
                     "3 /store_emails: suppressed by list 7"}));
}

TEST_F(CopiesInIndexTest, AnotherPersonAtThePositionOfAHiddenOneIsServed) {
    SuppressOptions options;
    options.ids = {id_of(1)};
    options.parts = {"/staffs/0", "/staffs/1"};
    EXPECT_EQ(held(options, list_of({entry(1, "/staffs/0", "here")})),
              (Lines{"1 /staffs/0: suppressed by list 7", "1 /staffs/1: served"}));
}

TEST_F(CopiesInIndexTest, FindsValuesInEveryRecordAlsoInHiddenOnes) {
    SuppressOptions options;
    options.emails = {"jane@example.com"};
    options.phones = {"+1 212-555-0100"};
    EXPECT_EQ(
        held(options, list_of({entry(1, "/staffs", ""), entry(2, "")})),
        (Lines{"1 /staffs/1/email: suppressed by list 7", "1 /staffs/1/phone: suppressed by list 7",
               "1 /store_emails/0: served", "2 /store_emails/0: suppressed by list 7", "3 /store_emails/0: served"}));
}

/// A list hides records from look-ups by website, and parts from the texts in which values are sought.
TEST_F(CopiesInIndexTest, NamedEntriesAreTheSameWithAndWithoutAList) {
    const auto hidden = store::Generation::suppress(
        generation_, list_of({entry(1, "/staffs/1", "here"), entry(1, "/website_url"), entry(2, ""), entry(3, "")}));
    SuppressOptions options;
    options.websites = {"joes.example"};
    options.emails = {"jane@example.com"};
    options.phones = {"2125550100"};
    const auto named = named_entries(options, generation_);
    EXPECT_EQ(named.size(), 3U + 4U + 1U);
    EXPECT_EQ(named_entries(options, hidden), named);
    options.parts = {"/staffs"};
    EXPECT_EQ(named_entries(options, generation_).size(), 3U);
    EXPECT_EQ(named_entries(options, hidden), named_entries(options, generation_));
}

}  // namespace
}  // namespace bizrec::builder

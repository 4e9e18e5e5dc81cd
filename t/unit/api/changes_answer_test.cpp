// A night of many changes, of which a request wants few: pages cost little, and end before the request costs too much.
#include "bizrec/api/changes_answer.hpp"

#include <gtest/gtest.h>
#include <simdjson.h>
#include <unistd.h>

#include <array>
#include <functional>
#include <string>
#include <vector>

#include "bizrec/store/changes_file.hpp"
#include "lmdb_builder/deltas/changes_writer.hpp"
#include "t/unit/support/built_index.hpp"

namespace bizrec::api {
namespace {

constexpr std::uint32_t night_size = 3000;
constexpr std::uint32_t chain_period = 1000;  // one of so many records is of the chain
const std::string night_before(16, 'a');

format::Uuid changed_id(std::uint32_t number) {
    format::Uuid id{};
    id[6] = 0x40;
    id[8] = 0x80;
    id[14] = static_cast<unsigned char>(number >> 8);
    id[15] = static_cast<unsigned char>(number);
    return id;
}

std::string changed_id_text(const format::Uuid& id) {
    std::string text(format::uuid_characters, '\0');
    format::write_uuid(id, text.data());
    return text;
}

std::vector<std::string> chain_and_shops() {
    std::vector<std::string> lines;
    for (std::uint32_t i = 0; i < night_size; ++i) {
        const std::string site = i % chain_period == 0 ? "chain.example" : "shop" + std::to_string(i) + ".example";
        lines.push_back(R"({"store_id":")" + changed_id_text(changed_id(i)) +
                        R"(","business_name":"Shop","website_url":"https://)" + site + R"(/"})");
    }
    return lines;
}

using Pointers = std::function<std::vector<std::string>(std::uint32_t)>;

class ChangesAnswerTest : public ::testing::Test {
protected:
    /// Every record has changed, in the fields that `pointers` gives for its number.
    void write_changes(const Pointers& pointers) {
        const std::string& index = index_.generation()->path();
        const std::string path =
            store::changes_path(index.substr(0, index.rfind('/')), night_before, index_.generation()->name());
        ::unlink(path.c_str());
        builder::ChangesWriter writer(path, night_before, index_.generation()->name());
        for (std::uint32_t i = 0; i < night_size; ++i) {
            writer.add(format::ChangeKind::changed, changed_id(i), pointers(i));
        }
        writer.finish();
    }

    /// One page. Adds its ids to ids_, and returns its cursor; "" after the last page or a refusal.
    std::string ask(const std::string& cursor, std::uint64_t max_steps) {
        const std::string arguments =
            "since=" + night_before + "&root_domain=chain.example" + (cursor.empty() ? "" : "&cursor=" + cursor);
        EndpointRequest request;
        request.generation = index_.generation().get();
        request.arguments = arguments;
        request.max_steps = max_steps;
        EXPECT_TRUE(endpoint_.start(request));
        endpoint_.run();
        const Answer& answer = endpoint_.answer();
        EXPECT_EQ(answer.status, 200) << answer.body;
        simdjson::dom::parser parser;
        simdjson::dom::element page;
        if (answer.status != 200 || parser.parse(answer.body).get(page) != simdjson::SUCCESS) {
            return {};
        }
        for (const simdjson::dom::element row : page["data"]) {
            ids_.emplace_back(std::string_view(row["id"]));
        }
        return bool(page["more"]) ? std::string(std::string_view(page["cursor"])) : std::string();
    }

    static std::vector<std::string> chain() {
        std::vector<std::string> ids;
        for (std::uint32_t i = 0; i < night_size; i += chain_period) {
            ids.push_back(changed_id_text(changed_id(i)));
        }
        return ids;
    }

    const search::testing::BuiltIndex index_{chain_and_shops()};
    ChangesEndpoint endpoint_;
    std::vector<std::string> ids_;
};

TEST_F(ChangesAnswerTest, AListOfFieldsThatManyRecordsShareIsReadOnce) {
    const std::array<const char*, 3> fields = {"/phone", "/about", "/opening_hours"};
    write_changes([&fields](std::uint32_t i) { return std::vector<std::string>{fields[i % fields.size()]}; });
    EXPECT_EQ(ask("", Budget::unlimited), "");
    EXPECT_EQ(ids_, chain());
    EXPECT_LT(endpoint_.budget().used(WorkKind::look_up), 60U * night_size) << "a key, and a small part of a page";
}

TEST_F(ChangesAnswerTest, APollThatFindsNothingHasTheBytesOfOtherRequestsAndTakesNoSteps) {
    const std::string served = index_.generation()->name();
    const std::string nothing =
        R"({"since":")" + served + R"(","until":")" + served + R"(","data":[],"cursor":null,"more":false})";
    EndpointRequest request;
    request.generation = index_.generation().get();
    for (const std::string& more : {std::string(), std::string("&"), "&until=" + served, std::string("&limit=7")}) {
        const std::string arguments = "since=" + served + more;
        request.arguments = arguments;
        EXPECT_FALSE(endpoint_.start(request));
        EXPECT_EQ(endpoint_.answer().body, nothing) << arguments;
        EXPECT_EQ(endpoint_.answer().status, 200) << arguments;
    }
    const std::string poll = "since=" + served;
    request.arguments = poll;
    endpoint_.start(request);
    EXPECT_EQ(endpoint_.budget().used(), 0u);
    const std::string unknown = "since=" + std::string(16, '0');
    request.arguments = unknown;
    endpoint_.start(request);
    EXPECT_EQ(endpoint_.answer().status, 410);
}

/// Such a request was refused as too much work, with every cursor, so a client could never get the later changes.
TEST_F(ChangesAnswerTest, ARequestForFewOfManyChangesIsNeverTooMuchWork) {
    write_changes([](std::uint32_t i) { return std::vector<std::string>{"/field_" + std::to_string(i)}; });
    constexpr std::uint64_t max_steps = 1'000'000;  // the least that bizrec_search_max_work may be
    std::size_t pages = 1;
    for (std::string cursor = ask("", max_steps); !cursor.empty(); cursor = ask(cursor, max_steps)) {
        ASSERT_LT(++pages, 10U);
    }
    EXPECT_EQ(ids_, chain());
    EXPECT_GT(pages, 1U);
    EXPECT_EQ(ids_.size(), 3U);
}

}  // namespace
}  // namespace bizrec::api

#include <gtest/gtest.h>
#include <simdjson.h>
#include <zlib.h>

#include <cstdlib>
#include <filesystem>
#include <functional>

#include "t/unit/identity/support.hpp"

/// Every website and profile of the real records, and collections of odd ones.
namespace bizrec::identity::test {
namespace {

using simdjson::dom::element;

std::string text_of(const element& record, const char* field) {
    std::string_view value;
    return record[field].get(value) == simdjson::SUCCESS ? std::string(value) : std::string();
}

/// Reads plain files, too: zlib returns their bytes unchanged.
void for_each_record(const std::string& path, const std::function<void(const element&)>& visit) {
    gzFile file = gzopen(path.c_str(), "rb");
    ASSERT_NE(file, nullptr) << path;
    std::string line;
    std::string chunk(1 << 16, '\0');
    simdjson::dom::parser parser;
    while (gzgets(file, chunk.data(), static_cast<int>(chunk.size())) != nullptr) {
        line += chunk.c_str();
        if (line.back() != '\n' && gzeof(file) == 0)
            continue;
        element record;
        if (parser.parse(line).get(record) == simdjson::SUCCESS)
            visit(record);
        line.clear();
    }
    gzclose(file);
}

class real_data : public ::testing::Test {
protected:
    void SetUp() override {
        const char* data = std::getenv("BIZREC_DATA");
        if (data == nullptr)
            GTEST_SKIP() << "BIZREC_DATA is not set";
        folder_ = data;
    }
    void for_each_business(const std::function<void(const element&)>& visit) const {
        for (const auto& entry : std::filesystem::directory_iterator(folder_ + "/records"))
            for_each_record(entry.path().string(), visit);
    }
    std::string folder_;
};

TEST_F(real_data, keys_agree_with_the_root_domains_of_the_records) {
    std::size_t websites = 0;
    std::size_t plain = 0;
    std::size_t agreed = 0;
    std::size_t refused = 0;
    for_each_business([&](const element& record) {
        const std::string text = text_of(record, "website_url");
        const std::string root = text_of(record, "root_domain");
        if (text.empty())
            return;
        ++websites;
        const Identity identity = website(text);
        refused += identity.kind == Kind::reject ? 1 : 0;
        if (identity.kind != Kind::domain || root.empty())
            return;
        ++plain;
        agreed += identity.key == root ? 1 : 0;
        EXPECT_EQ(brief(website("https://" + identity.key)), brief(identity)) << text;
    });
    EXPECT_GT(websites, 60000u);
    EXPECT_GT(plain * 100, websites * 98);
    EXPECT_GE(agreed * 1000, plain * 998) << "the rest are redirects and suffixes younger than the packaged list";
    EXPECT_LE(refused, 10u);
}

TEST_F(real_data, profiles_are_of_the_platform_that_the_records_say) {
    std::size_t links = 0;
    std::size_t agreed = 0;
    Identity identity;
    for_each_business([&](const element& record) {
        simdjson::dom::array array;
        if (record["social_media_links"].get(array) != simdjson::SUCCESS)
            return;
        for (const element& link : array) {
            const std::string platform = text_of(link, "platform");
            normaliser().labelled_profile(platform, text_of(link, "url"), identity);
            ++links;
            agreed += identity.key.compare(0, platform.size() + 1, platform + ":") == 0 ? 1 : 0;
            EXPECT_NE(identity.kind, Kind::reject) << text_of(link, "url");
        }
    });
    EXPECT_GT(links, 50000u);
    EXPECT_GE(agreed * 1000, links * 997) << "the rest are posts, events and searches";
}

TEST_F(real_data, social_cases_name_the_right_platform_and_profile) {
    std::size_t cases = 0;
    std::size_t agreed = 0;
    for_each_record(folder_ + "/gold/social_urls/social_links_cases.jsonl", [&](const element& record) {
        const std::string method = text_of(record, "method");
        simdjson::dom::array arguments;
        std::string_view platform;
        std::string_view url;
        std::string_view expected;
        if (method != "getProfileId" || record["args"].get(arguments) != simdjson::SUCCESS ||
            arguments.at(0).get(platform) != simdjson::SUCCESS || arguments.at(1).get(url) != simdjson::SUCCESS ||
            url.find('.') == std::string_view::npos || record["expected"].get(expected) != simdjson::SUCCESS)
            return;
        ++cases;
        const Identity identity = website(url);
        std::string lower_name(expected);
        for (char& c : lower_name)
            c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
        const bool right_name = identity.key.find(std::string(expected)) != std::string::npos ||
                                identity.key.find(lower_name) != std::string::npos;
        const std::string name = platform == "x" ? "twitter" : std::string(platform);
        const bool right_platform =
            identity.key.compare(0, name.size(), name) == 0 || identity.key == lower_name + ".substack.com";
        agreed += right_name && right_platform ? 1 : 0;
        EXPECT_TRUE(right_name && right_platform) << url << " gave " << brief(identity);
    });
    EXPECT_GE(cases, 30u);
    EXPECT_EQ(agreed, cases);
}

TEST_F(real_data, odd_values_end_with_a_kind_and_a_reason) {
    std::size_t values = 0;
    for (const char* name : {"odd_websites", "odd_social"})
        for_each_record(folder_ + "/gold/url_corpus/" + name + ".jsonl.gz", [&](const element& record) {
            const std::string raw = text_of(record, "raw");
            for (const Identity& identity : {website(raw), profile(raw)})
                EXPECT_EQ(identity.names_business(), identity.reason.empty()) << raw;
            ++values;
        });
    EXPECT_GT(values, 3000u);
}

TEST_F(real_data, the_list_of_2026_compiles_and_knows_newer_suffixes) {
    const auto list =
        SuffixList::compile(read_file(folder_ + "/psl/public_suffix_list.dat"), built_in_rules("extra_suffixes"));
    ASSERT_TRUE(list) << list.error().message;
    EXPECT_GT(list.value().rule_count(), 9000u);
    EXPECT_EQ(list.value().match("agvb.bank.in").registrable, "agvb.bank.in");
    EXPECT_TRUE(list.value().match("joe.wixstudio.com").is_private);
    const auto parsed = SuffixList::parse(list.value().serialise());
    ASSERT_TRUE(parsed);
    EXPECT_EQ(parsed.value().serialise(), list.value().serialise());
}

}  // namespace
}  // namespace bizrec::identity::test

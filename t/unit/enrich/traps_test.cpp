#include <gtest/gtest.h>

#include <algorithm>

#include "bizrec/format/uuid.hpp"
#include "t/unit/enrich/enrich_queries.hpp"
#include "t/unit/support/built_index.hpp"

/// Small versions of shapes in real data that mislead a simple matcher.
namespace bizrec::search::testing {
namespace {

std::string id(unsigned number) {
    const std::string digits = std::to_string(number);
    return "00000000-0000-4000-8000-" + std::string(12 - digits.size(), '0') + digits;
}

/// `fields`: further members; each begins with a comma.
std::string record(unsigned number, const std::string& name, const std::string& website,
                   const std::string& fields = "") {
    return "{\"store_id\":\"" + id(number) + "\",\"business_name\":\"" + name + "\",\"website_url\":\"" + website +
           '"' + fields + '}';
}

/// The numbers of the returned records, sorted; at most 50.
std::vector<unsigned> found(const BuiltIndex& index, const std::string& website) {
    EnrichQuery query;
    query.has_website = true;
    index.generation()->normaliser().website(website, query.website);
    EnrichResult result;
    enrich(*index.generation(), query, result);
    std::vector<unsigned> numbers;
    for (const EnrichRow& row : result.rows) {
        const format::Uuid& uuid = index.generation()->uuid[row.docid];
        std::string digits(format::uuid_characters, ' ');
        format::write_uuid(uuid, digits.data());
        numbers.push_back(static_cast<unsigned>(std::stoul(digits.substr(24))));
    }
    std::sort(numbers.begin(), numbers.end());
    return numbers;
}

using Numbers = std::vector<unsigned>;

TEST(Traps, OneBrandOverAThousandDealerDomains) {
    const std::string brand = R"(,"brand_id":"11111111-1111-4111-8111-111111111111","brand_name":"Acme")";
    std::vector<std::string> lines;
    for (unsigned i = 0; i < 1000; ++i) {
        lines.push_back(record(i, "Acme Motors", "https://www.acme-dealer" + std::to_string(i) + ".com/", brand));
    }
    lines.push_back(record(2000, "Acme", "https://acme.com", brand));
    const BuiltIndex index(lines);
    ASSERT_TRUE(index.generation());
    for (unsigned i = 0; i < 1000; i += 37) {
        EXPECT_EQ(found(index, "acme-dealer" + std::to_string(i) + ".com"), Numbers{i});
    }
    EXPECT_EQ(found(index, "https://www.acme.com/dealers"), Numbers{2000});
}

TEST(Traps, DirectoryOfStrangersFindsThePageOrTheCompanyAlone) {
    constexpr const char* names[] = {"Golden Dragon", "Anna's Bakery", "Old Oak",     "Blue Whale", "Quiet Wolf",
                                     "Lucky Tulip",   "Rusty Anchor",  "Grand Zebra", "Red Barn",   "Tall Pine"};
    std::vector<std::string> lines;
    for (unsigned i = 0; i < 10; ++i) {
        lines.push_back(record(i, names[i], "https://bookitnow.com/r/" + std::to_string(i)));
    }
    lines.push_back(record(10, "Book It Now Inc", "https://www.bookitnow.com/"));
    const BuiltIndex index(lines);
    ASSERT_TRUE(index.generation());
    for (unsigned i = 0; i < 10; ++i) {
        EXPECT_EQ(found(index, "http://www.bookitnow.com/r/" + std::to_string(i) + "/?ref=x"), Numbers{i});
    }
    EXPECT_EQ(found(index, "bookitnow.com"), Numbers{10});
    EXPECT_EQ(found(index, "https://bookitnow.com/r/99"), Numbers{});
    EXPECT_EQ(found(index, "https://bookitnow.com/about"), Numbers{});
}

/// The number of the first returned record; 0 if there is none.
unsigned first_found(const BuiltIndex& index, const std::string& website) {
    EnrichQuery query;
    query.has_website = true;
    index.generation()->normaliser().website(website, query.website);
    EnrichResult result;
    enrich(*index.generation(), query, result);
    if (result.rows.empty()) {
        return 0;
    }
    std::string digits(format::uuid_characters, ' ');
    format::write_uuid(index.generation()->uuid[result.rows.front().docid], digits.data());
    return static_cast<unsigned>(std::stoul(digits.substr(24)));
}

TEST(Traps, PagesThatDifferOnlyInAParameterOrARouteFindTheirOwnBranchFirst) {
    const BuiltIndex index(
        {record(1, "Joe", "https://joes.com/shop.php?id=1"), record(2, "Joe", "https://joes.com/shop.php?id=2"),
         record(3, "Joe", "https://joes.com/#/store/3"), record(4, "Joe", "https://joes.com/#/store/4"),
         record(5, "Joe", "https://joes.com/index.php?town=kobe"), record(6, "Joe", "https://joes.com/b/?cid=77")});
    ASSERT_TRUE(index.generation());
    EXPECT_EQ(first_found(index, "joes.com/shop.php?id=1"), 1U);
    EXPECT_EQ(first_found(index, "joes.com/shop.php?utm_source=x&id=2"), 2U);
    EXPECT_EQ(first_found(index, "https://joes.com/#/store/3"), 3U);
    EXPECT_EQ(first_found(index, "https://joes.com/#/store/4"), 4U);
    EXPECT_EQ(first_found(index, "https://joes.com/?town=kobe"), 5U);
    EXPECT_EQ(first_found(index, "https://joes.com/b/"), 6U) << "without the record's parameter";
    EXPECT_EQ(first_found(index, "https://joes.com/b/?sid=5"), 6U) << "with another parameter";
    EXPECT_EQ(found(index, "joes.com/shop.php?id=99").size(), 6U);
}

TEST(Traps, AParameterTellsTheStrangersOfADomainApart) {
    constexpr const char* names[] = {"Golden Dragon", "Anna's Bakery", "Old Oak",     "Blue Whale", "Quiet Wolf",
                                     "Lucky Tulip",   "Rusty Anchor",  "Grand Zebra", "Red Barn",   "Tall Pine"};
    std::vector<std::string> lines;
    for (unsigned i = 0; i < 10; ++i) {
        const std::string page = (i < 5 ? "shop.php?id=" : "r/") + std::to_string(i);
        lines.push_back(record(i, names[i], "https://numdir.com/" + page));
    }
    const BuiltIndex index(lines);
    ASSERT_TRUE(index.generation());
    EXPECT_EQ(found(index, "numdir.com/shop.php?id=3"), Numbers{3});
    EXPECT_EQ(found(index, "numdir.com/shop.php?id=99"), Numbers{});
    EXPECT_EQ(found(index, "numdir.com/shop.php"), Numbers{});
    EXPECT_EQ(found(index, "numdir.com/r/7?sid=123"), Numbers{7}) << "an unknown parameter";
    EXPECT_EQ(found(index, "numdir.com/r/99?sid=123"), Numbers{});
}

TEST(Traps, AMailFilterThatHidesThePageOfASharedDomainFindsNone) {
    const BuiltIndex index(
        {record(1, "Golden Dragon", "https://bookitnow.com/r/1"), record(2, "Old Oak", "https://bookitnow.com/r/2"),
         record(3, "Blue Whale", "https://bookitnow.com/r/3"), record(4, "Quiet Wolf", "https://bookitnow.com/r/4"),
         record(5, "Lucky Tulip", "https://bookitnow.com/r/5"), record(6, "Red Barn", "https://bookitnow.com/r/6"),
         record(7, "Book It Now Inc", "https://bookitnow.com"), record(8, "Joe", "https://joes.com/menu")});
    ASSERT_TRUE(index.generation());
    EXPECT_EQ(found(index, "bookitnow.com"), Numbers{7});
    EXPECT_EQ(found(index, "https://protect-us.mimecast.com/s/AbC?domain=bookitnow.com"), Numbers{});
    EXPECT_EQ(found(index, "https://protect-us.mimecast.com/s/AbC?domain=joes.com"), Numbers{8});
}

TEST(Traps, MailAddressAsWebsite) {
    const BuiltIndex index({record(1, "Joe", "info@joesplumbing.com"), record(2, "Anna", "anna@gmail.com"),
                            record(3, "Google", "https://gmail.com/")});
    ASSERT_TRUE(index.generation());
    EXPECT_EQ(found(index, "joesplumbing.com"), Numbers{1});
    EXPECT_EQ(found(index, "mailto:sales@joesplumbing.com"), Numbers{1});
    EXPECT_EQ(found(index, "anna@gmail.com"), Numbers{}) << "a free-mail address names nobody";
}

/// Debian's suffix list of 2023 has bank.in as a domain. The registry has since made it a suffix, so each bank has a
/// domain of its own below it.
TEST(Traps, BanksUnderBankIn) {
    constexpr const char* banks[] = {"hdfc", "icici", "axis", "kotak", "federal", "canara", "indian"};
    std::vector<std::string> lines;
    for (unsigned i = 0; i < 7; ++i) {
        lines.push_back(record(i, banks[i], "https://www." + std::string(banks[i]) + ".bank.in/"));
    }
    const BuiltIndex index(lines);
    ASSERT_TRUE(index.generation());
    for (unsigned i = 0; i < 7; ++i) {
        EXPECT_EQ(found(index, std::string(banks[i]) + ".bank.in"), Numbers{i});
    }
    EXPECT_EQ(found(index, "https://bank.in/"), Numbers{});
}

TEST(Traps, ThePlatformIsNotThePagesOnIt) {
    const BuiltIndex index(
        {record(1, "Joe", "https://www.facebook.com/joesdiner"),
         record(2, "Anna", "https://anna.example", R"(,"social_media_links":["https://facebook.com/"])"),
         record(3, "Meta", "https://www.facebook.com/")});
    ASSERT_TRUE(index.generation());
    EXPECT_EQ(found(index, "facebook.com"), Numbers{3});
    EXPECT_EQ(found(index, "m.facebook.com/joesdiner"), Numbers{1});
}

}  // namespace
}  // namespace bizrec::search::testing

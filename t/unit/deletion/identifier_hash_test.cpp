#include "lmdb_builder/deletion/identifier_hash.hpp"

#include <gtest/gtest.h>

#include <random>

#include "bizrec/base/rule_lines.hpp"
#include "lmdb_builder/deletion/identifier_text.hpp"
#include "lmdb_builder/deletion/normalising_rules.hpp"
#include "t/unit/support/random.hpp"

namespace bizrec::builder {
namespace {

using search::testing::whole_at_night;

using Identifier = NormalisingRules::Identifier;

std::string hash_text(const IdentifierHash& hash) {
    const HashText text = text_of(hash);
    return {text.data(), text.size()};
}

std::string hashed(Identifier identifier, std::string_view text) {
    IdentifierHasher hasher(NormalisingRules::built_in());
    IdentifierHash hash;
    return hasher.hash(identifier, text, hash) ? hash_text(hash) : "";
}

std::string normal(Identifier identifier, std::string_view text) {
    NormalisingRules rules = NormalisingRules::built_in();
    return std::string(rules.normalised(identifier, text));
}

TEST(IdentifierHash, PublishedVectors) {
    EXPECT_EQ(hashed(Identifier::email, "anna.smith@domain.com"), "KA18MT/ph6IHYjzT9zwETySDQyvSh87YuoSBpOQtkhE=");
    EXPECT_EQ(hashed(Identifier::email, " Anna.Smith@\tDomain.COM\n"), "KA18MT/ph6IHYjzT9zwETySDQyvSh87YuoSBpOQtkhE=");
    EXPECT_EQ(hashed(Identifier::phone, "4155559317"), "vGM7y5n+hBXRSEAklhHDPCbysyNgYTmXdMcagGUOY8E=");
    EXPECT_EQ(hashed(Identifier::phone, "+1 (415) 555-9317"), "vGM7y5n+hBXRSEAklhHDPCbysyNgYTmXdMcagGUOY8E=");
    EXPECT_EQ(hashed(Identifier::phone, "+49 (0) 1234567"), "ptzVkgbv9DonwvPCHmXmJ2SEOaolSh37z3ZzY/Gmm+U=");
    IdentifierHasher hasher(NormalisingRules::built_in());
    IdentifierHash hash;
    ASSERT_TRUE(hasher.hash(PersonText{"Danielle", "Johnson", "19850704", "91790"}, hash));
    EXPECT_EQ(hash_text(hash), "PQOfn1RffEKmqMmNAzDKKaoZCwxWbQZkQzPWmQo9REA=");
    ASSERT_TRUE(hasher.hash(PersonText{"DANIELLE ", "Jóhnson", "7/4/1985", "91790-1234"}, hash));
    EXPECT_EQ(hash_text(hash), "PQOfn1RffEKmqMmNAzDKKaoZCwxWbQZkQzPWmQo9REA=");
}

TEST(IdentifierHash, NothingIsNotHashed) {
    EXPECT_EQ(hashed(Identifier::phone, "none"), "");
    EXPECT_EQ(hashed(Identifier::email, " \t"), "");
    IdentifierHasher hasher(NormalisingRules::built_in());
    IdentifierHash hash;
    EXPECT_FALSE(hasher.hash(PersonText{"Jane", "", "19850704", "91790"}, hash));
    EXPECT_FALSE(hasher.hash(PersonText{"Jane", "Doe", "1985", "91790"}, hash));
    EXPECT_FALSE(hasher.hash(PersonText{"Jane", "Doe", "19850704", "-"}, hash));
}

TEST(NormalisingRules, EachIdentifierHasItsForm) {
    EXPECT_EQ(normal(Identifier::email, "a.b+c@x.com"), "a.b+c@x.com") << "dots and plus stay";
    EXPECT_EQ(normal(Identifier::email, "J\xC3\x84NE\xC2\xA0@x.com"), "j\xC3\xA4ne@x.com");
    EXPECT_EQ(normal(Identifier::phone, "0049 30 123456"), "4930123456");
    EXPECT_EQ(normal(Identifier::phone, "555-9317"), "5559317");
    for (const auto& [came, is] : std::vector<std::pair<const char*, const char*>>{{"91790", "91790"},
                                                                                   {"91790-1234", "91790"},
                                                                                   {"917901234", "91790"},
                                                                                   {"00501", "501"},
                                                                                   {"00501-0001", "501"},
                                                                                   {"005010001", "501"},
                                                                                   {"K1A 0B1", "k1a0b"},
                                                                                   {"EC1A 1BB", "ec1a1"},
                                                                                   {"00000", ""}}) {
        EXPECT_EQ(normal(Identifier::zip, came), is) << came;
    }
    for (const char* const came : {"19850704", "1985-07-04", "07/04/1985", "7/4/1985", "1985/07/04"}) {
        EXPECT_EQ(normal(Identifier::birth_date, came), "19850704") << came;
    }
    for (const auto& [came, is] :
         std::vector<std::pair<const char*, const char*>>{{"O'Brien-Smith Jr.", "obriensmithjr"},
                                                          {"Jos\xC3\xA9", "jose"},
                                                          {"Jose\xCC\x81", "jose"},
                                                          {"Stra\xC3\x9F"
                                                           "er",
                                                           "strasser"},
                                                          {"S\xC3\xB8ren \xC3\x86gir", "sorenaegir"},
                                                          {"Иван", "ivan"},
                                                          {"Павел Шевчук", "pavelsevcuk"},
                                                          {"Νίκος", "nikos"},
                                                          {"ŁUKASZ", "lukasz"}}) {
        EXPECT_EQ(normal(Identifier::name, came), is) << came;
    }
    EXPECT_EQ(normal(Identifier::name,
                     "a\xFF"
                     "b"),
              "ab")
        << "broken bytes";
}

TEST(NormalisingRules, PlainTextNeedsNoTransforms) {
    std::mt19937 random(7);
    for (int round = 0; round < whole_at_night(2000); ++round) {
        std::string text;
        for (std::size_t size = random() % 20; size > 0; --size) {
            text += static_cast<char>(random() % 128);
        }
        // A single letter that is not ASCII makes the normaliser transform the whole text.
        ASSERT_EQ(normal(Identifier::name, "\xC3\xA9" + text), "e" + normal(Identifier::name, text)) << text;
    }
}

TEST(NormalisingRules, TransformsChangeAsciiToo) {
    const auto named = [](const char* steps, const char* text) {
        auto read = NormalisingRules::read({"r.txt",
                                            "version 1\nhash email lower\nhash phone digits\nhash zip first:2\n"
                                            "hash birth_date digits\nhash name " +
                                                std::string(steps) + "\n"});
        EXPECT_TRUE(read) << read.error().message;
        return read ? std::string(read.value().normalised(Identifier::name, text)) : std::string();
    };
    EXPECT_EQ(named("icu:Upper", "Jane"), "JANE");
    EXPECT_EQ(named("icu:Upper", "Jos\xC3\xA9"), "JOS\xC3\x89");
    EXPECT_EQ(named("icu:Upper first:2", "jane"), "JA");
    EXPECT_EQ(named("icu-beyond-ascii:Upper", "Jane"), "Jane") << "where a rule says so";
    EXPECT_EQ(named("icu-beyond-ascii:Upper", "Jos\xC3\xA9"), "JOS\xC3\x89");
    const std::string rules(built_in_rules("deletion_hashes"));
    const std::string name = rules.substr(rules.find("hash name icu-beyond-ascii:") + 10);
    const std::string steps = name.substr(0, name.find('\n'));
    const std::string always = "icu:" + steps.substr(steps.find(':') + 1);
    for (const char* const text : {"O'Brien-Smith Jr.", "Jane \"X\" Doe", "a\\u0041", "--", "&amp;"}) {
        EXPECT_EQ(named(steps.c_str(), text), named(always.c_str(), text)) << "the built-in ones leave ASCII alone";
    }
}

TEST(NormalisingRules, AreDataWithAVersion) {
    EXPECT_EQ(NormalisingRules::built_in().version(), 1U);
    const std::string base = "hash email lower\nhash phone digits\nhash zip first:2\nhash birth_date digits\n";
    const auto read = NormalisingRules::read({"r.txt", base + "hash name last:3\nversion 7\n"});
    ASSERT_TRUE(read) << read.error().message;
    EXPECT_EQ(read.value().version(), 7U);
    for (const auto& [more, problem] : std::vector<std::pair<const char*, const char*>>{
             {"hash name lower\n", "expected a version"},
             {"version 1\n", "expected a version"},
             {"version 1\nhash name loud\n", "r.txt:6: expected a step"},
             {"version 1\nhash name first:0\n", "r.txt:6: expected a step"},
             {"version 1\nhash name icu:No-Such\n", "r.txt:6: expected a step"},
             {"version x\n", "r.txt:5: expected version NUMBER"},
             {"hash email digits\n", "r.txt:5: expected hash, one of"},
             {"members cars a\n", "r.txt:5: expected members, one of"}}) {
        const auto bad = NormalisingRules::read({"r.txt", base + more});
        ASSERT_FALSE(bad) << more;
        EXPECT_NE(bad.error().message.find(problem), std::string::npos) << bad.error().message;
    }
}

TEST(HashText, HasOneReading) {
    IdentifierHash hash{};
    for (std::size_t i = 0; i < hash.size(); ++i) {
        hash[i] = static_cast<unsigned char>(i * 37 + 200);
    }
    const std::string text = hash_text(hash);
    IdentifierHash again{};
    ASSERT_TRUE(read_hash(text, again));
    EXPECT_EQ(again, hash);
    for (std::size_t at = 0; at < text.size(); ++at) {
        EXPECT_FALSE(read_hash(text.substr(0, at), again));
        for (const char c : {'=', '-', ' ', 'B', 'x'}) {
            std::string other = text;
            other[at] = c;
            if (read_hash(other, again)) {
                EXPECT_EQ(hash_text(again), other);
            }
        }
    }
    EXPECT_FALSE(read_hash(text + "=", again));
}

TEST(IdentifierText, AddressesAndNumbersAreSeen) {
    const auto address = [](std::string_view text) { return address_at(text, text.find('@')); };
    EXPECT_EQ(address("write to <mailto:jane.doe+x@mail.example.com>."), "jane.doe+x@mail.example.com");
    EXPECT_EQ(address("jane@example.com."), "jane@example.com");
    EXPECT_EQ(address("@example.com"), "");
    EXPECT_EQ(address("jane@ example"), "");
    EXPECT_TRUE(may_be_phone("+1 (415) 555-9317"));
    EXPECT_FALSE(may_be_phone("12-34-56"));
    EXPECT_FALSE(may_be_phone("415 555 9317 or so"));
    EXPECT_FALSE(may_be_phone("12345678901234567890")) << "an id";
    EXPECT_TRUE(is_written_as_phone("tel:4155559317"));
    EXPECT_FALSE(is_written_as_phone("37.7749295"));
    EXPECT_EQ(split_name(" Jane M. Doe ").first, "Jane");
    EXPECT_EQ(split_name(" Jane M. Doe ").last, "Doe");
    EXPECT_EQ(split_name("Doe, Jane M.").first, "Jane");
    EXPECT_EQ(split_name("Doe, Jane M.").last, "Doe");
    EXPECT_EQ(split_name("Jane").last, "");
}

}  // namespace
}  // namespace bizrec::builder

#include "lmdb_builder/deletion/record_matcher.hpp"

#include <gtest/gtest.h>

#include "lmdb_builder/deletion/deletion_screen.hpp"
#include "lmdb_builder/deletion/identifier_hash.hpp"
#include "lmdb_builder/system/failure.hpp"
#include "t/unit/support/temp_dir.hpp"

namespace bizrec::builder {
namespace {

using Identifier = NormalisingRules::Identifier;

/// A store with three hashes: of the address anna.smith@domain.com, of the telephone number 4155559317, and of the name
/// Danielle Johnson with a date of birth and the ZIP code 91790.
DeletionStore listed(DeletionStatus status = DeletionStatus::untried) {
    IdentifierHasher hasher(NormalisingRules::built_in());
    DeletionStore store;
    const auto add = [&store, status](HashType type, const IdentifierHash& hash) {
        store.entries_of(type).push_back({hash, "1", status});
    };
    IdentifierHash hash;
    EXPECT_TRUE(hasher.hash(Identifier::email, "anna.smith@domain.com", hash));
    add(HashType::email, hash);
    EXPECT_TRUE(hasher.hash(Identifier::phone, "4155559317", hash));
    add(HashType::phone, hash);
    EXPECT_TRUE(hasher.hash(PersonText{"Danielle", "Johnson", "19850704", "91790"}, hash));
    add(HashType::ndz, hash);
    return store;
}

/// The deletions found in the record, such as "Email /store_emails/0", joined by "; ".
std::string found_in(std::string record, const DeletionStore& store = listed()) {
    const DeletionTables tables(store);
    RecordMatcher matcher(tables, NormalisingRules::built_in());
    std::string text;
    for (const FoundDeletion& found : matcher.match(record)) {
        text += (text.empty() ? "" : "; ") + std::string(name_of(found.type)) + " " + found.pointer;
    }
    return text;
}

TEST(RecordMatcher, FindsAddresses) {
    EXPECT_EQ(found_in(R"({"store_emails":["x@y.example","Anna.Smith@domain.com"]})"), "Email /store_emails/1");
    EXPECT_EQ(found_in(R"({"a":{"b/~":"write to <mailto:anna.smith@DOMAIN.com>, please."}})"), "Email /a/b~1~0");
    EXPECT_EQ(found_in(R"({"email":"anna.smith @ domain.com"})"), "Email /email");
    EXPECT_EQ(found_in(R"({"email":"anna.smith\u0040domain.com"})"), "Email /email") << "escaped";
    EXPECT_EQ(found_in(R"({"emails":"a@b.example, anna.smith@domain.com"})"), "Email /emails");
    for (const char* const other : {"xanna.smith@domain.com", "anna.smith@domain.com.example", "annasmith@domain.com",
                                    "anna.smith+x@domain.com", "anna.smith@domain"}) {
        EXPECT_EQ(found_in("{\"email\":\"" + std::string(other) + "\"}"), "") << "whole identifiers only: " << other;
    }
}

TEST(RecordMatcher, FindsTelephoneNumbers) {
    EXPECT_EQ(found_in(R"({"phone":"415-555-9317"})"), "Phone /phone");
    EXPECT_EQ(found_in(R"({"phone":14155559317})"), "Phone /phone");
    EXPECT_EQ(found_in(R"({"store_phones":["+1 415 555 9317","1"]})"), "Phone /store_phones/0");
    EXPECT_EQ(found_in(R"({"x":{"Mobile":["4155559317"]}})"), "Phone /x/Mobile/0");
    EXPECT_EQ(found_in(R"({"other":"(415) 555-9317"})"), "Phone /other");
    EXPECT_EQ(found_in(R"({"cid":"4155559317","n":4155559317})"), "") << "any other number";
    EXPECT_EQ(found_in(R"({"phone":"99994155559317000"})"), "");
}

TEST(RecordMatcher, HashesANumberWithoutItsExtension) {
    for (const char* const extension : {" ext 12", " ext. 12", " Ext.12", "x12", " x 12", " extension 1234", " #7",
                                        " # 7", ", ext 12", " (ext. 12)", ";ext=12"}) {
        EXPECT_EQ(found_in("{\"phone\":\"(415) 555-9317" + std::string(extension) + "\"}"), "Phone /phone")
            << extension;
    }
    EXPECT_EQ(found_in(R"({"other":"(415) 555-9317 ext 12"})"), "Phone /other");
    EXPECT_EQ(found_in(R"({"phone":"tel:+14155559317"})"), "Phone /phone");
    EXPECT_EQ(found_in(R"({"phone":"415x5559317"})"), "Phone /phone") << "too few digits before the x";
    EXPECT_EQ(found_in(R"({"phone":"(512) 555-0100 ext 12"})"), "") << "another number";
    EXPECT_EQ(found_in(R"({"phone":"ask Anna ext 4155559317"})"), "");
}

TEST(RecordMatcher, FindsPeopleByWholeNumbers) {
    const auto person = [](const char* zip, const char* own) {
        return found_in("{\"zip_code\":" + std::string(zip) + ",\"staffs\":[{\"name\":\"Danielle Johnson\"" + own +
                        "}]}");
    };
    EXPECT_EQ(person("91790", ",\"dob\":19850704"), "NDZ /staffs/0");
    EXPECT_EQ(person("91791", ",\"dob\":\"7/4/1985\",\"zip\":91790"), "NDZ /staffs/0");
    EXPECT_EQ(person("917901111", ",\"dob\":19850704"), "NDZ /staffs/0");
    EXPECT_EQ(person("91791", ",\"dob\":19850704"), "") << "another place";
    EXPECT_EQ(person("91790", ",\"dob\":1985"), "") << "no date";
    EXPECT_EQ(person("91790", ",\"dob\":-19850704"), "");
    EXPECT_EQ(person("91790.5", ",\"dob\":19850704"), "");
    IdentifierHasher hasher(NormalisingRules::built_in());
    DeletionStore store;
    IdentifierHash hash;
    ASSERT_TRUE(hasher.hash(PersonText{"Danielle", "Johnson", "19850704", "00501"}, hash));
    store.entries_of(HashType::ndz).push_back({hash, "1", DeletionStatus::untried});
    EXPECT_EQ(found_in(R"({"zip":501,"staffs":[{"name":"Danielle Johnson","dob":19850704}]})", store), "NDZ /staffs/0");
}

TEST(RecordMatcher, FindsPeople) {
    const std::string zip = R"("zip_code":"91790-1111",)";
    const auto person = [&zip](const std::string& members) {
        return found_in("{" + zip + "\"staffs\":[{\"name\":\"Boss\"},{" + members + "}]}");
    };
    EXPECT_EQ(person(R"("first_name":"Danielle","last_name":"JOHNSON","date_of_birth":"1985-07-04")"), "NDZ /staffs/1");
    EXPECT_EQ(person(R"("name":"Danielle B. Johnson","birth_date":"19850704")"), "NDZ /staffs/1");
    EXPECT_EQ(person(R"("Name":"Johnson, Danielle","dob":"7/4/1985","zip":"91790")"), "NDZ /staffs/1");
    EXPECT_EQ(person(R"("name":"Danielle Johnson","dob":"7/4/1985","zip":"91791")"), "") << "another place";
    EXPECT_EQ(person(R"("name":"Danielle Johnson")"), "") << "without the date nobody is known";
    EXPECT_EQ(person(R"("name":"A","contact":{"email":"anna.smith@domain.com"})"), "Email /staffs/1")
        << "the person goes";
    EXPECT_EQ(found_in(R"({"staffs":["anna.smith@domain.com"]})"), "Email /staffs/0");
    EXPECT_EQ(found_in(R"({"owners":{"phone":"4155559317","name":"A"}})"), "Phone /owners/phone");
}

TEST(RecordMatcher, AMemberThatOccursTwiceHidesNobody) {
    const auto person = [](const std::string& members) {
        return found_in("{\"zip_code\":\"91790\",\"staffs\":[{" + members + "}]}");
    };
    const std::string date = R"("dob":"7/4/1985")", other_date = R"("dob":19700101)";
    const std::string name = R"("name":"Danielle Johnson")", other_name = R"("name":"Anna Smith")";
    EXPECT_EQ(person(other_name + "," + name + "," + date), "NDZ /staffs/0");
    EXPECT_EQ(person(name + "," + other_name + "," + date), "NDZ /staffs/0");
    EXPECT_EQ(person(name + "," + other_date + "," + date), "NDZ /staffs/0");
    EXPECT_EQ(person(name + "," + date + "," + other_date), "NDZ /staffs/0");
    EXPECT_EQ(person(name + "," + date + R"(,"zip":"10001","zip":91790)"), "NDZ /staffs/0");
    EXPECT_EQ(person(name + R"(,"dob":"","dob":19850704,"dob":"")"), "NDZ /staffs/0");
    EXPECT_EQ(person(R"("first_name":"Anna","first_name":"Danielle","last_name":"Johnson",)" + date), "NDZ /staffs/0");
    EXPECT_EQ(found_in(R"({"staffs":[{"email":"x@domain.com","email":"anna.smith@domain.com"}]})"), "Email /staffs/0");
}

TEST(RecordMatcher, KeepsTheRecordsBytes) {
    const DeletionStore store = listed();
    const DeletionTables tables(store);
    RecordMatcher matcher(tables, NormalisingRules::built_in());
    std::string record = R"({"phone":"415-555-9317","x":[]})";
    const std::string before = record;
    EXPECT_EQ(matcher.match(record).size(), 1U);
    EXPECT_EQ(record, before);
    for (std::string other : {std::string(), std::string("["), std::string("[]"), std::string("{\"a\":\"\xFF@\"}")}) {
        EXPECT_TRUE(matcher.match(other).empty()) << other;
    }
}

std::string cut_by(const DeletionStore& store, std::string record) {
    const TempDir folder;
    write_file(folder.path("hashes"), serialise_store(store));
    const DeletionScreen screen = DeletionScreen::load(folder.path("."));
    return DeletionCutter(screen, NormalisingRules::built_in()).cut(record) ? record : "-" + record;
}

TEST(DeletionCutter, CutsWhatIsFound) {
    const DeletionStore store = listed(DeletionStatus::not_found);
    EXPECT_EQ(cut_by(store,
                     R"({"a":1,"phone":"+14155559317","e":["x","anna.smith@domain.com","y","anna.smith@domain.com"]})"),
              R"({"a":1,"e":["x","y"]})");
    EXPECT_EQ(cut_by(store, R"({"staffs":[{"n":1},{"a":"anna.smith@domain.com","phone":"4155559317"},{"n":2}]})"),
              R"({"staffs":[{"n":1},{"n":2}]})");
    EXPECT_EQ(cut_by(store, R"({"a":{"b\u0001":"anna.smith@domain.com","c":1},"d":2})"), R"({"d":2})");
    EXPECT_EQ(cut_by(store, R"({"b\u0001":"anna.smith@domain.com"})"), "") << "the record goes";
    EXPECT_EQ(cut_by(store, R"({"a":{"b":"anna.smith@domain.com"},"a":{"b":"anna.smith@domain.com","c":1}})"),
              R"({"a":{},"a":{"c":1}})");
    EXPECT_EQ(cut_by(store, R"({"":"anna.smith@domain.com","d":2})"), R"({"d":2})");
    EXPECT_EQ(cut_by(store, R"({"a":"b@c.example"})"), R"(-{"a":"b@c.example"})");
    const std::string phone = R"({"phone":"+14155559317"})";
    EXPECT_EQ(cut_by(listed(DeletionStatus::untried), phone), "-" + phone) << "the next match finds it";
    EXPECT_EQ(cut_by(listed(DeletionStatus::exempt), phone), "-" + phone);
    EXPECT_THROW(DeletionScreen::load("/nonexistent"), BuildFailure);
}

TEST(RecordMatcher, ExemptOnesAreNotFound) {
    EXPECT_EQ(found_in(R"({"phone":"415-555-9317"})", listed(DeletionStatus::exempt)), "");
    EXPECT_EQ(found_in(R"({"phone":"415-555-9317"})", listed(DeletionStatus::not_found)), "Phone /phone");
}

}  // namespace
}  // namespace bizrec::builder

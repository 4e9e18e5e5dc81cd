#include "lmdb_builder/deletion/deletion_store.hpp"

#include <gtest/gtest.h>

#include <random>

#include "bizrec/store/sha256.hpp"
#include "lmdb_builder/deletion/hash_table.hpp"

namespace bizrec::builder {
namespace {

IdentifierHash hash_of(const std::string& text) {
    IdentifierHash hash{};
    EXPECT_TRUE(store::sha256(text.data(), text.size(), hash));
    return hash;
}

std::vector<DeletionEntry> some_entries(std::size_t count) {
    std::vector<DeletionEntry> entries;
    for (std::size_t i = 0; i < count; ++i) {
        const std::string text = std::to_string(i / 2 * 2);  // ids 0 and 1 have the same hash, and so do 2 and 3
        entries.push_back(
            {hash_of(text), "id" + std::to_string(i), i % 3 == 0 ? DeletionStatus::deleted : DeletionStatus::untried});
    }
    std::sort(entries.begin(), entries.end());
    return entries;
}

DeletionStore some_store() {
    DeletionStore store;
    store.matched_rules = 1;
    store.entries_of(HashType::email) = some_entries(9);
    store.entries_of(HashType::ctvid) = some_entries(2);
    store.imported.push_back({"20260801_7_Email.csv", hash_of("file")});
    return store;
}

/// Replaces the checksum at the end with the correct one.
std::string sealed(std::string bytes) {
    const IdentifierHash digest = hash_of(bytes.substr(0, bytes.size() - sizeof digest));
    return bytes.replace(bytes.size() - sizeof digest, sizeof digest, reinterpret_cast<const char*>(digest.data()),
                         sizeof digest);
}

TEST(DeletionStore, IsReadAsItWasWritten) {
    for (const DeletionStore& store : {some_store(), DeletionStore{}}) {
        const std::string bytes = serialise_store(store);
        const auto read = parse_store(bytes);
        ASSERT_TRUE(read) << read.error().message;
        EXPECT_EQ(serialise_store(read.value()), bytes);
        EXPECT_EQ(read.value().size(), store.size());
    }
}

TEST(DeletionStore, NoOtherBytesAreOne) {
    const std::string bytes = serialise_store(some_store());
    for (std::size_t at = 0; at < bytes.size(); ++at) {
        EXPECT_FALSE(parse_store(std::string_view(bytes).substr(0, at))) << at;
        std::string other = bytes;
        other[at] = static_cast<char>(other[at] ^ 64);
        EXPECT_FALSE(parse_store(other)) << at;
        const auto resealed = parse_store(sealed(other));  // an attacker can compute the checksum
        if (resealed) {
            EXPECT_EQ(serialise_store(resealed.value()), sealed(other)) << at;
        }
    }
    EXPECT_FALSE(parse_store(bytes + "x"));
}

TEST(DeletionStore, IdsAreVisibleAscii) {
    EXPECT_TRUE(is_deletion_id("a-1_{}"));
    for (const std::string& id : {std::string(), std::string("a b"), std::string("a,b"), std::string("a\"b"),
                                  std::string("\xC3\xA9"), std::string(max_deletion_id_bytes + 1, 'a')}) {
        EXPECT_FALSE(is_deletion_id(id)) << id;
    }
}

TEST(HashTable, FindsWhatASearchOneByOneFinds) {
    for (const std::size_t count : {0U, 1U, 2U, 3U, 100U, 5000U}) {
        const std::vector<DeletionEntry> entries = some_entries(count);
        const HashTable table(entries);
        for (std::size_t i = 0; i < count + 100; ++i) {
            const IdentifierHash hash = hash_of(std::to_string(i));
            std::size_t found = 0;
            for (const DeletionEntry& entry : entries) {
                found += entry.hash == hash ? 1U : 0U;
            }
            const HashTable::Range range = table.find(hash);
            ASSERT_EQ(range.last - range.first, found) << count << " " << i;
            ASSERT_TRUE(found == 0 || entries[range.first].hash == hash);
            ASSERT_TRUE(found == 0 || table.may_hold(hash));
        }
    }
}

TEST(HashTable, TheFilterAnswersNearlyAll) {
    const std::vector<DeletionEntry> entries = some_entries(20'000);
    const HashTable table(entries);
    std::size_t passed = 0;
    for (std::size_t i = 0; i < 20'000; ++i) {
        passed += table.may_hold(hash_of("x" + std::to_string(i))) ? 1U : 0U;
    }
    EXPECT_LT(passed, 20'000U / 100);
}

}  // namespace
}  // namespace bizrec::builder

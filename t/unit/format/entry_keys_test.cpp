#include <gtest/gtest.h>

#include <set>
#include <string>

#include "bizrec/format/identity_entry.hpp"
#include "bizrec/format/place_entry.hpp"

namespace bizrec::format {
namespace {

TEST(IdentityEntry, FingerprintIsTheTagOfTheKey) {
    std::string key = "left over";
    for (const std::size_t length : {0U, 1U, 20U, 200U, 300U, 5000U}) {
        const std::string host(length, 'h');
        host_key(host, key);
        EXPECT_EQ(key, "h:" + host);
        EXPECT_EQ(host_fingerprint(host), hash_key(key).tag);
        for (const std::size_t path_length : {0U, 1U, 40U, 241U, 2048U}) {
            const std::string path(path_length, '/');
            page_key(host, path, key);
            EXPECT_EQ(key, "p:" + host + path);
            EXPECT_EQ(page_fingerprint(host, path), hash_key(key).tag);
        }
    }
}

TEST(IdentityEntry, HostAndHomePageDiffer) {
    EXPECT_NE(host_fingerprint("example.com"), page_fingerprint("example.com", ""));
    EXPECT_NE(page_fingerprint("example.com", ""), page_fingerprint("example.com", "/a"));
}

TEST(PlaceEntry, KeysAreAsDocumented) {
    std::string key = "left over";
    country_name_key("usa", key);
    EXPECT_EQ(key, "n\x1Fusa");
    country_key("US", key);
    EXPECT_EQ(key, "c\x1FUS");
    state_key("US", "california", key);
    EXPECT_EQ(key,
              "s\x1FUS\x1F"
              "california");
    city_key("US", "austin", key);
    EXPECT_EQ(key,
              "t\x1FUS\x1F"
              "austin");
    postal_code_key("US", "78701", key);
    EXPECT_EQ(key,
              "z\x1FUS\x1F"
              "78701");
}

TEST(PlaceEntry, NoTwoKindsMeet) {
    std::set<std::string> keys;
    std::string key;
    country_name_key("US", key);
    keys.insert(key);
    country_key("US", key);
    keys.insert(key);
    for (const auto make : {&state_key, &city_key, &postal_code_key}) {
        make("US", "x", key);
        keys.insert(key);
    }
    EXPECT_EQ(keys.size(), 5U);
}

}  // namespace
}  // namespace bizrec::format

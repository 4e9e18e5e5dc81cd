#include <gtest/gtest.h>

#include <random>
#include <string>

#include "bizrec/format/content.hpp"
#include "bizrec/format/uuid.hpp"

namespace bizrec::format {
namespace {

std::string text_of(const Uuid& id) {
    std::string text(uuid_characters, '?');
    write_uuid(id, text.data());
    return text;
}

TEST(Uuid, WritesCanonicalLowerCase) {
    const Uuid id{0x01, 0x23, 0x45, 0x67, 0x89, 0xAB, 0xCD, 0xEF, 0xFE, 0xDC, 0xBA, 0x98, 0x76, 0x54, 0x32, 0x10};
    EXPECT_EQ(text_of(id), "01234567-89ab-cdef-fedc-ba9876543210");
}

TEST(Uuid, ReadsAnyCase) {
    Uuid id{};
    ASSERT_TRUE(read_uuid("01234567-89AB-cDeF-FEDC-BA9876543210", id));
    EXPECT_EQ(text_of(id), "01234567-89ab-cdef-fedc-ba9876543210");
}

TEST(Uuid, RoundTripsRandomBytes) {
    std::mt19937_64 random(20240817);
    for (int i = 0; i < 10000; ++i) {
        Uuid id{};
        for (auto& byte : id) {
            byte = static_cast<unsigned char>(random());
        }
        Uuid again{};
        ASSERT_TRUE(read_uuid(text_of(id), again));
        ASSERT_EQ(id, again);
    }
}

TEST(Uuid, RefusesWhatIsNone) {
    const std::string good = "01234567-89ab-cdef-fedc-ba9876543210";
    Uuid id{};
    ASSERT_TRUE(read_uuid(good, id));
    for (const std::string& bad :
         {std::string(), good.substr(1), good + "0", "{" + good.substr(1, 34) + "}",
          std::string("0123456789abcdeffedcba9876543210"), std::string("01234567+89ab-cdef-fedc-ba9876543210"),
          std::string("0123456-789ab-cdef-fedc-ba9876543210"), std::string("01234567-89ab-cdef-fedc-ba987654321g"),
          std::string(36, '\0'), std::string(36, '-')}) {
        EXPECT_FALSE(read_uuid(bad, id)) << bad;
    }
}

TEST(Uuid, EveryOtherByteAtEveryPlaceIsRefused) {
    const std::string good = "01234567-89ab-cdef-fedc-ba9876543210";
    for (std::size_t at = 0; at < good.size(); ++at) {
        for (int byte = 0; byte < 256; ++byte) {
            std::string text = good;
            text[at] = static_cast<char>(byte);
            const bool hex =
                (byte >= '0' && byte <= '9') || (byte >= 'a' && byte <= 'f') || (byte >= 'A' && byte <= 'F');
            const bool right = good[at] == '-' ? byte == '-' : hex;
            Uuid id{};
            ASSERT_EQ(read_uuid(text, id), right) << text;
        }
    }
}

}  // namespace
}  // namespace bizrec::format

#include "bizrec/store/manifest.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include "bizrec/store/generation.hpp"
#include "bizrec/store/seal_checker.hpp"
#include "bizrec/store/sha256.hpp"
#include "t/unit/store/small_index.hpp"
#include "t/unit/store/temp_dir.hpp"

namespace bizrec::store {
namespace {

using test::read_file;
using test::write_file;

Manifest example() {
    Manifest manifest;
    manifest.generation = "0123456789abcdef";
    manifest.file = "0123456789abcdef.mdb";
    for (std::size_t i = 0; i < manifest.sha256.size(); ++i) {
        manifest.sha256[i] = static_cast<unsigned char>(i * 8 + 1);
    }
    manifest.size = ~std::uint64_t{0};
    manifest.format_version = 1;
    manifest.oldest_reader = 2;
    manifest.identity_rules = 3;
    manifest.analyser = 0xFFFFFFFFU;
    manifest.documents = 5;
    manifest.identity_keys = 6;
    manifest.countries = 7;
    manifest.states = 8;
    manifest.cities = 9;
    manifest.postal_codes = 10;
    manifest.terms = 11;
    manifest.vocabulary_words = 12;
    manifest.content_bytes = 13;
    return manifest;
}

constexpr char example_text[] =
    "{\"manifest\":1,\"file\":\"0123456789abcdef.mdb\","
    "\"sha256\":\"0109111921293139414951596169717981899199a1a9b1b9c1c9d1d9e1e9f1f9\","
    "\"size\":18446744073709551615,\"generation\":\"0123456789abcdef\",\"format\":1,\"oldest_reader\":2,"
    "\"identity_rules\":3,\"analyser\":4294967295,\"documents\":5,\"identity_keys\":6,\"countries\":7,\"states\":8,"
    "\"cities\":9,\"postal_codes\":10,\"terms\":11,\"vocabulary_words\":12,\"content_bytes\":13}\n";

std::string replaced(std::string text, const std::string& what, const std::string& by) {
    const std::size_t at = text.find(what);
    EXPECT_NE(at, std::string::npos) << what;
    return text.replace(at, what.size(), by);
}

void expect_refused(const std::string& text, const std::string& words) {
    const auto manifest = parse_manifest(text);
    ASSERT_FALSE(manifest) << text;
    EXPECT_NE(manifest.error().message.find(words), std::string::npos) << manifest.error().message << "\n" << words;
}

TEST(ManifestTest, TheTextIsAsDocumented) {
    EXPECT_EQ(serialise_manifest(example()), example_text);
}

TEST(ManifestTest, WhatIsWrittenIsRead) {
    const auto manifest = parse_manifest(example_text);
    ASSERT_TRUE(manifest) << manifest.error().message;
    EXPECT_EQ(manifest.value().sha256, example().sha256);
    EXPECT_EQ(manifest.value().size, example().size);
    EXPECT_EQ(manifest.value().analyser, 0xFFFFFFFFU);
    EXPECT_EQ(manifest.value().content_bytes, 13U);
    EXPECT_EQ(serialise_manifest(manifest.value()), example_text);
}

TEST(ManifestTest, EachRefusalNamesItsReason) {
    const std::string good = example_text;
    expect_refused("", "has 0 bytes");
    expect_refused(std::string(manifest_limit + 1, ' '), "has 4097 bytes");
    expect_refused("{\"manifest\":1", "is no JSON");
    expect_refused("\xEF\xBB\xBF" + good, "is no JSON: it begins with a byte order mark");
    expect_refused("[1]", "a JSON object was expected");
    expect_refused("{}", "\"manifest\", its version, is missing");
    expect_refused(replaced(good, "\"manifest\":1", "\"manifest\":2"),
                   "is a manifest of version 2; this program reads");
    expect_refused(replaced(good, "\"manifest\":1", "\"manifest\":\"1\""), "is no manifest");
    expect_refused(replaced(good, "\"generation\":\"0123", "\"generation\":\"012G"), "\"generation\": a string of 16");
    expect_refused(replaced(good, "\"generation\":\"0123", "\"generation\":\"012A"), "\"generation\": a string of 16");
    expect_refused(replaced(good, "\"0123456789abcdef.mdb\"", "\"../../etc/shadow\""),
                   "\"file\": \"0123456789abcdef.mdb\"");
    expect_refused(replaced(good, "\"sha256\":\"01", "\"sha256\":\""), "\"sha256\": a string of 64");
    expect_refused(replaced(good, "\"size\":18446744073709551615", "\"size\":18446744073709551616"), "is no JSON");
    expect_refused(replaced(good, "\"size\":18446744073709551615", "\"size\":-1"), "\"size\": a number from 0 to 2^64");
    expect_refused(replaced(good, "\"analyser\":4294967295", "\"analyser\":4294967296"), "2^32 - 1");
    expect_refused(replaced(good, "\"cities\":9,", ""), "\"cities\": a number");
    expect_refused(replaced(good, "\"cities\":9", "\"cities\":9.0"), "\"cities\": a number");
}

TEST(ManifestTest, OneMeaningHasOneText) {
    const std::string good = example_text;
    const std::string reason = "is not as lmdb_builder publish writes it";
    expect_refused(good.substr(0, good.size() - 1), reason);
    expect_refused(good + "\n", reason);
    expect_refused(replaced(good, "\"cities\":9", "\"cities\": 9"), reason);
    expect_refused(replaced(good, "\"states\":8,\"cities\":9", "\"cities\":9,\"states\":8"), reason);
    expect_refused(replaced(good, "\"cities\":9", "\"cities\":9,\"cities\":9"), reason);
    expect_refused(replaced(good, "\"cities\":9", "\"cities\":9,\"note\":\"x\""), reason);
    expect_refused(replaced(good, "\"states\"", "\"st\\u0061tes\""), reason);
}

TEST(ManifestTest, EveryChangedByteIsRefusedOrAnotherValue) {
    const std::string good = example_text;
    for (std::size_t i = 0; i < good.size(); ++i) {
        for (const int bit : {1, 2, 4, 8, 16, 32, 64, 128}) {
            std::string bytes = good;
            bytes[i] = static_cast<char>(bytes[i] ^ bit);
            const auto manifest = parse_manifest(bytes);
            if (manifest) {
                EXPECT_EQ(serialise_manifest(manifest.value()), bytes);
            }
        }
    }
}

TEST(ManifestTest, NamesNextToTheIndex) {
    EXPECT_EQ(manifest_path_of("/srv/0123456789abcdef.mdb"), "/srv/0123456789abcdef.json");
    EXPECT_EQ(signature_path_of("/srv/0123456789abcdef.mdb"), "/srv/0123456789abcdef.sig");
    EXPECT_EQ(manifest_path_of("/srv.mdb/index.lmdb"), "/srv.mdb/index.lmdb.json");
    EXPECT_EQ(manifest_path_of(".mdb"), ".mdb.json");
    EXPECT_TRUE(is_generation("0123456789abcdef"));
    EXPECT_FALSE(is_generation("0123456789abcdeF"));
    EXPECT_FALSE(is_generation("0123456789abcde"));
    EXPECT_FALSE(is_generation("0123456789abcdef0"));
}

class PublishedIndexTest : public ::testing::Test {
protected:
    void SetUp() override {
        const std::string fresh = dir_.path("fresh");
        const Seal seal = test::make_small_index(20).write(fresh);
        path_ = dir_.path(seal.generation() + ".mdb");
        ASSERT_EQ(::rename(fresh.c_str(), path_.c_str()), 0);
        auto checker = SealChecker::open(path_);
        ASSERT_TRUE(checker);
        ASSERT_TRUE(checker.value().step(~std::uint64_t{0}).value());
        file_sha256_ = checker.value().file_sha256();
        const auto generation = Generation::open(path_, Generation::Check::seal);
        ASSERT_TRUE(generation);
        manifest_ = make_manifest(seal, generation.value()->meta(), file_sha256_);
        write();
    }

    void write() { write_file(manifest_path_of(path_), serialise_manifest(manifest_)); }

    void expect_mismatch(const std::string& words) {
        write();
        const auto manifest = read_manifest(path_);
        ASSERT_FALSE(manifest);
        EXPECT_NE(manifest.error().message.find(words), std::string::npos) << manifest.error().message;
        EXPECT_EQ(manifest.error().message.rfind(dir_.path(""), 0), 0U) << "begins with a path";
    }

    test::TempDir dir_;
    std::string path_;
    Sha256 file_sha256_{};
    Manifest manifest_;
};

TEST_F(PublishedIndexTest, TheManifestOfAnIndexFitsIt) {
    const auto manifest = read_manifest(path_);
    ASSERT_TRUE(manifest) << manifest.error().message;
    EXPECT_EQ(manifest.value().documents, 20U);
    EXPECT_EQ(manifest.value().size, read_file(path_).size());
    EXPECT_TRUE(check_file_sha256(manifest.value(), path_, file_sha256_));
}

TEST_F(PublishedIndexTest, TheFileHashIsThatOfAllBytes) {
    const std::string bytes = read_file(path_);
    Sha256 expected;
    ASSERT_TRUE(sha256(bytes.data(), bytes.size(), expected));
    EXPECT_EQ(hex(file_sha256_), hex(expected));
}

TEST_F(PublishedIndexTest, AnotherFileUnderTheManifestIsRefused) {
    --manifest_.size;
    expect_mismatch("its size is");
    ++manifest_.size;
    ++manifest_.oldest_reader;
    expect_mismatch("its format is");
    --manifest_.oldest_reader;
    manifest_.sha256[31] ^= 1;
    write();
    const auto manifest = read_manifest(path_);
    ASSERT_TRUE(manifest) << "its bytes are not hashed here";
    const Status hashed = check_file_sha256(manifest.value(), path_, file_sha256_);
    ASSERT_FALSE(hashed);
    EXPECT_NE(hashed.error().message.find("its SHA-256 is " + hex(file_sha256_)), std::string::npos);
}

TEST_F(PublishedIndexTest, AManifestOfAnotherGenerationIsRefused) {
    manifest_.generation[0] = manifest_.generation[0] == 'a' ? 'b' : 'a';
    manifest_.file = manifest_.generation + ".mdb";
    expect_mismatch("its name is");
    const std::string other = dir_.path(manifest_.file);
    ASSERT_EQ(::rename(path_.c_str(), other.c_str()), 0);
    path_ = other;
    expect_mismatch("holds generation");
}

/// A file must not be taken for the generation in its name if its seal says another one.
TEST_F(PublishedIndexTest, AFileWithAnotherGenerationsNameIsRefusedByWhoeverOpensIt) {
    const std::string wrong = dir_.path("0123456789abcdef.mdb");
    const std::string free = dir_.path("0123456789abcdef.mdb.old");
    for (const std::string& path : {wrong, free}) {
        ASSERT_EQ(::link(path_.c_str(), path.c_str()), 0);
    }
    const std::string words = ": holds generation " + manifest_.generation + ", and its name says 0123456789abcdef";
    const auto seal = read_seal(wrong);
    ASSERT_FALSE(seal);
    EXPECT_NE(seal.error().message.find(wrong + words), std::string::npos) << seal.error().message;
    EXPECT_FALSE(SealChecker::open(wrong));
    EXPECT_FALSE(OpenIndex::open(wrong));
    EXPECT_TRUE(OpenIndex::open(path_)) << "its own name";
    EXPECT_TRUE(OpenIndex::open(free)) << "other names promise nothing";
    EXPECT_EQ(generation_named_by("a/0123456789abcdef.mdb"), "0123456789abcdef");
    for (const char* const name :
         {"0123456789abcdef", "0123456789abcdeF.mdb", "x0123456789abcdef.mdb", "current", ""}) {
        EXPECT_EQ(generation_named_by(name), "") << name;
    }
}

TEST_F(PublishedIndexTest, WhatWasOpenedIsAskedThoughThePathNamesAnotherFile) {
    auto index = OpenIndex::open(path_);
    ASSERT_TRUE(index);
    ASSERT_EQ(::rename(path_.c_str(), dir_.path("away").c_str()), 0);
    write_file(path_, "another file");
    EXPECT_TRUE(check_manifest(manifest_, index.value()));
    EXPECT_FALSE(check_manifest(manifest_, path_));
    auto checker = SealChecker::of(index.value());
    ASSERT_TRUE(checker);
    EXPECT_TRUE(checker.value().step(~std::uint64_t{0}));
    EXPECT_EQ(checker.value().file_sha256(), file_sha256_);
}

TEST_F(PublishedIndexTest, MissingAndOddManifestsAreTold) {
    ASSERT_EQ(::unlink(manifest_path_of(path_).c_str()), 0);
    auto manifest = read_manifest(path_);
    ASSERT_FALSE(manifest);
    EXPECT_NE(manifest.error().message.find("does not exist; the index has no manifest: publish it"),
              std::string::npos);
    write_file(manifest_path_of(path_), std::string(5000, 'x'));
    manifest = read_manifest(path_);
    ASSERT_FALSE(manifest);
    EXPECT_NE(manifest.error().message.find("has 5000 bytes, 1 to 4096 were expected"), std::string::npos);
    ASSERT_EQ(::unlink(manifest_path_of(path_).c_str()), 0);
    ASSERT_EQ(::symlink("/dev/zero", manifest_path_of(path_).c_str()), 0);
    manifest = read_manifest(path_);
    ASSERT_FALSE(manifest);
    EXPECT_NE(manifest.error().message.find("is no regular file"), std::string::npos);
}

TEST_F(PublishedIndexTest, LinksAreResolvedOnce) {
    const std::string current = dir_.path("current");
    ASSERT_EQ(::symlink(manifest_.file.c_str(), current.c_str()), 0);
    const auto resolved = resolve_index(current);
    ASSERT_TRUE(resolved);
    EXPECT_EQ(resolved.value(), resolve_index(path_).value());
    ASSERT_EQ(::unlink(path_.c_str()), 0);
    const auto dangling = resolve_index(current);
    ASSERT_FALSE(dangling);
    EXPECT_EQ(dangling.error().message, current + ": does not exist, or is a link to what does not; check the path");
}

}  // namespace
}  // namespace bizrec::store

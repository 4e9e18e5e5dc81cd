#include "bizrec/store/trust.hpp"

#include <gtest/gtest.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/pem.h>
#include <unistd.h>

#include "bizrec/store/generation.hpp"
#include "t/unit/store/small_index.hpp"
#include "t/unit/store/temp_dir.hpp"

namespace bizrec::store {
namespace {

using test::write_file;

/// An Ed25519 key pair for tests. The same seed gives the same keys.
class Signer {
public:
    explicit Signer(unsigned char seed) {
        unsigned char secret[32] = {seed};
        key_.reset(EVP_PKEY_new_raw_private_key(EVP_PKEY_ED25519, nullptr, secret, sizeof secret), &EVP_PKEY_free);
    }

    std::string sign(const std::string& message) const {
        unsigned char signature[signature_bytes];
        std::size_t size = sizeof signature;
        EVP_MD_CTX* context = EVP_MD_CTX_new();
        EXPECT_EQ(EVP_DigestSignInit(context, nullptr, nullptr, nullptr, key_.get()), 1);
        EXPECT_EQ(EVP_DigestSign(context, signature, &size, reinterpret_cast<const unsigned char*>(message.data()),
                                 message.size()),
                  1);
        EVP_MD_CTX_free(context);
        return signature_text(signature);
    }

    std::string public_pem() const {
        return pem([this](BIO* out) { return PEM_write_bio_PUBKEY(out, key_.get()); });
    }
    std::string private_pem() const {
        return pem([this](BIO* out) {
            return PEM_write_bio_PrivateKey(out, key_.get(), nullptr, nullptr, 0, nullptr, nullptr);
        });
    }

private:
    template <class Write>
    static std::string pem(Write write) {
        BIO* out = BIO_new(BIO_s_mem());
        EXPECT_EQ(write(out), 1);
        char* bytes = nullptr;
        const long size = BIO_get_mem_data(out, &bytes);
        std::string text(bytes, static_cast<std::size_t>(size));
        BIO_free(out);
        return text;
    }

    std::shared_ptr<EVP_PKEY> key_;
};

std::string rsa_public_pem() {
    EVP_PKEY* key = EVP_RSA_gen(1024);
    BIO* out = BIO_new(BIO_s_mem());
    PEM_write_bio_PUBKEY(out, key);
    char* bytes = nullptr;
    const long size = BIO_get_mem_data(out, &bytes);
    std::string text(bytes, static_cast<std::size_t>(size));
    BIO_free(out);
    EVP_PKEY_free(key);
    return text;
}

class TrustTest : public ::testing::Test {
protected:
    Result<TrustedKeys> load(const std::string& pem) {
        write_file(pem_path_, pem);
        return TrustedKeys::load(pem_path_);
    }
    TrustedKeys keys(const std::string& pem) {
        auto loaded = load(pem);
        EXPECT_TRUE(loaded) << loaded.error().message;
        return std::move(loaded).value();
    }
    void expect_unusable(const std::string& pem, const std::string& words) {
        const auto loaded = load(pem);
        ASSERT_FALSE(loaded);
        EXPECT_EQ(loaded.error().message.rfind(pem_path_ + ": ", 0), 0U) << loaded.error().message;
        EXPECT_NE(loaded.error().message.find(words), std::string::npos) << loaded.error().message;
        EXPECT_EQ(ERR_peek_error(), 0U) << "OpenSSL's queue is as it was";
    }

    test::TempDir dir_;
    std::string pem_path_ = dir_.path("trusted.pem");
    Signer ours_{1}, other_{2};
    std::string message_ = "{\"manifest\":1}\n";
};

TEST_F(TrustTest, ASignatureOfTheKeyIsBelieved) {
    const TrustedKeys trusted = keys(ours_.public_pem());
    EXPECT_EQ(trusted.size(), 1U);
    EXPECT_TRUE(trusted.check(message_, ours_.sign(message_)));
    EXPECT_FALSE(trusted.check(message_, other_.sign(message_)));
    EXPECT_FALSE(trusted.check(message_ + " ", ours_.sign(message_)));
    EXPECT_EQ(ERR_peek_error(), 0U);
}

TEST_F(TrustTest, WhileKeysAreRotatedBothAreBelieved) {
    const TrustedKeys trusted = keys("The old one:\n" + ours_.public_pem() + "the new one:\n" + other_.public_pem());
    EXPECT_EQ(trusted.size(), 2U);
    EXPECT_TRUE(trusted.check(message_, ours_.sign(message_)));
    EXPECT_TRUE(trusted.check(message_, other_.sign(message_)));
    const Status third = trusted.check(message_, Signer(3).sign(message_));
    ASSERT_FALSE(third);
    EXPECT_EQ(third.error().message, "is not the signature of this manifest by a key in " + pem_path_ +
                                         ": the manifest was altered, or another key has signed it");
}

TEST_F(TrustTest, EveryChangedBitIsRefused) {
    const TrustedKeys trusted = keys(ours_.public_pem());
    const std::string signature = ours_.sign(message_);
    ASSERT_EQ(signature.size(), signature_text_bytes);
    for (std::size_t bit = 0; bit < 8 * signature.size(); ++bit) {
        std::string altered = signature;
        altered[bit / 8] = static_cast<char>(altered[bit / 8] ^ 1 << bit % 8);
        EXPECT_FALSE(trusted.check(message_, altered)) << bit;
    }
    for (std::size_t bit = 0; bit < 8 * message_.size(); ++bit) {
        std::string altered = message_;
        altered[bit / 8] = static_cast<char>(altered[bit / 8] ^ 1 << bit % 8);
        EXPECT_FALSE(trusted.check(altered, signature)) << bit;
    }
}

TEST_F(TrustTest, OneSignatureHasOneText) {
    const TrustedKeys trusted = keys(ours_.public_pem());
    const std::string good = ours_.sign(message_);
    const std::string bare = good.substr(0, good.size() - 1);
    for (const std::string& text : {std::string(), bare, bare + " ", good + "\n", " " + bare, "\n" + bare,
                                    bare + "\r\n", std::string(89, 'A'), std::string(88, '=') + "\n"}) {
        const Status checked = trusted.check(message_, text);
        ASSERT_FALSE(checked) << text;
        EXPECT_NE(checked.error().message.find("is no signature: 88 characters of base64"), std::string::npos);
    }
}

TEST_F(TrustTest, KeysOfNoUseAreNamed) {
    expect_unusable("hello\n", "holds no public key in PEM");
    expect_unusable(ours_.private_pem(), "holds a private key");
    expect_unusable(ours_.public_pem() + ours_.private_pem(), "holds a private key");
    expect_unusable(rsa_public_pem(), "its key 1 is of kind RSA, an Ed25519 key was expected");
    expect_unusable(ours_.public_pem() + rsa_public_pem(), "its key 2 is of kind RSA");
    std::string damaged = other_.public_pem();
    damaged[40] = '!';
    expect_unusable(ours_.public_pem() + damaged, "its key 2 is damaged");
    expect_unusable(ours_.public_pem() + other_.public_pem().substr(0, 60), "its key 2 is damaged");
    expect_unusable("-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n",
                    "its key 1 is a CERTIFICATE, a PUBLIC KEY was expected");
    expect_unusable("", "has 0 bytes");
    expect_unusable(std::string(70000, 'x'), "has 70000 bytes");
    ASSERT_EQ(::unlink(pem_path_.c_str()), 0);
    const auto missing = TrustedKeys::load(pem_path_);
    ASSERT_FALSE(missing);
    EXPECT_NE(missing.error().message.find("does not exist; a public key was expected"), std::string::npos);
}

class TrustedManifestTest : public TrustTest {
protected:
    void SetUp() override {
        const std::string fresh = dir_.path("fresh");
        const Seal seal = test::make_small_index(20).write(fresh);
        path_ = dir_.path(seal.generation() + ".mdb");
        ASSERT_EQ(::rename(fresh.c_str(), path_.c_str()), 0);
        text_ = serialise_manifest(make_manifest(seal, format::Meta{}, Sha256{}));
        write_file(manifest_path_of(path_), text_);
        write_file(signature_path_of(path_), ours_.sign(text_));
    }

    void expect_refused(const std::string& words) {
        const auto manifest = read_trusted_manifest(path_, keys(ours_.public_pem()));
        ASSERT_FALSE(manifest);
        EXPECT_NE(manifest.error().message.find(words), std::string::npos) << manifest.error().message;
    }

    std::string path_, text_;
};

TEST_F(TrustedManifestTest, ASignedManifestIsRead) {
    const auto manifest = read_trusted_manifest(path_, keys(ours_.public_pem()));
    ASSERT_TRUE(manifest) << manifest.error().message;
    EXPECT_EQ(serialise_manifest(manifest.value()), text_);
}

TEST_F(TrustedManifestTest, UnsignedOnesAreRefused) {
    ASSERT_EQ(::unlink(signature_path_of(path_).c_str()), 0);
    expect_refused("does not exist; the index is not signed: publish it with lmdb_builder publish --key");
    write_file(signature_path_of(path_), other_.sign(text_));
    expect_refused(signature_path_of(path_) + ": is not the signature of this manifest by the key in");
    write_file(signature_path_of(path_), std::string(500, 'A'));
    expect_refused("has 500 bytes");
    ASSERT_EQ(::unlink(manifest_path_of(path_).c_str()), 0);
    expect_refused("the index has no manifest");
}

TEST_F(TrustedManifestTest, TheSignatureIsCheckedBeforeTheManifestIsRead) {
    write_file(manifest_path_of(path_), "{\"manifest\":99}\n");
    expect_refused("is not the signature of this manifest");
    write_file(signature_path_of(path_), ours_.sign("{\"manifest\":99}\n"));
    expect_refused(manifest_path_of(path_) + ": is a manifest of version 99");
}

TEST_F(TrustedManifestTest, ASignedManifestOfAnotherIndexIsRefused) {
    const std::string other = dir_.path("other");
    test::make_small_index(21).write(other);
    ASSERT_EQ(::rename(other.c_str(), path_.c_str()), 0);
    expect_refused("holds generation");
}

}  // namespace
}  // namespace bizrec::store

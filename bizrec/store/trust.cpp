#include "bizrec/store/trust.hpp"

#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/pem.h>

#include <algorithm>
#include <cstring>

#include "bizrec/base/xxh.hpp"
#include "bizrec/store/fd.hpp"
#include "bizrec/store/small_file.hpp"

namespace bizrec::store {
namespace {

constexpr std::size_t key_file_limit = std::size_t{64} << 10;
constexpr char make_public_key[] = "make it with: openssl pkey -in PRIVATE.pem -pubout -out PUBLIC.pem";

/// The destructor removes the errors that OpenSSL queued meanwhile. Otherwise nginx would log them as errors of a
/// connection.
class QuietErrors {
public:
    QuietErrors() noexcept { ERR_set_mark(); }
    ~QuietErrors() { ERR_pop_to_mark(); }
    QuietErrors(const QuietErrors&) = delete;
    QuietErrors& operator=(const QuietErrors&) = delete;
};

using Bio = std::unique_ptr<BIO, decltype(&BIO_free)>;
using DigestContext = std::unique_ptr<EVP_MD_CTX, decltype(&EVP_MD_CTX_free)>;

/// One block of a PEM file, allocated by OpenSSL.
struct PemBlock {
    char* name = nullptr;
    char* header = nullptr;
    unsigned char* bytes = nullptr;
    long size = 0;

    PemBlock() = default;
    PemBlock(const PemBlock&) = delete;
    PemBlock& operator=(const PemBlock&) = delete;
    ~PemBlock() {
        OPENSSL_free(name);
        OPENSSL_free(header);
        OPENSSL_free(bytes);
    }
};

/// Whether the PEM file ended after the last block; false if a block is damaged.
bool at_end() noexcept {
    const unsigned long error = ERR_peek_last_error();
    return ERR_GET_LIB(error) == ERR_LIB_PEM && ERR_GET_REASON(error) == PEM_R_NO_START_LINE;
}

std::string kind_of(const EVP_PKEY* key) {
    const char* const name = EVP_PKEY_get0_type_name(key);
    return name == nullptr ? "an unknown" : name;
}

using Key = std::shared_ptr<EVP_PKEY>;

Result<Key> public_key_of(const PemBlock& block) {
    if (std::strcmp(block.name, "PUBLIC KEY") != 0) {
        return Error{std::string("is a ") + block.name + ", a PUBLIC KEY was expected; " + make_public_key};
    }
    const unsigned char* at = block.bytes;
    Key key(d2i_PUBKEY(nullptr, &at, block.size), &EVP_PKEY_free);
    if (key == nullptr || at != block.bytes + block.size) {
        return Error{std::string("is damaged; ") + make_public_key};
    }
    if (EVP_PKEY_get_base_id(key.get()) != EVP_PKEY_ED25519) {
        return Error{"is of kind " + kind_of(key.get()) +
                     ", an Ed25519 key was expected (openssl genpkey -algorithm ed25519)"};
    }
    return key;
}

/// Whether this key made the signature.
bool verifies(EVP_PKEY* key, std::string_view message, const unsigned char (&signature)[signature_bytes]) noexcept {
    const DigestContext context(EVP_MD_CTX_new(), &EVP_MD_CTX_free);
    return context != nullptr && EVP_DigestVerifyInit(context.get(), nullptr, nullptr, nullptr, key) == 1 &&
           EVP_DigestVerify(context.get(), signature, sizeof signature,
                            reinterpret_cast<const unsigned char*>(message.data()), message.size()) == 1;
}

/// Returns the manifest's bytes after checking that one of the keys has signed them.
Result<std::string> signed_manifest_bytes(const std::string& index_path, const TrustedKeys& keys) {
    auto bytes = read_manifest_bytes(index_path);
    if (!bytes) {
        return bytes;
    }
    const auto signature = read_signature_text(index_path);
    if (!signature) {
        return signature.error();
    }
    if (const auto signed_by_us = keys.check(bytes.value(), signature.value()); !signed_by_us) {
        return file_error(signature_path_of(index_path), signed_by_us.error().message);
    }
    return bytes;
}

}  // namespace

Result<TrustedKeys> TrustedKeys::load(const std::string& pem_path) {
    const auto pem =
        read_small_file(pem_path, key_file_limit, std::string("a public key was expected; ") + make_public_key);
    if (!pem) {
        return pem.error();
    }
    if (pem.value().find("PRIVATE KEY-----") != std::string::npos) {
        return file_error(pem_path,
                          std::string("holds a private key, which only the publisher may have; name the public one; ") +
                              make_public_key);
    }
    const QuietErrors quiet;
    const Bio bio(BIO_new_mem_buf(pem.value().data(), static_cast<int>(pem.value().size())), &BIO_free);
    if (bio == nullptr) {
        return file_error(pem_path, "cannot be read: OpenSSL has no memory");
    }
    TrustedKeys keys;
    keys.path_ = pem_path;
    keys.fingerprint_ = XXH3_64bits(pem.value().data(), pem.value().size()) | 1;
    for (;;) {
        PemBlock block;
        const bool found = PEM_read_bio(bio.get(), &block.name, &block.header, &block.bytes, &block.size) == 1;
        if (!found && at_end()) {
            break;
        }
        auto key = found ? public_key_of(block) : Result<Key>(Error{"is damaged"});
        if (!key) {
            return file_error(pem_path, "its key " + std::to_string(keys.size() + 1) + " " + key.error().message);
        }
        keys.keys_.push_back(std::move(key).value());
    }
    if (keys.keys_.empty()) {
        return file_error(pem_path,
                          std::string("holds no public key in PEM (-----BEGIN PUBLIC KEY-----); ") + make_public_key);
    }
    return keys;
}

Status TrustedKeys::check(std::string_view manifest, std::string_view signature_text) const {
    unsigned char signature[signature_bytes];
    if (!read_signature(signature_text, signature)) {
        return Error{"is no signature: 88 characters of base64 and a line end were expected"};
    }
    const QuietErrors quiet;
    const bool known = std::any_of(keys_.begin(), keys_.end(),
                                   [&](const auto& key) { return verifies(key.get(), manifest, signature); });
    if (!known) {
        return Error{"is not the signature of this manifest by " +
                     std::string(keys_.size() == 1 ? "the key" : "a key") + " in " + path_ +
                     ": the manifest was altered, or another key has signed it"};
    }
    return ok();
}

std::string signature_text(const unsigned char (&signature)[signature_bytes]) {
    unsigned char text[signature_text_bytes];
    EVP_EncodeBlock(text, signature, static_cast<int>(sizeof signature));
    text[signature_text_bytes - 1] = '\n';  // overwrites the NUL that OpenSSL writes
    return std::string(reinterpret_cast<const char*>(text), sizeof text);
}

bool read_signature(std::string_view text, unsigned char (&signature)[signature_bytes]) noexcept {
    if (text.size() != signature_text_bytes) {
        return false;
    }
    constexpr int encoded = signature_text_bytes - 1;
    unsigned char decoded[encoded / 4 * 3];
    if (EVP_DecodeBlock(decoded, reinterpret_cast<const unsigned char*>(text.data()), encoded) != sizeof decoded) {
        return false;
    }
    // OpenSSL skips white space at both ends and ignores bits under the padding. Encode again and compare, so that each
    // signature has only one accepted text.
    unsigned char again[signature_text_bytes];
    EVP_EncodeBlock(again, decoded, signature_bytes);
    again[signature_text_bytes - 1] = '\n';
    if (std::memcmp(again, text.data(), sizeof again) != 0) {
        return false;
    }
    std::memcpy(signature, decoded, sizeof signature);
    return true;
}

Result<std::string> read_signature_text(const std::string& index_path) {
    return read_small_file(signature_path_of(index_path), 4 * signature_text_bytes,
                           "the index is not signed: publish it with lmdb_builder publish --key PRIVATE.pem");
}

Result<std::string> read_signature_of(const std::string& index_path) {
    auto text = read_signature_text(index_path);
    unsigned char signature[signature_bytes];
    if (text && !read_signature(text.value(), signature)) {
        return file_error(signature_path_of(index_path),
                          "is no signature: 88 characters of base64 and a line end were expected; copy it again, or "
                          "remove it");
    }
    return text;
}

Result<Manifest> read_trusted_manifest(const std::string& index_path, const TrustedKeys& keys) {
    const auto bytes = signed_manifest_bytes(index_path, keys);
    return bytes ? manifest_of(bytes.value(), index_path) : bytes.error();
}

Result<Manifest> read_trusted_manifest(const OpenIndex& index, const TrustedKeys& keys) {
    const auto bytes = signed_manifest_bytes(index.path, keys);
    return bytes ? manifest_of(bytes.value(), index) : bytes.error();
}

}  // namespace bizrec::store

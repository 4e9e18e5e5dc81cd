#include "lmdb_builder/publish/signing_key.hpp"

#include <openssl/crypto.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/pem.h>

#include "bizrec/store/fd.hpp"
#include "bizrec/store/small_file.hpp"
#include "bizrec/store/trust.hpp"

namespace bizrec::builder {
namespace {

constexpr std::size_t private_key_limit = std::size_t{64} << 10;
constexpr char make_private_key[] = "make one with: openssl genpkey -algorithm ed25519 -out PRIVATE.pem";

/// Refuses instead of prompting: a nightly run must not wait for input.
int refuse_pass_phrase(char*, int, int, void*) {
    return -1;
}

std::string why_no_private_key(const std::string& pem) {
    if (pem.find("ENCRYPTED") != std::string::npos) {
        return "is locked by a pass phrase, and a nightly job cannot type it; unlock it with: "
               "openssl pkey -in LOCKED.pem -out PRIVATE.pem, and keep that file readable for its owner alone";
    }
    if (pem.find("BEGIN PUBLIC KEY") != std::string::npos) {
        return "holds a public key, the private one signs";
    }
    return std::string("holds no private key in PEM; ") + make_private_key;
}

}  // namespace

Result<SigningKey> SigningKey::load(const std::string& pem_path) {
    auto pem = store::read_small_file(pem_path, private_key_limit, make_private_key);
    if (!pem) {
        return pem.error();
    }
    const std::unique_ptr<BIO, decltype(&BIO_free)> bio(
        BIO_new_mem_buf(pem.value().data(), static_cast<int>(pem.value().size())), &BIO_free);
    SigningKey signer;
    signer.path_ = pem_path;
    signer.key_.reset(PEM_read_bio_PrivateKey(bio.get(), nullptr, &refuse_pass_phrase, nullptr), &EVP_PKEY_free);
    ERR_clear_error();
    const std::string problem = signer.key_ == nullptr ? why_no_private_key(pem.value()) : std::string();
    OPENSSL_cleanse(pem.value().data(), pem.value().size());
    if (signer.key_ == nullptr) {
        return store::file_error(pem_path, problem);
    }
    if (EVP_PKEY_get_base_id(signer.key_.get()) != EVP_PKEY_ED25519) {
        const char* const kind = EVP_PKEY_get0_type_name(signer.key_.get());
        return store::file_error(pem_path, std::string("holds a key of kind ") + (kind == nullptr ? "unknown" : kind) +
                                               ", an Ed25519 key was expected; " + make_private_key);
    }
    return signer;
}

Result<std::string> SigningKey::sign(std::string_view bytes) const {
    unsigned char signature[store::signature_bytes];
    std::size_t size = sizeof signature;
    const std::unique_ptr<EVP_MD_CTX, decltype(&EVP_MD_CTX_free)> context(EVP_MD_CTX_new(), &EVP_MD_CTX_free);
    if (context == nullptr || EVP_DigestSignInit(context.get(), nullptr, nullptr, nullptr, key_.get()) != 1 ||
        EVP_DigestSign(context.get(), signature, &size, reinterpret_cast<const unsigned char*>(bytes.data()),
                       bytes.size()) != 1 ||
        size != sizeof signature) {
        ERR_clear_error();
        return store::file_error(path_, "cannot sign: OpenSSL refuses");
    }
    return store::signature_text(signature);
}

}  // namespace bizrec::builder

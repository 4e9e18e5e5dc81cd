#include "bizrec/store/sha256.hpp"

#include "bizrec/base/hex.hpp"

#include <openssl/evp.h>

#include <utility>

namespace bizrec::store {
namespace {

/// Fetched once and never freed: a fetch costs more than the hash of a page, and OpenSSL cleans up at exit.
const EVP_MD* algorithm() noexcept {
    static const EVP_MD* const fetched = EVP_MD_fetch(nullptr, "SHA256", nullptr);
    return fetched;
}

}  // namespace

void Sha256Stream::Free::operator()(evp_md_ctx_st* context) const noexcept {
    EVP_MD_CTX_free(context);
}

Sha256Stream::Sha256Stream() : context_(EVP_MD_CTX_new()) {
    good_ =
        context_ != nullptr && algorithm() != nullptr && EVP_DigestInit_ex(context_.get(), algorithm(), nullptr) == 1;
}

Sha256Stream::Sha256Stream(Context context) noexcept : context_(std::move(context)) {}

bool Sha256Stream::update(const void* bytes, std::size_t size) noexcept {
    good_ = good_ && EVP_DigestUpdate(context_.get(), bytes, size) == 1;
    return good_;
}

bool Sha256Stream::finish(Sha256& out) noexcept {
    good_ = good_ && EVP_DigestFinal_ex(context_.get(), out.data(), nullptr) == 1;
    return good_;
}

bool Sha256Stream::peek(Sha256& out) const noexcept {
    return copy().finish(out);
}

Sha256Stream Sha256Stream::copy() const noexcept {
    Sha256Stream copy{Context(EVP_MD_CTX_new())};
    copy.good_ = good_ && copy.context_ != nullptr && EVP_MD_CTX_copy_ex(copy.context_.get(), context_.get()) == 1;
    return copy;
}

bool sha256(const void* bytes, std::size_t size, Sha256& out) noexcept {
    return algorithm() != nullptr && EVP_Digest(bytes, size, out.data(), nullptr, algorithm(), nullptr) == 1;
}

std::string hex(const Sha256& digest, std::size_t bytes) {
    std::string out;
    for (std::size_t i = 0; i < bytes && i < digest.size(); ++i) {
        append_hex(out, digest[i]);
    }
    return out;
}

}  // namespace bizrec::store

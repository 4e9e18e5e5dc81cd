#include "lmdb_builder/deletion/identifier_hash.hpp"

#include <openssl/evp.h>

#include "lmdb_builder/system/failure.hpp"

namespace bizrec::builder {

void IdentifierHasher::Free::operator()(evp_md_ctx_st* context) const noexcept {
    EVP_MD_CTX_free(context);
}

void IdentifierHasher::Free::operator()(evp_md_st* algorithm) const noexcept {
    EVP_MD_free(algorithm);
}

IdentifierHasher::IdentifierHasher(NormalisingRules rules)
    : rules_(std::move(rules)), algorithm_(EVP_MD_fetch(nullptr, "SHA256", nullptr)), context_(EVP_MD_CTX_new()) {
    if (algorithm_ == nullptr || context_ == nullptr ||
        EVP_DigestInit_ex2(context_.get(), algorithm_.get(), nullptr) != 1) {
        throw BuildFailure("OpenSSL refuses to compute SHA-256");
    }
}

/// The SHA-256 of `bytes`. The constructor fetches the algorithm, because a lookup by name costs several times as much
/// as a digest.
IdentifierHash IdentifierHasher::digest(std::string_view bytes) {
    IdentifierHash hash;
    if (EVP_DigestInit_ex2(context_.get(), nullptr, nullptr) != 1 ||
        EVP_DigestUpdate(context_.get(), bytes.data(), bytes.size()) != 1 ||
        EVP_DigestFinal_ex(context_.get(), hash.data(), nullptr) != 1) {
        throw BuildFailure("OpenSSL refuses to compute SHA-256");
    }
    return hash;
}

bool IdentifierHasher::hash(Identifier identifier, std::string_view text, IdentifierHash& hash) {
    const std::string_view normalised = rules_.normalised(identifier, text);
    if (normalised.empty()) {
        return false;
    }
    hash = digest(normalised);
    return true;
}

bool IdentifierHasher::append(Identifier identifier, std::string_view text, std::string& to) {
    IdentifierHash part;
    if (!hash(identifier, text, part)) {
        return false;
    }
    const HashText written = text_of(part);
    to.append(written.data(), written.size());
    return true;
}

bool IdentifierHasher::hash(const PersonText& person, IdentifierHash& hash) {
    constexpr std::size_t date_digits = 8;
    joined_.clear();
    if (rules_.normalised(Identifier::birth_date, person.birth_date).size() != date_digits ||
        !append(Identifier::name, person.first_name, joined_) || !append(Identifier::name, person.last_name, joined_) ||
        !append(Identifier::birth_date, person.birth_date, joined_) || !append(Identifier::zip, person.zip, joined_)) {
        return false;
    }
    hash = digest(joined_);
    return true;
}

}  // namespace bizrec::builder

#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "lmdb_builder/deletion/hash_type.hpp"
#include "lmdb_builder/deletion/normalising_rules.hpp"

struct evp_md_ctx_st;
struct evp_md_st;

namespace bizrec::builder {

/// Who a person is, as a record says it.
struct PersonText {
    std::string_view first_name, last_name, birth_date, zip;
};

/// Identifiers as deletion lists hash them: normalised, SHA-256. Keeps OpenSSL's context: one object a thread.
class IdentifierHasher {
public:
    /// Throws BuildFailure where OpenSSL offers no SHA-256.
    explicit IdentifierHasher(NormalisingRules rules);

    const NormalisingRules& rules() const noexcept { return rules_; }

    /// False, and `hash` as it was, where nothing of the text is left to be hashed.
    bool hash(NormalisingRules::Identifier identifier, std::string_view text, IdentifierHash& hash);
    /// First name, last name, birth date, ZIP: the hash of the texts of their four hashes, joined. False where one of
    /// them has nothing to be hashed, or the birth date has no eight digits.
    bool hash(const PersonText& person, IdentifierHash& hash);

private:
    using Identifier = NormalisingRules::Identifier;
    struct Free {
        void operator()(evp_md_ctx_st* context) const noexcept;
        void operator()(evp_md_st* algorithm) const noexcept;
    };
    IdentifierHash digest(std::string_view bytes);
    bool append(Identifier identifier, std::string_view text, std::string& to);

    NormalisingRules rules_;
    std::unique_ptr<evp_md_st, Free> algorithm_;
    std::unique_ptr<evp_md_ctx_st, Free> context_;
    std::string joined_;
};

}  // namespace bizrec::builder

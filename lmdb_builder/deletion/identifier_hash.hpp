#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "lmdb_builder/deletion/hash_type.hpp"
#include "lmdb_builder/deletion/normalising_rules.hpp"

struct evp_md_ctx_st;
struct evp_md_st;

namespace bizrec::builder {

/// The texts of a record that together identify a person.
struct PersonText {
    std::string_view first_name, last_name, birth_date, zip;
};

/// Hashes identifiers as deletion lists do: normalised, then SHA-256. Not thread-safe, because it keeps an OpenSSL
/// context: use one object a thread.
class IdentifierHasher {
public:
    /// Throws BuildFailure if OpenSSL offers no SHA-256.
    explicit IdentifierHasher(NormalisingRules rules);

    const NormalisingRules& rules() const noexcept { return rules_; }

    /// Hashes the normalised text. False if it is empty; `hash` is then unchanged.
    bool hash(NormalisingRules::Identifier identifier, std::string_view text, IdentifierHash& hash);
    /// Hashes first name, last name, birth date and ZIP code, joins the texts of the four hashes, and hashes the
    /// result. False if one of the four texts is empty after normalising, or if the birth date does not have eight
    /// digits.
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

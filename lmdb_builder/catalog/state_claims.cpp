#include "lmdb_builder/catalog/state_claims.hpp"

#include <tuple>

namespace bizrec::builder {

void StateClaims::offer(const std::string& form, ClaimStrength strength, bool is_part, const std::string& code) {
    if (form.empty()) {
        return;
    }
    Claim claim{strength, is_part, code};
    const auto [holder, fresh] = winners_.emplace(form, claim);
    const auto rank = [](const Claim& c) { return std::tie(c.strength, c.is_part, c.code); };
    if (!fresh && rank(claim) < rank(holder->second)) {
        holder->second = std::move(claim);
    }
}

}  // namespace bizrec::builder

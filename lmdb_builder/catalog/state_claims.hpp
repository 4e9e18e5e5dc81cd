#pragma once

#include <cstdint>
#include <string>
#include <unordered_map>

namespace bizrec::builder {

/// How strongly a folded form stands for a subdivision. Smaller is stronger.
enum class ClaimStrength : std::uint8_t {
    full_code,
    code,
    name,
    translation,
    part_of_name,
    without_unit,
    short_number
};

/// Decides which subdivision a folded form names: the strongest claim wins, in any order of the claims.
class StateClaims {
public:
    /// Claims `form` for the subdivision `code`. `is_part`: this subdivision lies in another one.
    void offer(const std::string& form, ClaimStrength strength, bool is_part, const std::string& code);

    struct Claim {
        ClaimStrength strength;
        bool is_part;
        std::string code;
    };
    const std::unordered_map<std::string, Claim>& winners() const noexcept { return winners_; }

private:
    std::unordered_map<std::string, Claim> winners_;
};

}  // namespace bizrec::builder

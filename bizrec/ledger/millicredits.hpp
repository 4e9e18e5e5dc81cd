#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace bizrec::ledger {

/// A thousandth of a credit. Sums of money are integers: no rounding anywhere.
using Millicredits = std::int64_t;

/// A million million credits, far above any sum that an account sees: sums of two of them do not overflow.
inline constexpr Millicredits max_millicredits = 1'000'000'000'000'000;

/// A sum of more amounts than any ledger has. It never overflows, so the order of the amounts makes no difference.
using ExactSum = __int128;

/// What a program counts and shows of a sum: at most max_millicredits of either sign.
constexpr Millicredits saturated(ExactSum sum) noexcept {
    return sum > max_millicredits    ? max_millicredits
           : sum < -max_millicredits ? -max_millicredits
                                     : static_cast<Millicredits>(sum);
}

/// "5000", "0.1", "-12.345": at most three decimals, at most max_millicredits of either sign, no plus sign, no
/// exponent, no white space. Nothing for any other text.
std::optional<Millicredits> parse_credits(std::string_view text) noexcept;

/// The same amount without needless zeros: "0.1", "5000". A JSON number, too.
void append_credits(std::string& out, Millicredits amount);

/// The same without an allocation: into `to`, which has room for longest_credits_text bytes. Gives the length.
inline constexpr std::size_t longest_credits_text = 24;
std::size_t write_credits(char* to, Millicredits amount) noexcept;
std::string credits_text(Millicredits amount);

}  // namespace bizrec::ledger

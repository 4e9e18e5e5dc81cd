#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace bizrec::ledger {

/// A thousandth of a credit. Sums of money are integers: no rounding anywhere.
using Millicredits = std::int64_t;

/// A million million credits, far above the sum of any account. The sum of two such amounts does not overflow.
inline constexpr Millicredits max_millicredits = 1'000'000'000'000'000;

/// A sum that never overflows, even over more amounts than any ledger has. The order of the amounts therefore makes no
/// difference.
using ExactSum = __int128;

/// The sum clamped to max_millicredits of either sign. Programs use and show only clamped sums.
constexpr Millicredits saturated(ExactSum sum) noexcept {
    return sum > max_millicredits    ? max_millicredits
           : sum < -max_millicredits ? -max_millicredits
                                     : static_cast<Millicredits>(sum);
}

/// Reads an amount in credits, such as "5000", "0.1" or "-12.345": at most three decimals, at most max_millicredits of
/// either sign, no plus sign, no exponent, no white space. Returns nothing for any other text.
std::optional<Millicredits> parse_credits(std::string_view text) noexcept;

/// Appends the amount in credits, without needless zeros: "0.1", "5000". This is also a valid JSON number.
void append_credits(std::string& out, Millicredits amount);

/// The bytes that write_credits() needs.
inline constexpr std::size_t max_credits_text = 24;
/// Like append_credits(), without an allocation: writes to `to`, which has room for max_credits_text bytes. Returns
/// the length.
std::size_t write_credits(char* to, Millicredits amount) noexcept;
std::string credits_text(Millicredits amount);

}  // namespace bizrec::ledger

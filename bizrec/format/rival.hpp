#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>

/// A byte that each word of the vocabulary has in its slot of `terms`. It is an upper bound of the value of the word's
/// best neighbour. A neighbour is a word with a common key (text/spelling_keys.hpp). Its value is ln(its documents)
/// minus the cost of typing this word instead of it. The greatest value is rounded up to an eighth of a nat. A
/// neighbour of at most four documents, which improves no reading, counts as if typing it cost the least. 0: there is
/// no neighbour, or none is worth -9 nats.
namespace bizrec::format {

inline constexpr double min_rival_nats = -9;
inline constexpr double rival_steps_a_nat = 8;

inline constexpr std::uint32_t mere_documents = 4;

inline std::uint8_t rival_byte(double nats) noexcept {
    const double steps = std::ceil((nats - min_rival_nats) * rival_steps_a_nat);
    return static_cast<std::uint8_t>(std::clamp(steps, 0.0, 255.0));
}

/// Returns a value below all others for 0.
inline double rival_nats(std::uint8_t byte) noexcept {
    return byte == 0 ? -1e9 : byte / rival_steps_a_nat + min_rival_nats;
}

}  // namespace bizrec::format

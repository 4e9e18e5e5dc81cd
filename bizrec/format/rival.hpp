#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>

/// A byte that each word of the vocabulary has in its slot of `terms`. It bounds what its best neighbour is worth, a
/// neighbour being a word under one of the same keys (text/spelling_keys.hpp): the greatest ln(documents of the
/// neighbour) less the cost of typing this word for it, rounded up to an eighth of a nat. A neighbour of at most four
/// documents, which makes no reading better, counts as if it cost the least. 0: there is no neighbour, or none is worth
/// -9 nats.
namespace bizrec::format {

inline constexpr double min_rival_nats = -9;
inline constexpr double rival_steps_a_nat = 8;

inline constexpr std::uint32_t mere_documents = 4;

inline std::uint8_t rival_byte(double nats) noexcept {
    const double steps = std::ceil((nats - min_rival_nats) * rival_steps_a_nat);
    return static_cast<std::uint8_t>(std::clamp(steps, 0.0, 255.0));
}

/// Of 0 something below all others.
inline double rival_nats(std::uint8_t byte) noexcept {
    return byte == 0 ? -1e9 : byte / rival_steps_a_nat + min_rival_nats;
}

}  // namespace bizrec::format

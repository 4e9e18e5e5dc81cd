#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>

/// The rival byte of a word of the vocabulary: how strongly another word competes with it as the word that a user
/// meant. It is stored in the word's slot of `terms`. The other word is a neighbour: it has a key
/// (text/spelling_keys.hpp) in common with this word. A neighbour's strength in nats is ln(its documents) minus the
/// cost of typing this word instead of it. The byte is an upper bound of the strength of the strongest neighbour,
/// rounded up to an eighth of a nat. A neighbour of at most four documents (mere_documents) improves no reading, so its
/// cost is not computed: the lowest cost is assumed. 0: there is no neighbour, or none is above -9 nats.
namespace bizrec::format {

inline constexpr double min_rival_nats = -9;
inline constexpr double rival_steps_a_nat = 8;

inline constexpr std::uint32_t mere_documents = 4;

inline std::uint8_t rival_byte(double nats) noexcept {
    const double steps = std::ceil((nats - min_rival_nats) * rival_steps_a_nat);
    return static_cast<std::uint8_t>(std::clamp(steps, 0.0, 255.0));
}

/// The bound in nats that a rival byte stores. Returns -1e9, a value below all others, for 0.
inline double rival_nats(std::uint8_t byte) noexcept {
    return byte == 0 ? -1e9 : byte / rival_steps_a_nat + min_rival_nats;
}

}  // namespace bizrec::format

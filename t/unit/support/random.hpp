#pragma once

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <random>

namespace bizrec::search::testing {

/// std::mt19937 with 32-bit results; its own result type is wider.
class Random {
public:
    explicit Random(std::uint32_t seed) : engine_(seed) {}
    std::uint32_t operator()() { return static_cast<std::uint32_t>(engine_()); }

private:
    std::mt19937 engine_;
};

/// Sanitizers make a comparison ten times slower and look for other errors, so a sixth of the rounds is enough for
/// them, or the part that BIZREC_PART names (18: an eighteenth).
inline int affordable(int rounds) {
    if (std::getenv("BIZREC_INSTRUMENTED") == nullptr) {
        return rounds;
    }
    const char* const part = std::getenv("BIZREC_PART");
    return std::max(1, rounds / (part == nullptr ? 6 : std::max(1, std::atoi(part))));
}

/// The gate runs the tests again under sanitizers and on another Debian, with BIZREC_GATE set. `make test` has compared
/// the results of all rounds by then, so a part of them is enough. The night runs them whole.
inline int whole_at_night(int rounds, int part = 10) {
    return std::getenv("BIZREC_GATE") == nullptr ? rounds : std::max(1, rounds / part);
}

/// How often, at least, the affordable() rounds must meet a rare case: more than @p times, but a part of the rounds may
/// miss it.
inline int expected_if_rare(int times) {
    return std::getenv("BIZREC_INSTRUMENTED") == nullptr ? times : -1;
}

}  // namespace bizrec::search::testing

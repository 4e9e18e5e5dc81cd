#pragma once

#include <cstdint>
#include <random>

namespace bizrec::search::testing {

/// std::mt19937 as 32-bit numbers: its own result type is wider.
class Random {
public:
    explicit Random(std::uint32_t seed) : engine_(seed) {}
    std::uint32_t operator()() { return static_cast<std::uint32_t>(engine_()); }

private:
    std::mt19937 engine_;
};

}  // namespace bizrec::search::testing

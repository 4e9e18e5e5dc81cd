#pragma once

#include <cstddef>
#include <cstdint>

namespace bizrec::api {

inline constexpr std::uint64_t row_work = 32;     ///< steps of a row that is written, whatever its size
inline constexpr std::uint64_t bytes_a_step = 4;  ///< of a record that is decoded and, later, sent

/// Steps (postings/work.hpp) of a row with a record of so many bytes.
constexpr std::uint64_t row_steps(std::size_t record_bytes) noexcept {
    return row_work + record_bytes / bytes_a_step;
}

}  // namespace bizrec::api

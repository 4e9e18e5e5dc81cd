#pragma once

#include <cstddef>
#include <cstdint>

#include "bizrec/base/budget.hpp"

namespace bizrec::api {

inline constexpr std::uint64_t row_work = 32;          ///< steps of a row that is written, whatever its size
inline constexpr std::uint64_t bytes_a_step = 4;       ///< of a record that is decoded and, later, sent
inline constexpr std::uint64_t body_bytes_a_step = 2;  ///< of a body that is read

/// Before a row with a record of so many bytes is written. False: it is not to be.
inline bool take_row(Budget& budget, std::size_t record_bytes) noexcept {
    return budget.take(WorkKind::rows, row_work + record_bytes / bytes_a_step);
}

/// Before a row is explained: each of `lists` is asked about it, and each text of the record for the words.
inline bool take_explanation(Budget& budget, std::size_t lists) noexcept {
    constexpr std::uint64_t texts_work = 8192, list_work = 4096;
    return budget.take(WorkKind::rows, texts_work + lists * list_work);
}

}  // namespace bizrec::api

#pragma once

#include <cstddef>
#include <cstdint>

#include "bizrec/base/budget.hpp"

namespace bizrec::api {

inline constexpr std::uint64_t row_work = 32;          ///< steps for a row, in addition to those for its bytes
inline constexpr std::uint64_t bytes_a_step = 4;       ///< bytes of a record that one step decodes and later sends
inline constexpr std::uint64_t body_bytes_a_step = 2;  ///< bytes of a body that one step reads

/// Charges the budget for a row. Call it before writing the row. Returns false if the row must not be written, because
/// the budget is used up.
inline bool take_row(Budget& budget, std::size_t record_bytes) noexcept {
    return budget.take(WorkKind::rows, row_work + record_bytes / bytes_a_step);
}

/// Charges the budget for explaining a row: `lists` posting lists are searched for the row, and each text of the record
/// for the words. Call it before explaining the row. Returns false if the row must not be explained, because the budget
/// is used up.
inline bool take_explanation(Budget& budget, std::size_t lists) noexcept {
    constexpr std::uint64_t texts_work = 8192, list_work = 4096;
    return budget.take(WorkKind::rows, texts_work + lists * list_work);
}

}  // namespace bizrec::api

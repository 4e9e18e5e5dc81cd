#pragma once

namespace bizrec {

inline constexpr char hex_digits[] = "0123456789abcdef";

}  // namespace bizrec

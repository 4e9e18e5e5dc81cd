#pragma once

namespace bizrec::builder {

inline constexpr const char* program_version = "0.1.0";

}  // namespace bizrec::builder

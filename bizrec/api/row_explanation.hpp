#pragma once

#include <cstdint>
#include <string>

#include "bizrec/query/explain.hpp"

namespace bizrec::api {

/// Appends `,"explain":["…",…]`, the last member of a row.
void append_explanation(std::string& out, const search::Explanation& explanation, std::uint32_t docid);

}  // namespace bizrec::api

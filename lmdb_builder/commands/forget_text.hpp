#pragma once

#include <string>

#include "lmdb_builder/suppression/forget_copies.hpp"

/// Output of `forget` and `publish --purge`: what was removed, and which files still hold suppressed records.
namespace bizrec::builder {

std::string forget_json(const ForgetSummary& summary);  ///< an object, without a line end
std::string forget_text(const ForgetSummary& summary, const std::string& folder);

/// Writes the files that still hold suppressed records to standard error. Returns the exit status: done if there are
/// none.
int tell_held(const ForgetSummary& summary);

}  // namespace bizrec::builder

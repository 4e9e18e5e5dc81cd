#pragma once

#include <string>

#include "lmdb_builder/suppression/forget_copies.hpp"

/// Output of `forget` and `publish --purge`: what was removed. Files that still hold suppressed records are in the
/// JSON; tell_held() names them for people.
namespace bizrec::builder {

std::string forget_json(const ForgetSummary& summary);  ///< an object, without a line end
std::string forget_text(const ForgetSummary& summary, const std::string& folder);

/// Writes a line for each file that holds, or may hold, suppressed records to standard error. Returns the exit status:
/// exit_code::done if there is no such file, otherwise exit_code::failed.
int tell_held(const ForgetSummary& summary);

}  // namespace bizrec::builder

#pragma once

#include <string>

#include "lmdb_builder/suppression/forget_copies.hpp"

/// What `forget` and `publish --purge` say of what is gone and of what is left.
namespace bizrec::builder {

std::string forget_json(const ForgetSummary& summary);  ///< an object, without a line end
std::string forget_text(const ForgetSummary& summary, const std::string& folder);

/// What still has something, on standard error. The exit status: done where nothing has.
int tell_held(const ForgetSummary& summary);

}  // namespace bizrec::builder

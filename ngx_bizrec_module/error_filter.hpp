#pragma once

#include "ngx.hpp"

namespace bizrec::ngx {

/// Puts JSON in the place of the HTML that nginx makes for its own errors (413, 429, a bad chunk …), in the locations
/// of the module's endpoints. Called in postconfiguration.
void install_error_filter() noexcept;

}  // namespace bizrec::ngx

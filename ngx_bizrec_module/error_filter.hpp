#pragma once

#include "ngx.hpp"

namespace bizrec::ngx {

/// Replaces the HTML of nginx's own errors (413, 429, a bad chunk …) with JSON, in the locations of the module's
/// endpoints. Called in postconfiguration.
void install_error_filter() noexcept;

}  // namespace bizrec::ngx

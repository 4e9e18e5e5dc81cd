#pragma once

#include <string>
#include <string_view>

namespace bizrec::identity {

/// Normalises the host of a URL to the form that keys use: lower-case A-labels without a trailing dot. Returns an empty
/// string on success; `out` then holds the host. Otherwise returns the reason of the refusal (reasons.hpp): not a name,
/// an IP literal in any notation of the URL standard (url.spec.whatwg.org, "ends in a number checker"), a single label,
/// or a length over the limit. Valid ASCII hosts without escapes or punycode never reach ICU, and do not allocate once
/// `out` has its capacity.
std::string_view normalise_host(std::string_view raw, std::string& out);

}  // namespace bizrec::identity

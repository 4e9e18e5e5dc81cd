#pragma once

#include <string>
#include <string_view>

namespace bizrec::identity {

/// Normalises the host of a URL to the form that keys use: lower-case A-labels without a trailing dot. Overwrites
/// `out`. Returns an empty string on success, otherwise the reason of the refusal (reasons.hpp): not a name, an IP
/// literal in any notation of the URL standard (url.spec.whatwg.org, "ends in a number checker"), a single label, or a
/// length over the limit. ASCII hosts without escapes and punycode never reach ICU, and do not allocate once `out` has
/// its capacity.
std::string_view normalise_host(std::string_view raw, std::string& out);

}  // namespace bizrec::identity

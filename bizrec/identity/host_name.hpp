#pragma once

#include <string>
#include <string_view>

namespace bizrec::identity {

/// Brings the host of a URL into the form that keys are made of: lower-case A-labels without a trailing dot. `out` is
/// overwritten. Empty where it worked, else the reason of the refusal (reasons.hpp): no name, IP literals in every
/// disguise that the URL standard knows (url.spec.whatwg.org, "ends in a number checker"), single labels, lengths.
/// ASCII hosts without escapes and punycode never see ICU nor allocate once `out` is warm.
std::string_view normalise_host(std::string_view raw, std::string& out);

}  // namespace bizrec::identity

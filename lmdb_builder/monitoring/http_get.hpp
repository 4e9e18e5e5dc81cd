#pragma once

#include <string>
#include <string_view>

#include "bizrec/base/result.hpp"

namespace bizrec::builder {

/// The parts of an address http://HOST[:PORT][/PATH].
struct HttpAddress {
    std::string host;  ///< without the brackets of an IPv6 address
    std::string port;
    std::string target;     ///< of the request
    std::string authority;  ///< value of the header Host
};
Result<HttpAddress> parse_http_address(std::string_view url);

/// The body of a complete answer with status 200. The error message does not contain the address.
Result<std::string> body_of_answer(std::string_view answer);

/// Asks for JSON, without TLS, and waits at most ten seconds for each step. Error messages begin with the address.
Result<std::string> http_get(const std::string& url);

}  // namespace bizrec::builder

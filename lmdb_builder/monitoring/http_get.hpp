#pragma once

#include <string>
#include <string_view>

#include "bizrec/base/result.hpp"

namespace bizrec::builder {

/// Where an address leads: http://HOST[:PORT][/PATH].
struct HttpAddress {
    std::string host;  ///< without the brackets of an IPv6 address
    std::string port;
    std::string target;     ///< of the request
    std::string authority;  ///< as the header Host has it
};
Result<HttpAddress> parse_http_address(std::string_view url);

/// The body of an answer that is whole and has status 200. The message does not name the address.
Result<std::string> body_of_answer(std::string_view answer);

/// Asks for JSON, without TLS, and waits ten seconds at most for each step. Messages begin with the address.
Result<std::string> http_get(const std::string& url);

}  // namespace bizrec::builder

#pragma once

#include <chrono>
#include <string>
#include <string_view>

#include "bizrec/base/result.hpp"

namespace bizrec::builder {

/// The parts of an address http://HOST[:PORT][/PATH]. parse_http_address() fails for any other text, also for https.
struct HttpAddress {
    std::string host;  ///< without the brackets of an IPv6 address
    std::string port;
    std::string target;     ///< path and query, for the request line
    std::string authority;  ///< HOST[:PORT], the value of the header Host
};
Result<HttpAddress> parse_http_address(std::string_view url);

/// `answer`: head and body of an HTTP answer. Returns the body. Fails if the status is not 200, if the head is not
/// HTTP/1 or incomplete, or if the body has fewer bytes than Content-Length says. The error message does not contain
/// the address.
Result<std::string> body_of_answer(std::string_view answer);

/// Asks for JSON, without TLS, and returns the body of the answer. `patience` is the time for all steps together. Each
/// address of the host has an equal share of the time that is left. Only the look-up of the host's name is not limited.
/// Error messages begin with the address.
Result<std::string> http_get(const std::string& url, std::chrono::milliseconds patience = std::chrono::seconds(10));

}  // namespace bizrec::builder

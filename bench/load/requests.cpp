#include "bench/load/requests.hpp"

#include <fstream>

namespace bizrec::bench {

std::vector<std::string> prepare_requests(const LoadOptions& options) {
    std::vector<std::string> requests;
    std::ifstream bodies(options.bodies);
    for (std::string body; std::getline(bodies, body);) {
        requests.push_back(
            "POST " + options.path + " HTTP/1.1\r\nHost: " + options.host + "\r\nAuthorization: Bearer " + options.key +
            "\r\nContent-Type: application/json\r\nContent-Length: " + std::to_string(body.size()) + "\r\n\r\n" + body);
    }
    return requests;
}

}  // namespace bizrec::bench

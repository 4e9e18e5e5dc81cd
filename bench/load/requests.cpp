#include "bench/load/requests.hpp"

#include <fstream>

namespace bizrec::bench {

std::vector<std::string> prepare_requests(const LoadOptions& options) {
    const std::string headers =
        " HTTP/1.1\r\nHost: " + options.host + "\r\nAuthorization: Bearer " + options.key + "\r\n";
    std::vector<std::string> requests;
    std::ifstream lines(options.bodies);
    for (std::string line; std::getline(lines, line);) {
        if (options.get) {
            requests.push_back("GET " + options.path + "?" + line + headers + "\r\n");
        } else {
            requests.push_back("POST " + options.path + headers + "Content-Type: application/json\r\nContent-Length: " +
                               std::to_string(line.size()) + "\r\n\r\n" + line);
        }
    }
    return requests;
}

}  // namespace bizrec::bench

#pragma once

#include <cstdint>
#include <string>

namespace bizrec::bench {

struct LoadOptions {
    std::string host = "127.0.0.1";
    std::uint16_t port = 0;
    std::string path;
    std::string bodies;  ///< file with one JSON body a line; with `get`, one query string a line
    bool get = false;
    std::string key;  ///< sent as Authorization: Bearer
    unsigned connections = 32;
    double seconds = 3;
    double rate = 0;  ///< requests a second; 0: as fast as answers come
};

}  // namespace bizrec::bench

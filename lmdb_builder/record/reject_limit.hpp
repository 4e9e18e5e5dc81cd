#pragma once

#include <cstdint>
#include <limits>
#include <string>

namespace bizrec::builder {

/// How much may be refused before a build or an import fails, told at the end of reading.
struct RejectLimit {
    std::uint64_t records = std::numeric_limits<std::uint64_t>::max();  ///< refused, at most
    double percent = 100;                                               ///< of the records read, at most
    std::uint64_t free = 0;  ///< so many never fail by `percent`, unless they are most of what was read
    std::string text;        ///< the option as it was given, for the message

    bool holds(std::uint64_t refused, std::uint64_t read) const noexcept;
};

}  // namespace bizrec::builder

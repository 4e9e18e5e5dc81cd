#pragma once

#include <cstdint>
#include <limits>
#include <string>

namespace bizrec::builder {

/// The number of rejects that lets a build or an import fail. It is checked at the end of reading.
struct RejectLimit {
    std::uint64_t records = std::numeric_limits<std::uint64_t>::max();  ///< maximum number of rejects
    double percent = 100;                                               ///< maximum share of the records read
    std::uint64_t free = 0;  ///< up to this number never fail by `percent`, unless they are most of the records read
    std::string text;        ///< the option as it was given, for the message

    bool holds(std::uint64_t refused, std::uint64_t read) const noexcept;
};

}  // namespace bizrec::builder

#pragma once

#include <cstdint>
#include <limits>
#include <string>

namespace bizrec::builder {

/// The limit of rejects above which a build or an import fails. It is checked at the end of reading.
struct RejectLimit {
    std::uint64_t records = std::numeric_limits<std::uint64_t>::max();  ///< maximum number of rejects
    double percent = 100;                                               ///< maximum share of the records read
    /// Up to this many rejects may exceed `percent`, unless they are more than nine and more than half of the records
    /// read.
    std::uint64_t free = 0;
    std::string text;  ///< the option as it was given, for the message

    bool holds(std::uint64_t refused, std::uint64_t read) const noexcept;
};

}  // namespace bizrec::builder

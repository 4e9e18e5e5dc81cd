#pragma once

#include <cstdint>
#include <limits>
#include <string>
#include <string_view>

#include "lmdb_builder/system/failure.hpp"

namespace bizrec::builder {

/// A quantity that a build counts in 32 bits, and advice for users who exceed it.
struct CountedThing {
    const char* name;    ///< as it follows a number: "records"
    const char* advice;  ///< "split the input by country into several indexes"
};

inline constexpr CountedThing documents_of_an_index{"records", "split the input by country into several indexes"};

/// Throws BuildFailure with the count, the limit and the advice if `count` is above `limit`, so that a number of 32
/// bits never wraps.
inline void refuse_above(std::uint64_t count, std::uint64_t limit, const CountedThing& thing) {
    if (count > limit) {
        throw BuildFailure("at least " + std::to_string(count) + " " + thing.name + ", of which " +
                           std::to_string(limit) + " are the most that are possible: " + thing.advice);
    }
}

/// The size of a text whose length is written in 32 bits. Throws BuildFailure for 4 GiB and more.
inline std::uint32_t length_of_32_bits(std::string_view text) {
    refuse_above(text.size(), std::numeric_limits<std::uint32_t>::max(),
                 {"bytes of one record, or of what was made of it", "give --max-record a smaller size"});
    return static_cast<std::uint32_t>(text.size());
}

}  // namespace bizrec::builder

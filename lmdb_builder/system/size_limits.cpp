#include "lmdb_builder/system/size_limits.hpp"

#include <string>

#include "lmdb_builder/system/failure.hpp"

namespace bizrec::builder {

void fail_above(std::uint64_t count, std::uint64_t limit, const CountedThing& thing) {
    throw BuildFailure("at least " + std::to_string(count) + " " + thing.name + ", of which " + std::to_string(limit) +
                       " are the most that are possible: " + thing.advice);
}

}  // namespace bizrec::builder

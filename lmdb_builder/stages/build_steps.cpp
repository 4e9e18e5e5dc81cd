#include "lmdb_builder/stages/build_steps.hpp"

#include <chrono>
#include <new>

#include "lmdb_builder/system/failure.hpp"

namespace bizrec::builder {
Result<BuildSummary> guarded_build(const std::function<BuildSummary()>& build) {
    const auto start = std::chrono::steady_clock::now();
    try {
        BuildSummary summary = build();
        summary.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
        summary.peak_memory_bytes = peak_memory();
        return summary;
    } catch (const BuildFailure& failure) {
        return Error{failure.what()};
    } catch (const std::bad_alloc&) {
        return Error{"out of memory: give --memory a smaller size"};
    }
}

}  // namespace bizrec::builder

#include "lmdb_builder/system/stage_clock.hpp"

#include <sys/resource.h>

namespace bizrec::builder {
namespace {

struct rusage usage_of_process() noexcept {
    struct rusage usage {};
    ::getrusage(RUSAGE_SELF, &usage);
    return usage;
}

double seconds(const struct timeval& time) noexcept {
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) / 1e6;
}

}  // namespace

std::uint64_t peak_memory() noexcept {
    return static_cast<std::uint64_t>(usage_of_process().ru_maxrss) * 1024U;
}

double cpu_seconds() noexcept {
    const struct rusage usage = usage_of_process();
    return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

}  // namespace bizrec::builder

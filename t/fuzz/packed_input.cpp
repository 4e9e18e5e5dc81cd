// Input files of any bytes, plain, gzip or zstd: lines come, or a reason; no line is above the limit.
#include <fcntl.h>
#include <sys/mman.h>

#include <cstdint>
#include <cstdlib>
#include <string>

#include "bizrec/store/fd.hpp"
#include "lmdb_builder/input/line_reader.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace bizrec;
    constexpr std::size_t line_limit = 300;
    constexpr int max_lines = 20'000;  // a few bytes of zstd unpack to as many as one likes
    const store::FileDescriptor fd(memfd_create("input", MFD_CLOEXEC));
    if (!store::write_at(fd.get(), data, size, 0)) {
        return -1;
    }
    auto reader = builder::LineReader::open("/proc/self/fd/" + std::to_string(fd.get()), line_limit);
    if (!reader) {
        return reader.error().message.empty() ? -1 : 0;
    }
    using Next = builder::LineReader::Next;
    std::string_view text;
    volatile unsigned sink = 0;
    std::uint64_t last = 0;
    for (int count = 0; count < max_lines; ++count) {
        const Next next = reader.value()->next(text);
        if (next == Next::end) {
            break;
        }
        if (next == Next::failed) {
            if (reader.value()->error().message.empty()) {
                std::abort();
            }
            break;
        }
        if (reader.value()->line_number() <= last) {
            std::abort();
        }
        last = reader.value()->line_number();
        if (next == Next::line) {
            if (text.size() > line_limit || text.find('\n') != std::string_view::npos) {
                std::abort();
            }
            for (const char c : text) {
                sink = sink + static_cast<unsigned char>(c);
            }
        }
    }
    return 0;
}

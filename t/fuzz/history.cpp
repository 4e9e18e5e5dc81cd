#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "bizrec/store/manifest.hpp"
#include "bizrec/store/published_history.hpp"

/// Hostile bytes as the history of a published folder: every line that is read is the name of a generation, each name
/// is there once, and the history reads the same after it is written.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace bizrec::store;
    const Generations history = parse_history({reinterpret_cast<const char*>(data), size});
    std::string written;
    for (const std::string& generation : history) {
        if (!is_generation(generation) || std::count(history.begin(), history.end(), generation) != 1) {
            __builtin_trap();
        }
        written += generation + '\n';
    }
    if (parse_history(written) != history) {
        __builtin_trap();
    }
    return 0;
}

#include "bizrec/format/meta.hpp"

#include <cstddef>
#include <cstdint>
#include <string_view>

/// Hostile bytes as the meta section: values that are read can be written and read again, and are the same.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace bizrec::format;
    const auto meta = read_meta({reinterpret_cast<const char*>(data), size});
    if (!meta) {
        return 0;
    }
    const auto written = write_meta(meta.value());
    const auto again = read_meta(written);
    if (!again || write_meta(again.value()) != written) {
        __builtin_trap();
    }
    return 0;
}

#include "lmdb_builder/publish/generation_report.hpp"

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "bizrec/store/build_figures.hpp"

/// Hostile bytes as the report of a published index: a report that is read can be written and read again as the same.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace bizrec::builder;
    const std::string_view bytes(reinterpret_cast<const char*>(data), size);
    for (const bool is_report : {false, true}) {
        const auto figures = bizrec::store::parse_build_figures(bytes, "00112233445566ff", is_report);
        if (figures && !(figures->seconds >= 0)) {
            __builtin_trap();
        }
    }
    const auto report = parse_report(bytes);
    if (!report) {
        return 0;
    }
    const std::string written = serialise_report(report.value());
    const auto again = parse_report(written);
    if (!again || serialise_report(again.value()) != written) {
        __builtin_trap();
    }
    (void)build_text(report.value().build);
    return 0;
}

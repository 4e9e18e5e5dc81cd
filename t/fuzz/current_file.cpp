#include "lmdb_builder/publish/current_file.hpp"

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "bizrec/store/manifest.hpp"
#include "lmdb_builder/pull/content_range.hpp"
#include "lmdb_builder/pull/ways.hpp"

/// Hostile bytes as current.json and as a header of a web server: a file that is read can be written and read again as
/// the same. Its names stay in their folder, its sizes are within bounds, and its chains of deltas end.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace bizrec::builder;
    const std::string_view bytes(reinterpret_cast<const char*>(data), size);
    if (const auto read = parse_current_file(bytes)) {
        const CurrentFile& file = read.value().file;
        const std::string text = current_file_text(file);
        const auto again = parse_current_file(signed_current_file(text, read.value().signature));
        bool is_right = again && current_file_text(again.value().file) == text && file.size <= max_published_bytes &&
                        bizrec::store::is_generation(file.generation) &&
                        signed_current_file(read.value().text, read.value().signature) == bytes;
        for (const DeltaNotice& delta : file.deltas) {
            is_right = is_right && is_published_name(delta.file) && delta.file.find('/') == std::string::npos;
            is_right = is_right && !ways_to(file, {delta.from}).empty();
        }
        if (!is_right) {
            __builtin_trap();
        }
    }
    if (const auto range = parse_content_range(bytes)) {
        if (range->last < range->first || (range->size != 0 && range->last >= range->size)) {
            __builtin_trap();
        }
    }
    header_value(bytes, "etag");
    return 0;
}

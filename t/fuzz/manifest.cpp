#include "bizrec/store/manifest.hpp"

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "bizrec/store/trust.hpp"

/// Hostile bytes as a manifest or a signature file: one that is read is written as the same bytes, and its names stay
/// in their folder.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace bizrec::store;
    const std::string_view bytes(reinterpret_cast<const char*>(data), size);
    const auto manifest = parse_manifest(bytes);
    if (manifest && (serialise_manifest(manifest.value()) != bytes || !is_generation(manifest.value().generation) ||
                     manifest.value().file != manifest.value().generation + ".mdb")) {
        __builtin_trap();
    }
    unsigned char signature[signature_bytes];
    if (read_signature(bytes, signature) && signature_text(signature) != bytes) {
        __builtin_trap();
    }
    return 0;
}

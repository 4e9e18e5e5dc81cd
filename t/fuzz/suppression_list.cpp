#include "bizrec/store/suppression_list.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "bizrec/format/json_cut.hpp"

/// Hostile bytes as a list of suppressions: a list that is read is written as the same bytes. The bytes are then also
/// used as a record from which the list's pointers cut values.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace bizrec;
    const std::string_view bytes(reinterpret_cast<const char*>(data), size);
    const auto list = store::parse_suppression(bytes, nullptr);
    if (list) {
        const std::string lines = store::serialise_suppression(list.value());
        if (bytes.substr(0, lines.size()) != lines || list.value().number == 0) {
            __builtin_trap();
        }
    }
    const std::size_t split = bytes.find('\n');
    if (split != std::string_view::npos) {
        std::string record(bytes.substr(split + 1));
        const std::size_t before = record.size();
        if (format::cut_json(record, bytes.substr(0, split)) && record.size() >= before) {
            __builtin_trap();
        }
    }
    return 0;
}

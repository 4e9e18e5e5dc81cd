// Any bytes as a line of input: kept or refused with a reason, and what is kept parses to the same again.
#include <cstdint>
#include <string_view>

#include "lmdb_builder/record/record_parser.hpp"
#include "t/fuzz/require.hpp"

namespace {

using namespace bizrec::builder;
using bizrec::fuzz::require;

const PlaceCatalog& catalog() {
    static const PlaceCatalog loaded = [] {
        auto result = PlaceCatalog::load();
        require(static_cast<bool>(result));
        return std::move(result).value();
    }();
    return loaded;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    static RecordParser parser(catalog());
    static Record record;
    static Record again;
    RejectReason reason;
    if (!parser.parse(std::string_view(reinterpret_cast<const char*>(data), size), record, reason)) {
        require(!reason.code.empty() && !reason.detail.empty());
        return 0;
    }
    require(record.json.size() >= 2 && record.json.size() <= size);
    require(parser.parse(record.json, again, reason));
    require(again.json == record.json && again.id == record.id && again.quality == record.quality &&
            again.profiles.size() == record.profiles.size() && again.city == record.city);
    return 0;
}

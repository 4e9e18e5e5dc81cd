// Any bytes as the mapping of JSON, and any bytes as its elements: each element is refused with a reason or becomes a
// record that the builder keeps.
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

#include "lmdb_builder/catalog/place_catalog.hpp"
#include "lmdb_builder/import/importer.hpp"
#include "lmdb_builder/import/record_check.hpp"
#include "lmdb_builder/import/source_object.hpp"
#include "t/fuzz/pieces.hpp"
#include "t/fuzz/require.hpp"

namespace {

using namespace bizrec;
using namespace bizrec::builder;
using bizrec::fuzz::Pieces;
using bizrec::fuzz::require;

void convert(std::string_view element, JsonImporter& importer) {
    static const PlaceCatalog catalog = [] {
        auto loaded = PlaceCatalog::load();
        require(static_cast<bool>(loaded));
        return std::move(loaded).value();
    }();
    static RecordCheck check(catalog);
    SourceParser source;
    SourceObject object;
    RecordLine line;
    RejectReason reason;
    if (!source.parse(element, object, reason) ||
        importer.convert(object, source.raw(), line, reason) != Imported::record) {
        require(!reason.code.empty() && !reason.detail.empty());
        return;
    }
    std::string json;
    require(check.check(
                line, [](const RejectReason& why) { require(!why.code.empty()); }, json, reason) ||
            !reason.code.empty());
    require(json.find('\n') == std::string::npos);
}

}  // namespace

/// Input: the mapping up to the first NUL, then the elements.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view input(reinterpret_cast<const char*>(data), size);
    const std::size_t nul = input.find('\0');
    if (nul == std::string_view::npos) {
        return 0;
    }
    const auto mapping = CsvMapping::parse(input.substr(0, nul), "mapping");
    if (!mapping) {
        require(mapping.error().message.find("mapping:") == 0);
        return 0;
    }
    const auto importer = make_json_importer(mapping.value(), "json", size % 2 == 0 ? "" : "list");
    if (!importer) {
        require(!importer.error().message.empty());
        return 0;
    }
    Pieces source(input.substr(nul + 1), 1 + size % 7);
    JsonElements elements(source, importer.value()->envelope(), 4096);
    std::string_view element;
    using Next = JsonElements::Next;
    for (Next next = elements.next(element); next != Next::end; next = elements.next(element)) {
        require(next != Next::failed);
        if (next == Next::element) {
            convert(element, *importer.value());
        }
    }
    require(importer.value()->never_found().size() <= mapping.value().rules.size());
    return 0;
}

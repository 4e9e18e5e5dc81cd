// Any bytes as GeoJSON, or as JSON that DuckDB writes: the elements are the same for every split of the input into
// pieces, and equal to those that a parser of the whole text finds. Each element is refused with a reason or becomes a
// record that the builder keeps.
#include <simdjson.h>

#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

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
using Next = JsonElements::Next;

struct Cut {
    std::vector<std::string> elements;
    std::string outline;  ///< the results, each with its line
    bool broken = false;
};

Cut cut(std::string_view text, const JsonEnvelope& envelope, std::size_t piece, std::size_t limit) {
    Pieces source(text, piece);
    JsonElements reader(source, envelope, limit);
    Cut out;
    std::string_view element;
    std::uint64_t line = 1;
    for (Next next = reader.next(element); next != Next::end; next = reader.next(element)) {
        require(next != Next::failed && out.outline.size() <= 40 * (text.size() + 1));
        require(reader.line() >= line);
        line = reader.line();
        out.outline += std::to_string(static_cast<int>(next)) + "@" + std::to_string(line) + " ";
        if (next == Next::element) {
            require(!element.empty() && element.size() <= limit);
            out.elements.emplace_back(element);
        } else {
            out.broken = true;
        }
    }
    return out;
}

/// If a parser accepts the text as one collection, the elements are those of its list.
void compare_with_parser(std::string_view text, const Cut& found) {
    simdjson::dom::parser parser;
    simdjson::dom::object collection;
    simdjson::dom::array features;
    if (parser.parse(std::string(text)).get_object().get(collection) != simdjson::SUCCESS ||
        collection["features"].get_array().get(features) != simdjson::SUCCESS) {
        return;
    }
    // The scanner does not promise to handle escaped or repeated names, so such texts are not compared.
    if (text.find('\\') != std::string_view::npos || text.find("\"features\"") != text.rfind("\"features\"")) {
        return;
    }
    require(!found.broken && found.elements.size() == features.size());
    std::size_t at = 0;
    simdjson::dom::parser element_parser;
    for (const simdjson::dom::element feature : features) {
        simdjson::dom::element element;
        require(element_parser.parse(found.elements[at++]).get(element) == simdjson::SUCCESS);
        require(simdjson::minify(element) == simdjson::minify(feature));
    }
}

void convert(const std::string& element, JsonImporter& importer) {
    static const PlaceCatalog catalog = [] {
        auto loaded = PlaceCatalog::load();
        require(static_cast<bool>(loaded));
        return std::move(loaded).value();
    }();
    static RecordCheck check(catalog);
    static RecordParser parser(catalog);
    static SourceParser source;
    static SourceObject object;
    static RecordLine line;
    RejectReason reason;
    if (!source.parse(element, object, reason)) {
        require(!reason.code.empty());
        return;
    }
    const Imported imported = importer.convert(object, source.raw(), line, reason);
    if (imported != Imported::record) {
        require(imported == Imported::closed || (!reason.code.empty() && !reason.detail.empty()));
        return;
    }
    std::string json;
    Record record;
    if (!check.check(
            line, [](const RejectReason& why) { require(!why.code.empty()); }, json, reason)) {
        require(!reason.code.empty());
        return;
    }
    require(json.find('\n') == std::string::npos && parser.parse(json, record, reason));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size == 0) {
        return 0;
    }
    static const std::unique_ptr<JsonImporter> importers[] = {make_alltheplaces_importer(), make_overture_importer(),
                                                              make_foursquare_importer(), make_record_importer()};
    JsonImporter& importer = *importers[data[0] % 4];
    const std::string_view text(reinterpret_cast<const char*>(data) + 1, size - 1);
    constexpr std::size_t limit = 500;
    const Cut found = cut(text, importer.envelope(), size, limit);
    const Cut again = cut(text, importer.envelope(), 1 + data[0] / 4U % 7, limit);
    require(found.elements == again.elements && found.outline == again.outline);
    if (size <= limit && importer.envelope().list == "features") {
        compare_with_parser(text, found);
    }
    for (const std::string& element : found.elements) {
        convert(element, importer);
    }
    return 0;
}

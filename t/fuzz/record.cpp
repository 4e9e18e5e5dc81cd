// Any bytes as a line of input: it is kept or refused with a reason. A kept record parses to the same record again, is
// decoded from the index to the same bytes, and passes `verify`. A plain JSON parser reads the same values from the
// record as from the line. Its canonical content is a record of the same business, and is itself canonical.
#include <simdjson.h>

#include <cstdint>
#include <string_view>

#include "bizrec/format/content.hpp"
#include "bizrec/format/content_decoder.hpp"
#include "bizrec/format/record_json.hpp"
#include "bizrec/text/fold.hpp"
#include "bizrec/text/utf8.hpp"
#include "lmdb_builder/catalog/place_catalog.hpp"
#include "lmdb_builder/record/canonical_content.hpp"
#include "lmdb_builder/record/record_parser.hpp"
#include "t/fuzz/require.hpp"
#include "t/unit/support/rules.hpp"

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

/// The record encoded as the index stores it and decoded again, as an answer returns it.
std::string served(const Record& record) {
    namespace format = bizrec::format;
    static const format::ContentPhrases phrases({"\"store_id\":\"", "\",\"", "business_name", "18446744073709551616"});
    const auto bytes = [](const std::string& text) { return reinterpret_cast<const std::byte*>(text.data()); };
    format::ContentChunkBuilder builder(phrases);
    builder.add(record.id, record.json);
    const std::string chunk = builder.finish();
    format::ContentDictionary dictionary;
    require(format::ContentDictionary::open(bytes(phrases.chunk()), phrases.chunk().size(), dictionary));
    std::string row;
    require(format::append_row_head(format::content_row(bytes(chunk), chunk.size(), 0, 1), dictionary, row));
    return row.substr(format::row_content_offset);
}

/// The result of a plain JSON parser: its error, or the minified values.
std::string plainly(std::string_view json) {
    simdjson::dom::parser parser;
    simdjson::dom::element root;
    const auto error = parser.parse(json.data(), json.size(), true).get(root);
    return error == simdjson::SUCCESS ? simdjson::minify(root) : simdjson::error_message(error);
}

void check_served(std::string_view line, const Record& record) {
    const std::string json = served(record);
    require(json == record.json && bizrec::text::is_valid_utf8(json));
    static bizrec::format::RecordJson verifier;
    bizrec::format::RecordFault fault;
    simdjson::dom::element root;
    const simdjson::padded_string padded(json);
    require(verifier.parse(padded, root, fault));
    require(plainly(json) == plainly(line));
}

void check_canonical(std::string_view line, const Record& record) {
    static const bizrec::format::Rules rules = bizrec::rules_with("com\nexample\n");
    static CanonicalContent canonical(rules);
    static RecordParser parser(catalog(), RecordParser::default_max_bytes, &canonical);
    static Record once;
    static Record twice;
    RejectReason reason;
    require(parser.parse(line, once, reason));
    const DifferenceCounts counts = canonical.counts();
    require(parser.parse(once.json, twice, reason) && twice.json == once.json && canonical.counts() == counts);
    require(twice.id == record.id && twice.country == record.country && twice.website == record.website &&
            twice.profiles.size() == record.profiles.size() && twice.postal_code == record.postal_code);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    static RecordParser parser(catalog());
    static Record record;
    static Record again;
    RejectReason reason;
    const std::string_view line(reinterpret_cast<const char*>(data), size);
    if (!parser.parse(line, record, reason)) {
        require(!reason.code.empty() && !reason.detail.empty());
        return 0;
    }
    require(record.json.size() >= 2 && record.json.size() <= size);
    require(parser.parse(record.json, again, reason));
    require(again.json == record.json && again.id == record.id && again.quality == record.quality &&
            again.profiles.size() == record.profiles.size() && again.city == record.city);
    check_served(line, record);
    check_canonical(line, record);
    return 0;
}

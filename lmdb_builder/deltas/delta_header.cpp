#include "lmdb_builder/deltas/delta_header.hpp"

#include <simdjson.h>

#include <algorithm>

#include "bizrec/base/hex.hpp"
#include "bizrec/format/meta.hpp"
#include "bizrec/store/manifest.hpp"
#include "bizrec/store/trust.hpp"
#include "lmdb_builder/system/failure.hpp"
#include "lmdb_builder/terminal/number_text.hpp"

namespace bizrec::builder {
namespace {

using simdjson::dom::element;

/// The member's value. Throws if it is missing or has another type.
template <class T>
T member(element object, const char* name) {
    T value{};
    if (object[name].get(value) != simdjson::SUCCESS) {
        throw BuildFailure("no sound \"" + std::string(name) + "\"");
    }
    return value;
}

std::string text_of(element object, const char* name) {
    return std::string(member<std::string_view>(object, name));
}

std::string end_json(const DeltaEnd& end) {
    return "{\"generation\":" + json_string(end.generation) + ",\"sha256\":" + json_string(end.sha256) +
           ",\"documents\":" + std::to_string(end.documents) + '}';
}

DeltaEnd read_end(element object, const char* name) {
    const auto json = member<element>(object, name);
    DeltaEnd end{text_of(json, "generation"), text_of(json, "sha256"), member<std::uint64_t>(json, "documents")};
    if (end.sha256.size() != 64 || !all_lower_hex(end.sha256) || !store::is_generation(end.generation) ||
        end.sha256.compare(0, end.generation.size(), end.generation) != 0) {
        throw BuildFailure("no sound \"" + std::string(name) + "\"");
    }
    return end;
}

/// Throws if the given manifest belongs to another index than the target, because it will be written beside the target
/// under the target's name.
void check_manifest(const DeltaHeader& header) {
    const bool is_signed = !header.signature.empty();
    unsigned char signature[store::signature_bytes];
    if (is_signed && (header.manifest.empty() || !store::read_signature(header.signature, signature))) {
        throw BuildFailure("no sound \"signature\"");
    }
    if (header.manifest.empty()) {
        return;
    }
    const auto manifest = store::parse_manifest(header.manifest);
    if (!manifest || manifest.value().generation != header.target.generation ||
        manifest.value().documents != header.target.documents) {
        throw BuildFailure("no sound \"manifest\"");
    }
}

}  // namespace

std::string write_delta_header(const DeltaHeader& header) {
    return "{\"base\":" + end_json(header.base) + ",\"target\":" + end_json(header.target) +
           ",\"as_of\":" + json_string(header.as_of) + ",\"infer_places\":" + (header.infer_places ? "true" : "false") +
           ",\"tables\":" + write_run_header(header.tables) + ",\"cities\":" + json_string(header.cities) +
           ",\"removed\":" + std::to_string(header.removed) + ",\"added\":" + std::to_string(header.added) +
           ",\"changed\":" + std::to_string(header.changed) + ",\"body_bytes\":" + std::to_string(header.body_bytes) +
           ",\"manifest\":" + json_string(header.manifest) + ",\"signature\":" + json_string(header.signature) + '}';
}

DeltaHeader read_delta_header(std::string_view json) {
    const simdjson::padded_string padded(json);
    simdjson::dom::parser parser;
    element object;
    if (parser.parse(padded).get(object) != simdjson::SUCCESS || !object.is_object()) {
        throw BuildFailure("no JSON object");
    }
    DeltaHeader header;
    header.base = read_end(object, "base");
    header.target = read_end(object, "target");
    header.as_of = text_of(object, "as_of");
    if (!header.as_of.empty() && !format::is_data_date(header.as_of)) {
        throw BuildFailure("no sound \"as_of\"");
    }
    header.infer_places = member<bool>(object, "infer_places");
    header.tables = read_run_header(simdjson::minify(member<element>(object, "tables")));
    header.cities = text_of(object, "cities");
    header.removed = member<std::uint64_t>(object, "removed");
    header.added = member<std::uint64_t>(object, "added");
    header.changed = member<std::uint64_t>(object, "changed");
    header.body_bytes = member<std::uint64_t>(object, "body_bytes");
    header.manifest = text_of(object, "manifest");
    header.signature = text_of(object, "signature");
    check_manifest(header);
    return header;
}

}  // namespace bizrec::builder

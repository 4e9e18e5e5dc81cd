#include "lmdb_builder/record/record_parser.hpp"

#include "lmdb_builder/record/json_line.hpp"
#include "lmdb_builder/record/known_fields.hpp"
#include "lmdb_builder/record/record_fields.hpp"

namespace bizrec::builder {

struct RecordParser::State {
    explicit State(const PlaceCatalog& places) noexcept : catalog(&places) {}

    const PlaceCatalog* catalog;
    JsonLine json;
    KnownFields fields;
};

RecordParser::RecordParser(const PlaceCatalog& catalog) : state_(std::make_unique<State>(catalog)) {}

RecordParser::~RecordParser() = default;

bool RecordParser::parse(std::string_view line, Record& record, RejectReason& reason) {
    std::string json = std::move(record.json);
    record = Record{};
    simdjson::dom::object object;
    if (!state_->json.parse(line, object, reason) || !state_->fields.collect(object, reason)) {
        return false;
    }
    FieldReader reader(state_->fields, reason);
    if (!read_record(reader, *state_->catalog, record)) {
        return false;
    }
    minify(line, json);
    record.json = std::move(json);
    return true;
}

}  // namespace bizrec::builder

#include "lmdb_builder/record/record_parser.hpp"

#include "lmdb_builder/record/json_line.hpp"
#include "lmdb_builder/record/known_fields.hpp"
#include "lmdb_builder/record/record_fields.hpp"

namespace bizrec::builder {

struct RecordParser::State {
    explicit State(const PlaceCatalog& places) noexcept : catalog(&places) {}

    bool parse_id(std::string_view line, Padding padding, Record& record, RejectReason& reason) {
        std::string kept = std::move(record.json);
        record = Record{};
        record.json = std::move(kept);
        simdjson::dom::object object;
        if (!json.parse(line, padding, object, reason) || !fields.collect(object, reason)) {
            return false;
        }
        FieldReader reader(fields, reason);
        return read_ids(reader, record);
    }

    const PlaceCatalog* catalog;
    JsonLine json;
    KnownFields fields;
};

RecordParser::RecordParser(const PlaceCatalog& catalog) : state_(std::make_unique<State>(catalog)) {}

RecordParser::~RecordParser() = default;

bool RecordParser::parse(std::string_view line, Record& record, RejectReason& reason) {
    return state_->parse_id(line, Padding::none, record, reason) && parse_rest(line, record, reason);
}

bool RecordParser::parse_padded(std::string_view line, Record& record, RejectReason& reason) {
    return parse_id_padded(line, record, reason) && parse_rest(line, record, reason);
}

bool RecordParser::parse_id_padded(std::string_view line, Record& record, RejectReason& reason) {
    static_assert(line_padding >= simdjson::SIMDJSON_PADDING);
    return state_->parse_id(line, Padding::behind, record, reason);
}

bool RecordParser::parse_rest(std::string_view line, Record& record, RejectReason& reason) {
    FieldReader reader(state_->fields, reason);
    if (!read_record(reader, *state_->catalog, record)) {
        return false;
    }
    minify(line, record.json);
    return true;
}

}  // namespace bizrec::builder

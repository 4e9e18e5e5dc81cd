#include "lmdb_builder/record/record_parser.hpp"

#include <simdjson.h>

#include "lmdb_builder/record/canonical_content.hpp"
#include "lmdb_builder/record/field_counts.hpp"
#include "lmdb_builder/record/json_line.hpp"
#include "lmdb_builder/record/known_fields.hpp"
#include "lmdb_builder/record/record_fields.hpp"

namespace bizrec::builder {

struct RecordParser::State {
    State(const PlaceCatalog& places, std::size_t max_size, CanonicalContent* writer, Lines given) noexcept
        : catalog(&places), max_bytes(max_size), canonical(writer), lines(given) {}

    bool parse_id(std::string_view line, Padding padding, Record& record, RejectReason& reason) {
        std::string kept = std::move(record.json);
        record = Record{};
        record.json = std::move(kept);
        is_object = json.parse(line, padding, object, reason);
        if (!is_object || !fields.collect(object, reason)) {
            return false;
        }
        FieldReader reader(fields, reason);
        return read_ids(reader, record);
    }

    bool keep_json(std::string_view line, Record& record, RejectReason& reason) const {
        if (lines == Lines::minified) {
            record.json.assign(line);
        } else {
            minify(line, record.json);
        }
        if (canonical != nullptr) {
            canonical->rewrite(object, fields, record);
        }
        if (record.json.size() <= max_bytes) {
            return true;
        }
        reason = {"", "record_too_large",
                  "expected at most " + std::to_string(max_bytes) + " bytes of minified JSON (--max-record), got " +
                      std::to_string(record.json.size())};
        return false;
    }

    const PlaceCatalog* catalog;
    std::size_t max_bytes;
    CanonicalContent* canonical;
    Lines lines;
    simdjson::dom::object object;
    JsonLine json;
    KnownFields fields;
    bool is_object = false;
};

RecordParser::RecordParser(const PlaceCatalog& catalog, std::size_t max_bytes, CanonicalContent* canonical, Lines lines)
    : state_(std::make_unique<State>(catalog, max_bytes, canonical, lines)) {}

RecordParser::~RecordParser() = default;

void RecordParser::count_fields(FieldCounts& counts) const {
    if (state_->is_object) {
        counts.add(state_->fields);
    }
}

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
    return read_record(reader, *state_->catalog, record) && state_->keep_json(line, record, reason);
}

}  // namespace bizrec::builder

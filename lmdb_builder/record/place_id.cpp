#include "lmdb_builder/record/place_id.hpp"

#include <simdjson.h>

#include "bizrec/text/visible.hpp"
#include "lmdb_builder/record/known_fields.hpp"

namespace bizrec::builder {
namespace {

constexpr std::string_view provider_prefix = "GOOGLE_MAP@";

bool read_from_sources(FieldReader& reader, std::string& out) {
    const auto given = reader.fields().first_of({Field::from_sources});
    simdjson::dom::object sources;
    simdjson::dom::object provider;
    simdjson::dom::element id;
    if (!given || given->value.get_object().get(sources) != simdjson::SUCCESS ||
        sources["GOOGLE_MAP"].get_object().get(provider) != simdjson::SUCCESS ||
        provider["id"].get(id) != simdjson::SUCCESS) {
        return true;
    }
    std::string_view value;
    const StringFault fault = FieldReader::string_value(id, value);
    if (fault != StringFault::none) {
        return reader.refuse_string(fault, "from_sources.GOOGLE_MAP.id", "a string", id);
    }
    out = value;
    return true;
}

}  // namespace

bool read_place_id(FieldReader& reader, std::string& out) {
    std::string source_id;
    std::string from_sources;
    if (!reader.text({Field::place_id}, out) || !reader.text({Field::source_id}, source_id) ||
        !read_from_sources(reader, from_sources)) {
        return false;
    }
    if (out.empty() && source_id.compare(0, provider_prefix.size(), provider_prefix) == 0) {
        out = source_id.substr(provider_prefix.size());
        out = text::is_blank(out) ? std::string() : out;
    }
    if (out.empty()) {
        out = std::move(from_sources);
    }
    return true;
}

}  // namespace bizrec::builder

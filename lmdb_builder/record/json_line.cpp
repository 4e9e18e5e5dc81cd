#include "lmdb_builder/record/json_line.hpp"

#include <simdjson.h>

#include "bizrec/text/visible.hpp"

namespace bizrec::builder {

std::string describe(simdjson::dom::element value) {
    switch (value.type()) {
        case simdjson::dom::element_type::STRING:
            return "the string \"" + text::visible_start(value.get_string().value_unsafe()) + '"';
        case simdjson::dom::element_type::ARRAY:
            return "an array";
        case simdjson::dom::element_type::OBJECT:
            return "an object";
        case simdjson::dom::element_type::BOOL:
            return value.get_bool().value_unsafe() ? "true" : "false";
        case simdjson::dom::element_type::NULL_VALUE:
            return "null";
        default:
            return "the number " + simdjson::minify(value);
    }
}

bool JsonLine::parse(std::string_view line, Padding padding, simdjson::dom::object& object, RejectReason& reason) {
    if (padding == Padding::none) {
        // simdjson reads past the end, so readable memory must follow the line.
        padded_.reserve(line.size() + format::RecordJson::padding);
        padded_.assign(line);
        padded_.append(format::RecordJson::padding, '\0');
        line = std::string_view(padded_).substr(0, line.size());
    }
    simdjson::dom::element root;
    format::RecordFault fault;
    if (!json_.parse(line, root, fault)) {
        reason = {std::move(fault.field), std::move(fault.code), std::move(fault.detail)};
        if (reason.code == "not_an_object") {
            reason.detail = "expected one JSON object, got " + describe(root);
        }
        return false;
    }
    return root.get_object().get(object) == simdjson::SUCCESS;
}

void minify(std::string_view json, std::string& out) {
    out.resize(json.size() + simdjson::SIMDJSON_PADDING);
    std::size_t length = 0;
    if (simdjson::minify(json.data(), json.size(), out.data(), length) != simdjson::SUCCESS) {
        out.assign(json);
        return;
    }
    out.resize(length);
}

}  // namespace bizrec::builder

#include "lmdb_builder/record/json_line.hpp"

#include "lmdb_builder/record/describe.hpp"
#include "lmdb_builder/record/tame_numbers.hpp"

namespace bizrec::builder {
namespace {

RejectReason reason_of(simdjson::error_code error, std::string_view line) {
    if (line.find('\0') != std::string_view::npos) {
        return {"", "nul_character", "expected one JSON object without NUL bytes"};
    }
    return {"", error == simdjson::UTF8_ERROR ? "invalid_utf8" : "invalid_json",
            "expected one JSON object: " + std::string(simdjson::error_message(error))};
}

}  // namespace

simdjson::error_code JsonLine::parse_copy(std::string_view text, simdjson::dom::element& root) {
    // simdjson reads past the end; what it finds there must be memory of ours.
    padded_.reserve(text.size() + simdjson::SIMDJSON_PADDING);
    padded_.assign(text);
    padded_.append(simdjson::SIMDJSON_PADDING, '\0');
    return parser_.parse(padded_.data(), text.size(), false).get(root);
}

bool JsonLine::parse(std::string_view line, Padding padding, simdjson::dom::object& object, RejectReason& reason) {
    simdjson::dom::element root;
    auto error =
        padding == Padding::behind ? parser_.parse(line.data(), line.size(), false).get(root) : parse_copy(line, root);
    if (error != simdjson::SUCCESS && tame_numbers(line, tamed_)) {
        error = parse_copy(tamed_, root);
    }
    if (error != simdjson::SUCCESS) {
        reason = reason_of(error, line);
        return false;
    }
    if (root.get_object().get(object) != simdjson::SUCCESS) {
        reason = {"", "not_an_object", "expected one JSON object, got " + describe(root)};
        return false;
    }
    return true;
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

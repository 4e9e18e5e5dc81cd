#include "lmdb_builder/import/source_object.hpp"

#include <simdjson.h>

#include <new>
#include <utility>

namespace bizrec::builder {
namespace {

namespace ondemand = simdjson::ondemand;

/// Returns the value of a result. The JSON has been parsed before, so the only possible error is a lack of memory.
template <class T>
T valid(simdjson::simdjson_result<T> result) {
    if (result.error() != simdjson::SUCCESS) {
        throw std::bad_alloc();
    }
    return std::move(result).value_unsafe();
}

/// Parses `raw` with simdjson's On Demand API, because its DOM does not know a value's place in the text. The document
/// is valid until the next call in this thread.
ondemand::document walk(std::string_view raw) {
    thread_local ondemand::parser parser;
    return valid(parser.iterate(raw.data(), raw.size(), raw.size() + simdjson::SIMDJSON_PADDING));
}

}  // namespace

void SourceObject::assign(simdjson::dom::object object, std::string_view raw) {
    members_.clear();
    ondemand::document document = walk(raw);
    auto member = object.begin();
    for (auto field : valid(document.get_object())) {
        members_.push_back({member.key(), member.value(), valid(simdjson::to_json_string(field.value()))});
        ++member;
    }
}

const SourceMember* SourceObject::find(std::string_view name) const noexcept {
    for (const SourceMember& member : members_) {
        if (member.name == name && !member.is_missing()) {
            return &member;
        }
    }
    return nullptr;
}

SourceMember* SourceObject::find(std::string_view name) noexcept {
    return const_cast<SourceMember*>(static_cast<const SourceObject*>(this)->find(name));
}

std::string_view SourceObject::text(std::string_view name) const noexcept {
    const SourceMember* member = find(name);
    return member != nullptr ? scalar_text(member->value, member->raw) : std::string_view();
}

SourceObject SourceObject::object(std::string_view name) const {
    const SourceMember* member = find(name);
    simdjson::dom::object below;
    return member != nullptr && member->value.get_object().get(below) == simdjson::SUCCESS
               ? SourceObject(below, member->raw)
               : SourceObject();
}

const SourceMember* flattened_column(const SourceObject& object,
                                     std::initializer_list<std::string_view> names) noexcept {
    for (const std::string_view name : names) {
        const SourceMember* member = object.find(name);
        std::string_view text;
        if (member != nullptr && member->value.get_string().get(text) == simdjson::SUCCESS && !text.empty() &&
            (text.front() == '[' || text.front() == '{')) {
            return member;
        }
    }
    return nullptr;
}

RejectReason flattened_reason(const SourceMember& column) {
    return {
        std::string(column.name), "flattened_column",
        "expected a list or a struct, got a text: the export went through CSV or a cast to VARCHAR; export it from the "
        "Parquet files as JSON: COPY (SELECT * FROM read_parquet('*.parquet')) TO 'places.json' (FORMAT JSON)"};
}

std::string_view scalar_text(simdjson::dom::element value, std::string_view raw) noexcept {
    std::string_view text;
    if (value.get_string().get(text) == simdjson::SUCCESS) {
        return text;
    }
    return value.is_number() ? raw : std::string_view();
}

std::string_view first_element(std::string_view raw) {
    ondemand::document document = walk(raw);
    return valid(simdjson::to_json_string(document.get_array().at(0)));
}

bool SourceParser::parse(std::string_view json, SourceObject& object, RejectReason& reason) {
    simdjson::dom::object members;
    if (!line_.parse(json, members, reason)) {
        return false;
    }
    minify(json, raw_);
    object.assign(members, raw_);
    return true;
}

}  // namespace bizrec::builder

#include "lmdb_builder/import/source_object.hpp"

namespace bizrec::builder {
namespace {

/// The end of the string that begins at `at`.
std::size_t end_of_string(std::string_view json, std::size_t at) noexcept {
    for (std::size_t quote = json.find('"', at + 1);; quote = json.find('"', quote + 1)) {
        std::size_t escapes = quote;
        while (json[escapes - 1] == '\\') {
            --escapes;
        }
        if ((quote - escapes) % 2 == 0) {
            return quote + 1;
        }
    }
}

/// The end of the value that begins at `at`, in valid minified JSON.
std::size_t end_of_value(std::string_view json, std::size_t at) noexcept {
    std::size_t depth = 0;
    do {
        switch (json[at]) {
            case '"':
                at = end_of_string(json, at);
                continue;
            case '{':
            case '[':
                ++depth;
                break;
            case '}':
            case ']':
                if (depth == 0) {
                    return at;  // behind a number or a word: the bracket of what is around it
                }
                --depth;
                break;
            case ',':
                if (depth == 0) {
                    return at;
                }
                break;
            default:
                break;
        }
        ++at;
    } while (depth > 0 || (json[at] != ',' && json[at] != '}' && json[at] != ']'));
    return at;
}

}  // namespace

void SourceObject::assign(simdjson::dom::object object, std::string_view raw) {
    members_.clear();
    std::size_t at = 1;
    for (const auto& member : object) {
        const std::size_t begin = end_of_string(raw, at) + 1;
        const std::size_t end = end_of_value(raw, begin);
        members_.push_back({member.key, member.value, raw.substr(begin, end - begin)});
        at = end + 1;
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

std::string_view scalar_text(simdjson::dom::element value, std::string_view raw) noexcept {
    std::string_view text;
    if (value.get_string().get(text) == simdjson::SUCCESS) {
        return text;
    }
    return value.is_number() ? raw : std::string_view();
}

std::vector<std::string_view> split_array(std::string_view raw) {
    std::vector<std::string_view> elements;
    for (std::size_t at = 1; at + 1 < raw.size();) {
        const std::size_t end = end_of_value(raw, at);
        elements.push_back(raw.substr(at, end - at));
        at = end + 1;
    }
    return elements;
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

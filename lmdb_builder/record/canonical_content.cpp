#include "lmdb_builder/record/canonical_content.hpp"

#include <simdjson.h>
#include <algorithm>
#include <optional>
#include <utility>

#include "bizrec/base/json_text.hpp"
#include "bizrec/format/uuid.hpp"
#include "bizrec/text/visible.hpp"
#include "lmdb_builder/record/aliases.hpp"
#include "lmdb_builder/record/fields.hpp"
#include "lmdb_builder/record/known_fields.hpp"

namespace bizrec::builder {
namespace {

/// The position after the string that begins at `at`.
std::size_t end_of_string(std::string_view text, std::size_t at) noexcept {
    for (++at; text[at] != '"'; ++at) {
        at += text[at] == '\\' ? 1 : 0;
    }
    return at + 1;
}

std::size_t end_of_container(std::string_view text, std::size_t at) noexcept {
    std::size_t depth = 0;
    do {
        const char c = text[at];
        if (c == '"') {
            at = end_of_string(text, at);
            continue;
        }
        depth += c == '{' || c == '[' ? 1 : 0;
        depth -= c == '}' || c == ']' ? 1 : 0;
        ++at;
    } while (depth != 0);
    return at;
}

std::size_t end_of_value(std::string_view text, std::size_t at) noexcept {
    const char first = text[at];
    if (first == '"') {
        return end_of_string(text, at);
    }
    return first == '{' || first == '[' ? end_of_container(text, at) : text.find_first_of(",]}", at);
}

}  // namespace

/// Returns the token and skips the separator after it.
std::string_view RawJson::token(std::size_t end) noexcept {
    const std::string_view found = text_.substr(at_, end - at_);
    at_ = end + 1;
    return found;
}

std::string_view RawJson::key() noexcept {
    return token(end_of_string(text_, at_));
}

std::string_view RawJson::value() noexcept {
    return token(end_of_value(text_, at_));
}

namespace {

namespace dom = simdjson::dom;

constexpr aliases::Names renamed[] = {aliases::id,       aliases::website,   aliases::postal_code,
                                      aliases::latitude, aliases::longitude, aliases::valid_website,
                                      aliases::refreshed};

/// A field's canonical name. `given`: the first of the field's names that has a value in the record; nullopt if none
/// has, or if the field has only one name.
struct NamedField {
    Field name;
    std::optional<GivenField> given;
};

NamedField named(Field field, const KnownFields& fields) {
    for (const aliases::Names names : renamed) {
        if (std::find(names.begin(), names.end(), field) != names.end()) {
            return {*names.begin(), fields.first_of(names)};
        }
    }
    return {field, std::nullopt};
}

/// The name of an ownership type in the specification; "" for an unknown type.
std::string_view ownership_name(std::uint8_t ownership) noexcept {
    for (const auto& [name, value] : ownership_names) {
        if (static_cast<std::uint8_t>(value) == ownership) {
            return name;
        }
    }
    return "";
}

bool has_text(dom::object object, std::string_view name) {
    std::string_view text;
    return object[name].get(text) == simdjson::SUCCESS && !text::is_blank(text);
}

/// Whether the value is an array of objects in which platform and url are texts that are not blank. Other members are
/// allowed.
bool are_links_in_shape(dom::element value) {
    dom::array links;
    if (value.get(links) != simdjson::SUCCESS) {
        return false;
    }
    for (const dom::element link : links) {
        dom::object object;
        if (link.get(object) != simdjson::SUCCESS || !has_text(object, "platform") || !has_text(object, "url")) {
            return false;
        }
    }
    return true;
}

}  // namespace

std::string_view difference_name(std::size_t difference) noexcept {
    constexpr std::string_view names[difference_count] = {"renamed_fields", "removed_nulls",   "lower_case_ids",
                                                          "country_codes",  "ownership_types", "reshaped_social_links"};
    return names[difference];
}

void CanonicalContent::rewrite(dom::object object, const KnownFields& fields, Record& record) {
    out_ = "{";
    RawJson raw(record.json);
    for (const auto member : object) {
        const std::string_view key = raw.key();
        append_member(key, raw.value(), member, fields, record);
    }
    out_ += '}';
    record.json.swap(out_);
}

void CanonicalContent::append_member(std::string_view key, std::string_view raw, dom::key_value_pair member,
                                     const KnownFields& fields, const Record& record) {
    const auto field = find_field(member.key);
    const NamedField target = field ? named(*field, fields) : NamedField{};
    const bool is_given = target.given && target.given->field == *field;
    const bool gives_way = target.given && !is_given && target.name == *field;
    if (is_removed(member.value)) {
        return;
    }
    if (gives_way) {
        return count(Difference::removed_nulls);
    }
    separate('{');
    if (is_given && target.name != *field) {
        append_json_string(out_, field_name(target.name));
        count(Difference::renamed_fields);
    } else {
        out_ += key;
    }
    out_ += ':';
    if (field) {
        append_value(is_given ? target.name : *field, raw, member.value, record);
    } else {
        append_without_nulls(raw, member.value);
    }
}

/// Appends the value in the shape that the specification requires. `field`: the name under which the value is written.
void CanonicalContent::append_value(Field field, std::string_view raw, dom::element value, const Record& record) {
    switch (field) {
        case Field::store_id:
            return append_id(record.id, raw);
        case Field::brand_id:
            return record.has_brand ? append_id(record.brand, raw) : append_without_nulls(raw, value);
        case Field::country:
            return append_known(record.country, raw, Difference::country_codes);
        case Field::ownership_type:
            return append_known(ownership_name(record.ownership), raw, Difference::ownership_types);
        case Field::social_media_links:
            return append_links(raw, value, record);
        default:
            return append_without_nulls(raw, value);
    }
}

/// Appends `text` instead of the value `raw`, and counts `difference` if the two differ. If `text` is "", appends
/// `raw`. `text` must need no escapes: it is an id, a country code or an ownership type.
void CanonicalContent::append_known(std::string_view text, std::string_view raw, Difference difference) {
    if (text.empty() || raw.substr(1, raw.size() - 2) == text) {
        out_ += raw;
        return;
    }
    append_json_string(out_, text);
    count(difference);
}

void CanonicalContent::append_id(const format::Uuid& id, std::string_view raw) {
    char text[format::uuid_characters];
    format::write_uuid(id, text);
    append_known({text, sizeof text}, raw, Difference::lower_case_ids);
}

void CanonicalContent::append_links(std::string_view raw, dom::element value, const Record& record) {
    if (are_links_in_shape(value)) {
        return append_without_nulls(raw, value);
    }
    count(Difference::reshaped_social_links);
    out_ += '[';
    for (const ProfileLink& link : record.profiles) {
        separate('[');
        out_ += "{\"platform\":";
        append_json_string(out_, platform_of(link));
        out_ += ",\"url\":";
        append_json_string(out_, link.value);
        out_ += '}';
    }
    out_ += ']';
}

/// The platform that the record names, otherwise the one that the link's address belongs to, otherwise "other". A
/// platform name is ignored if it contains a NUL: the key of a map may contain one, but no text of a record may.
std::string CanonicalContent::platform_of(const ProfileLink& link) {
    if (!text::is_blank(link.platform) && link.platform.find('\0') == std::string::npos) {
        return link.platform;
    }
    normaliser_.labelled_profile(link.platform, link.value, identity_);
    return identity_.kind == identity::Kind::social ? identity_.key.substr(0, identity_.key.find(':')) : "other";
}

void CanonicalContent::append_without_nulls(std::string_view raw, dom::element value) {
    const bool has_null = raw.find("null") != std::string_view::npos;
    if (has_null && value.is_object()) {
        append_members_without_nulls(raw, value);
    } else if (has_null && value.is_array()) {
        append_elements_without_nulls(raw, value);
    } else {
        out_ += raw;
    }
}

void CanonicalContent::append_members_without_nulls(std::string_view raw, dom::object object) {
    out_ += '{';
    RawJson walk(raw);
    for (const auto member : object) {
        const std::string_view key = walk.key();
        const std::string_view value = walk.value();
        if (!is_removed(member.value)) {
            separate('{');
            out_ += key;
            out_ += ':';
            append_without_nulls(value, member.value);
        }
    }
    out_ += '}';
}

void CanonicalContent::append_elements_without_nulls(std::string_view raw, dom::array array) {
    out_ += '[';
    RawJson walk(raw);
    for (const dom::element element : array) {
        const std::string_view value = walk.value();
        if (!is_removed(element)) {
            separate('[');
            append_without_nulls(value, element);
        }
    }
    out_ += ']';
}

bool CanonicalContent::is_removed(dom::element value) noexcept {
    if (value.is_null()) {
        count(Difference::removed_nulls);
        return true;
    }
    return false;
}

/// Appends a comma unless the container has just been opened. This works because a value never ends with an opening
/// bracket, and a string ends with a quote.
void CanonicalContent::separate(char opening) {
    if (out_.back() != opening) {
        out_ += ',';
    }
}

}  // namespace bizrec::builder

#include "lmdb_builder/import/moved_fields.hpp"

#include <algorithm>

#include "bizrec/base/ascii.hpp"
#include "bizrec/base/json_text.hpp"
#include "lmdb_builder/import/source_object.hpp"

namespace bizrec::builder {

void move_texts(std::initializer_list<Renamed> renames, SourceObject& object, RecordLine& line) {
    for (const auto& [name, field] : renames) {
        SourceMember* member = object.find(name);
        if (member == nullptr || line.has(field)) {
            continue;
        }
        if (member->value.is_string()) {
            line.add_raw(field, member->raw);
            member->used = true;
        } else if (member->value.is_number()) {
            line.add_text(field, member->raw);
            member->used = true;
        }
    }
}

void move_values(std::initializer_list<Renamed> renames, SourceObject& object, RecordLine& line) {
    for (const auto& [name, field] : renames) {
        SourceMember* member = object.find(name);
        if (member != nullptr && !line.has(field)) {
            line.add_raw(field, member->raw);
            member->used = true;
        }
    }
}

void keep_rest(const SourceObject& object, RecordLine& line) {
    for (const SourceMember& member : object.members()) {
        if (!member.used && !member.is_missing()) {
            line.keep(member.name, member.raw);
        }
    }
}

void add_point(const GeoPoint& point, RecordLine& line) {
    line.add_raw(Field::latitude, shortest_decimal(point.latitude));
    line.add_raw(Field::longitude, shortest_decimal(point.longitude));
}

void append_profile(std::string_view platform, std::string_view url, std::string& links) {
    links += links.empty() ? "{\"platform\":" : ",{\"platform\":";
    append_json_string(links, platform);
    links += ",\"url\":";
    append_json_string(links, url);
    links += '}';
}

void add_profiles(const std::string& links, RecordLine& line) {
    if (!links.empty()) {
        line.add_raw(Field::social_media_links, "[" + links + "]");
    }
}

std::vector<std::string_view> split_trimmed(std::string_view text, char separator) {
    std::vector<std::string_view> parts;
    for (std::size_t begin = 0; begin <= text.size();) {
        const std::size_t end = std::min(text.find(separator, begin), text.size());
        const std::string_view part = trim(text.substr(begin, end - begin), " ");
        if (!part.empty()) {
            parts.push_back(part);
        }
        begin = end + 1;
    }
    return parts;
}

std::string plain_label(std::string_view label) {
    std::string plain(label);
    std::replace(plain.begin(), plain.end(), '_', ' ');
    return plain;
}

}  // namespace bizrec::builder

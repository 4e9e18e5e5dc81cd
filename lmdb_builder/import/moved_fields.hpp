#pragma once

#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include "lmdb_builder/import/geo_point.hpp"
#include "lmdb_builder/import/record_line.hpp"

namespace bizrec::builder {

class SourceObject;

/// A member of the source, and the record's name for it.
struct Renamed {
    std::string_view name;
    Field field;
};

/// Moves members to text fields of the record: strings unchanged, numbers as text. If several members map to one field,
/// the first with a value counts; later ones, and members of other types, stay unused for keep_rest().
void move_texts(std::initializer_list<Renamed> renames, SourceObject& object, RecordLine& line);

/// Moves members of any type unchanged. If several members map to one field, the first with a value counts.
void move_values(std::initializer_list<Renamed> renames, SourceObject& object, RecordLine& line);

/// Keeps all unused members, except null and "".
void keep_rest(const SourceObject& object, RecordLine& line);

/// Adds latitude and longitude.
void add_point(const GeoPoint& point, RecordLine& line);

/// Appends a profile as {"platform":…,"url":…} to `links`, which is the inside of a JSON array.
void append_profile(std::string_view platform, std::string_view url, std::string& links);
/// Adds social_media_links. `links`: the inside of a JSON array; if it is "", nothing is added.
void add_profiles(const std::string& links, RecordLine& line);

/// The trimmed parts of a text between separators, without empty ones.
std::vector<std::string_view> split_trimmed(std::string_view text, char separator);

/// Makes a label from a data file readable for people: "fast food" for "fast_food".
std::string plain_label(std::string_view label);

}  // namespace bizrec::builder

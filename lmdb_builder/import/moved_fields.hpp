#pragma once

#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include "lmdb_builder/import/geo_point.hpp"
#include "lmdb_builder/import/record_line.hpp"

namespace bizrec::builder {

class SourceObject;

/// A member of the source under the name that the record has for it.
struct Renamed {
    std::string_view name;
    Field field;
};

/// Moves members that the record has a text field for: strings as they came, numbers as text. Of several for one field
/// the first that is given counts; the others, and members of other types, stay for keep_rest().
void move_texts(std::initializer_list<Renamed> renames, SourceObject& object, RecordLine& line);

/// Moves members as they are, of whatever type.
void move_values(std::initializer_list<Renamed> renames, SourceObject& object, RecordLine& line);

/// Keeps what nothing has used, but null and "".
void keep_rest(const SourceObject& object, RecordLine& line);

/// latitude and longitude.
void add_point(const GeoPoint& point, RecordLine& line);

/// A profile as {"platform":…,"url":…}, appended to `links`, which is the inside of a JSON array.
void append_profile(std::string_view platform, std::string_view url, std::string& links);
/// social_media_links from such an inside; nothing where it is "".
void add_profiles(const std::string& links, RecordLine& line);

/// Each part of a text between separators, without spaces around; no empty one.
std::vector<std::string_view> split_trimmed(std::string_view text, char separator);

/// A machine's label for people: "fast_food" is "fast food".
std::string plain_label(std::string_view label);

}  // namespace bizrec::builder

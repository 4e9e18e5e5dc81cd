#pragma once

#include <initializer_list>

#include "lmdb_builder/record/fields.hpp"

/// The alternative names of each field, the specification's name first. If a record has several, the first one with a
/// value counts (docs/records.md).
namespace bizrec::builder::aliases {

using Names = std::initializer_list<Field>;

inline constexpr Names id = {Field::store_id, Field::id};
inline constexpr Names website = {Field::website_url, Field::website};
inline constexpr Names postal_code = {Field::zip_code, Field::zipcode, Field::postal_code};
inline constexpr Names latitude = {Field::latitude, Field::lat};
inline constexpr Names longitude = {Field::longitude, Field::long_, Field::lon, Field::lng};
inline constexpr Names valid_website = {Field::website_status, Field::has_valid_website};
inline constexpr Names refreshed = {Field::info_refreshed_at, Field::updated_at};

}  // namespace bizrec::builder::aliases

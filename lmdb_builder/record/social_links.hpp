#pragma once

#include <vector>

#include "lmdb_builder/record/field_reader.hpp"

namespace bizrec::builder {

/// Reads social_media_links in its three shapes: an array of {"platform": …, "url": …}, a map of platform to URL or to
/// an array of URLs, or an array of URLs. An array may mix shapes. null and "" are skipped. Appends to `links`. False:
/// the record is refused, and the reader's reason says why.
bool read_social_links(FieldReader& reader, std::vector<ProfileLink>& links);

}  // namespace bizrec::builder

#pragma once

#include <string>
#include <string_view>

#include "bizrec/format/layout.hpp"

namespace bizrec::builder {

/// UUID version 5 (RFC 9562 section 5.5): SHA-1 of the namespace and the name. UUID libraries of other languages give
/// the same result (Python: uuid.uuid5), so that others can compute the ids of an import.
format::Uuid name_based_uuid(const format::Uuid& name_space, std::string_view name);

/// The namespace of a domain's owner: uuid5(NAMESPACE_DNS, domain).
format::Uuid domain_namespace(std::string_view domain);

/// The id of a source as a UUID: the id itself, in lower case, if it is a UUID; otherwise name-based.
std::string id_or_derived(const format::Uuid& name_space, std::string_view source_id);

/// The brand id of a Wikidata item ("Q38076"): the same from every source. "" if the text is no item.
std::string wikidata_brand_id(std::string_view item);

}  // namespace bizrec::builder

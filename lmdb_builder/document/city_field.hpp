#pragma once

#include <string_view>

#include "lmdb_builder/catalog/place_catalog.hpp"
#include "lmdb_builder/document/document.hpp"

namespace bizrec::builder {

/// Sets the city of `place` from the city field of a record. A field with a state or the country after a comma
/// ("Orlando, FL", "Paris, Texas, USA") gives the city alone; its state becomes the state of `place` if that has none.
/// If the state differs from that of `place`, or another text follows the comma, the whole field is the name of the
/// city. The caller has already set the country and the state of `place`.
void read_city_field(const PlaceCatalog& catalog, std::string_view field, DocumentPlace& place);

}  // namespace bizrec::builder

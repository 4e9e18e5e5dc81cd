#pragma once

#include <string_view>

#include "lmdb_builder/catalog/place_catalog.hpp"
#include "lmdb_builder/document/document.hpp"

namespace bizrec::builder {

/// Sets the city of `place` from the city field of a record. A field with a state or the country after a comma
/// ("Orlando, FL", "Paris, Texas, USA") gives the city alone; its state becomes that of a place without one. A field
/// whose state differs from that of `place` is a city as a whole, and so is one with another text after the comma.
/// `place`: its country and state are set.
void read_city_field(const PlaceCatalog& catalog, std::string_view field, DocumentPlace& place);

}  // namespace bizrec::builder

#pragma once

#include <gtest/gtest.h>

#include <cstdlib>

#include "lmdb_builder/catalog/place_catalog.hpp"

namespace bizrec::builder {

/// The place catalogue of this machine, loaded once.
inline const PlaceCatalog& machine_catalog() {
    static const Result<PlaceCatalog> loaded = PlaceCatalog::load();
    if (!loaded) {
        ADD_FAILURE() << loaded.error().message;
        std::abort();
    }
    return loaded.value();
}

}  // namespace bizrec::builder

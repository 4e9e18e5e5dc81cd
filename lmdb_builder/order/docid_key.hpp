#pragma once

#include <string>
#include <string_view>

#include "lmdb_builder/document/document.hpp"
#include "lmdb_builder/order/place_statistics.hpp"

namespace bizrec::builder {

/// Makes the keys by which documents are sorted into the order of docids: the rank of the place, the Hilbert value of
/// the record's position, and the record's id. Use one object per thread.
class DocidKey {
public:
    /// The key of a document that is sorted among the documents of the place `ranked`. `places` must contain this
    /// place. The returned view is valid until the next call.
    std::string_view of(const DocumentColumns& columns, const DocumentPlace& ranked, const PlaceStatistics& places);

private:
    PlaceKey place_key_;
    std::string key_;
};

}  // namespace bizrec::builder

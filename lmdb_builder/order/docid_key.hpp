#pragma once

#include <string>
#include <string_view>

#include "lmdb_builder/document/document.hpp"
#include "lmdb_builder/order/place_statistics.hpp"

namespace bizrec::builder {

/// Makes the keys by which documents are sorted into the order of docids: the place's rank, the Hilbert value of the
/// record, its id. One object a thread.
class DocidKey {
public:
    /// Of a document that stands in the order as one at `ranked`, which `places` has ranked. Valid until the next call.
    std::string_view of(const DocumentColumns& columns, const DocumentPlace& ranked, const PlaceStatistics& places);

private:
    PlaceKey place_key_;
    std::string key_;
};

}  // namespace bizrec::builder

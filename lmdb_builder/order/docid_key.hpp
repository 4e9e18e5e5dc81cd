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
    /// Of an encoded document that stands in the order as one at `ranked`, which `places` has ranked. Valid until the
    /// next call. Throws BuildFailure.
    std::string_view of(std::string_view document, const DocumentPlace& ranked, const PlaceStatistics& places);

private:
    DocumentColumns columns_;
    DocumentPlace place_;
    PlaceKey place_key_;
    std::string key_;
};

}  // namespace bizrec::builder

#pragma once

#include <cstdint>
#include <vector>

#include "bizrec/place/box.hpp"
#include "bizrec/place/position.hpp"

namespace bizrec::store {
class IndexWriter;
}

namespace bizrec::builder {

/// The two-level map of bounding boxes: one box for each documents_per_box documents, one for each boxes_per_group
/// boxes. 16 bytes of memory for 256 documents.
class BoxMap {
public:
    /// In the order of docids. Documents without a position widen nothing.
    void add(place::Position position);
    void write(store::IndexWriter& writer) const;

private:
    std::vector<place::Box> boxes_;
    std::uint64_t documents_ = 0;
};

}  // namespace bizrec::builder

#pragma once

#include <cstdint>
#include <vector>

#include "bizrec/place/box.hpp"
#include "bizrec/place/position.hpp"

namespace bizrec::store {
class IndexWriter;
}

namespace bizrec::builder {

/// The two-level map of bounding boxes: one box for each documents_per_box documents, and one for each boxes_per_group
/// boxes. It needs 16 bytes of memory for each documents_per_box documents.
class BoxMap {
public:
    /// Call it in the order of docids. Documents without a position do not widen a box.
    void add(place::Position position);
    void write(store::IndexWriter& writer) const;

private:
    std::vector<place::Box> boxes_;
    std::uint64_t documents_ = 0;
};

}  // namespace bizrec::builder

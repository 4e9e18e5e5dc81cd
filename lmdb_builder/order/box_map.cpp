#include "lmdb_builder/order/box_map.hpp"

#include <algorithm>

#include "bizrec/format/layout.hpp"
#include "bizrec/store/index_writer.hpp"
#include "lmdb_builder/system/failure.hpp"

namespace bizrec::builder {
namespace {

bool is_empty(const place::Box& box) noexcept {
    return box.south > box.north;
}

/// Widens `box` until it contains `other`. The builder's boxes never cross the antimeridian: west <= east.
void widen(place::Box& box, const place::Box& other) noexcept {
    if (is_empty(other)) {
        return;
    }
    if (is_empty(box)) {
        box = other;
        return;
    }
    box.south = std::min(box.south, other.south);
    box.north = std::max(box.north, other.north);
    box.west = std::min(box.west, other.west);
    box.east = std::max(box.east, other.east);
}

}  // namespace

void BoxMap::add(place::Position position) {
    if (documents_++ % format::documents_per_box == 0) {
        boxes_.push_back({});
    }
    if (position.exists()) {
        widen(boxes_.back(), {position.latitude, position.longitude, position.latitude, position.longitude});
    }
}

void BoxMap::write(store::IndexWriter& writer) const {
    std::vector<place::Box> groups;
    for (std::size_t i = 0; i < boxes_.size(); ++i) {
        if (i % format::boxes_per_group == 0) {
            groups.push_back({});
        }
        widen(groups.back(), boxes_[i]);
    }
    must(writer.append(format::Section::boxes, boxes_.data(), boxes_.size() * sizeof(place::Box)));
    must(writer.append(format::Section::box_groups, groups.data(), groups.size() * sizeof(place::Box)));
}

}  // namespace bizrec::builder

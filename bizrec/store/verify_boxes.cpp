#include "bizrec/store/verify.hpp"

#include <algorithm>

#include "bizrec/place/box.hpp"
#include "bizrec/place/position.hpp"

namespace bizrec::store {
namespace {

using format::Section;

/// How tightly a box encloses the positions of its documents.
struct Fit {
    bool any = false;                                               ///< a document has a position
    bool south = false, west = false, north = false, east = false;  ///< an edge touches one of the positions

    void add(const place::Box& box, place::Position p) noexcept {
        any = true;
        south = south || p.latitude == box.south;
        north = north || p.latitude == box.north;
        west = west || p.longitude == box.west;
        east = east || p.longitude == box.east;
    }
    bool tight(const place::Box& box) const noexcept {
        return any ? south && west && north && east : box.south > box.north;
    }
};

/// Checks that each box contains the positions of its `unit` documents and has a position on every edge. If none of the
/// documents has a position, the box must be empty. A box that is too small loses rows; a box that is too large only
/// costs time. Both are errors.
Status check_boxes(const Generation& g, Section section, const place::Box* boxes, std::uint64_t unit) {
    for (std::uint64_t begin = 0; begin < g.documents(); begin += unit) {
        const auto number = static_cast<std::size_t>(begin / unit);
        const place::Box& box = boxes[number];
        const std::uint64_t end = std::min<std::uint64_t>(begin + unit, g.documents());
        Fit fit;
        for (std::uint64_t docid = begin; docid < end; ++docid) {
            const place::Position position = g.position[static_cast<std::uint32_t>(docid)];
            if (!position.exists()) {
                continue;
            }
            fit.add(box, position);
            if (!place::contains(box, position)) {
                return chunk_error(
                    section, 0,
                    "box " + std::to_string(number) + " leaves document " + std::to_string(docid) + " outside");
            }
        }
        if (!fit.tight(box)) {
            return chunk_error(section, 0, "box " + std::to_string(number) + " is not the box of its documents");
        }
    }
    return ok();
}

Status check_box_section(const Generation& g, Section section, const place::Box* boxes, std::uint64_t count,
                         std::uint64_t unit) {
    if (count == 0) {
        return ok();
    }
    if (!zeros_from(g.chunks(section)[0], count * sizeof(place::Box))) {
        return chunk_error(section, 0, "padding is not zero");
    }
    return check_boxes(g, section, boxes, unit);
}

}  // namespace

Status verify_boxes(const Generation& g) {
    if (auto status = check_box_section(g, Section::boxes, g.boxes(), g.box_count(), format::documents_per_box);
        !status) {
        return status;
    }
    return check_box_section(g, Section::box_groups, g.box_groups(), g.box_group_count(),
                             std::uint64_t{format::documents_per_box} * format::boxes_per_group);
}

}  // namespace bizrec::store

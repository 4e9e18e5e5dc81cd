#include "bizrec/format/layout.hpp"
#include "bizrec/place/box.hpp"

namespace bizrec::format {

std::string_view section_name(Section section) noexcept {
    switch (section) {
        case Section::dictionary:
            return "dictionary";
        case Section::content:
            return "content";
        case Section::uuid:
            return "uuid";
        case Section::position:
            return "position";
        case Section::quality:
            return "quality";
        case Section::num_stores:
            return "num_stores";
        case Section::reviews:
            return "reviews";
        case Section::rating:
            return "rating";
        case Section::price_tier:
            return "price_tier";
        case Section::ownership:
            return "ownership";
        case Section::flags:
            return "flags";
        case Section::opened:
            return "opened";
        case Section::refreshed:
            return "refreshed";
        case Section::place_ids:
            return "place_ids";
        case Section::id_buckets:
            return "id_buckets";
        case Section::boxes:
            return "boxes";
        case Section::box_groups:
            return "box_groups";
        case Section::identities:
            return "identities";
        case Section::places:
            return "places";
        case Section::terms:
            return "terms";
        case Section::postings:
            return "postings";
        case Section::vocabulary:
            return "vocabulary";
        case Section::spellings:
            return "spellings";
        case Section::glued_names:
            return "glued_names";
        case Section::glued_spellings:
            return "glued_spellings";
        case Section::rules:
            return "rules";
        case Section::meta:
            return "meta";
    }
    return "unknown";
}

std::array<unsigned char, 6> chunk_key(Section section, std::uint32_t chunk) noexcept {
    const auto number = static_cast<std::uint16_t>(section);
    return {static_cast<unsigned char>(number >> 8), static_cast<unsigned char>(number),
            static_cast<unsigned char>(chunk >> 24), static_cast<unsigned char>(chunk >> 16),
            static_cast<unsigned char>(chunk >> 8),  static_cast<unsigned char>(chunk)};
}

std::size_t column_element_bytes(Section section) noexcept {
    switch (section) {
        case Section::uuid:
            return sizeof(Uuid);
        case Section::position:
            return sizeof(place::Position);
        case Section::num_stores:
        case Section::reviews:
            return sizeof(std::uint32_t);
        case Section::rating:
            return sizeof(float);
        case Section::quality:
        case Section::price_tier:
        case Section::ownership:
        case Section::flags:
            return sizeof(std::uint8_t);
        case Section::opened:
        case Section::refreshed:
            return sizeof(std::int64_t);
        default:
            return 0;
    }
}

// The map is read as these types, so their layout is part of the format.
static_assert(sizeof(place::Position) == 8 && sizeof(place::Box) == 16 && sizeof(Uuid) == 16);
static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "the index is read in place and is little-endian");

}  // namespace bizrec::format

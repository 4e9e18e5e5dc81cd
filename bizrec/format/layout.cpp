#include "bizrec/format/layout.hpp"

#include "bizrec/format/columns.hpp"
#include "bizrec/place/box.hpp"

namespace bizrec::format {
namespace {

std::string_view column_name(Section section) noexcept {
    std::string_view name = "unknown";
    for_each_column([&](auto row) { name = row.section == section ? row.name : name; });
    return name;
}

constexpr std::array<std::uint32_t, section_count + 1> list_first_versions() noexcept {
    std::array<std::uint32_t, section_count + 1> versions{};
    for (const Section section : {Section::spellings, Section::glued_names, Section::glued_spellings}) {
        versions[static_cast<std::size_t>(section)] = first_version_with_spellings;
    }
    for_each_column([&versions](auto row) { versions[static_cast<std::size_t>(row.section)] = row.since; });
    return versions;
}
constexpr auto first_versions = list_first_versions();

}  // namespace

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
        default:
            return column_name(section);
    }
}

std::uint32_t first_version_of(Section section) noexcept {
    return first_versions[static_cast<std::size_t>(section)];
}

bool is_optional_section(Section section) noexcept {
    bool is_optional = false;
    for_each_column([&](auto row) { is_optional = is_optional || (row.section == section && row.since != 0); });
    return is_optional;
}

bool is_section_of(Section section, std::uint32_t version) noexcept {
    return first_version_of(section) <= version;
}

std::uint32_t section_of_number(std::uint32_t number, std::uint32_t version) noexcept {
    std::uint32_t section = 1;
    for (std::uint32_t count = 0; section <= section_count; ++section) {
        count += is_section_of(static_cast<Section>(section), version) ? 1 : 0;
        if (count == number && number != 0) {
            break;
        }
    }
    return section;
}

std::array<unsigned char, 6> chunk_key(Section section, std::uint32_t chunk, std::uint32_t version) noexcept {
    std::uint32_t number = 0;
    for (std::uint32_t i = 1; i <= static_cast<std::uint32_t>(section); ++i) {
        number += is_section_of(static_cast<Section>(i), version) ? 1 : 0;
    }
    return {static_cast<unsigned char>(number >> 8), static_cast<unsigned char>(number),
            static_cast<unsigned char>(chunk >> 24), static_cast<unsigned char>(chunk >> 16),
            static_cast<unsigned char>(chunk >> 8),  static_cast<unsigned char>(chunk)};
}

std::size_t column_element_bytes(Section section) noexcept {
    std::size_t bytes = section == Section::uuid       ? sizeof(Uuid)
                        : section == Section::position ? sizeof(place::Position)
                                                       : 0;
    for_each_column([&](auto row) { bytes = row.section == section ? sizeof(ValueOf<decltype(row)>) : bytes; });
    return bytes;
}

// The map is read as these types, so their layout is part of the format.
static_assert(sizeof(place::Position) == 8 && sizeof(place::Box) == 16 && sizeof(Uuid) == 16);
static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "the index is read in place and is little-endian");

}  // namespace bizrec::format

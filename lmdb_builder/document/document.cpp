#include "lmdb_builder/document/document.hpp"

#include <cstring>

#include "lmdb_builder/memory/byte_codec.hpp"

namespace bizrec::builder {
namespace {

/// Calls `visit` for the columns that are in the bytes of every document, in the order of these bytes. The optional
/// columns of format/columns.hpp follow only in documents with a value in one of them, so the bytes of all other
/// documents do not depend on them.
template <class Columns, class Visit>
void visit_columns(Columns& columns, Visit visit) {
    visit(columns.id);
    visit(columns.position);
    visit(columns.num_stores);
    visit(columns.reviews);
    visit(columns.opened);
    visit(columns.refreshed);
    visit(columns.rating);
    visit(columns.quality);
    visit(columns.price_tier);
    visit(columns.ownership);
    visit(columns.flags);
}
constexpr std::size_t column_bytes = 56;

constexpr std::size_t count_required_columns() noexcept {
    std::size_t count = 0;
    format::for_each_column([&count](auto row) { count += format::is_optional_column<decltype(row)> ? 0 : 1; });
    return count;
}
static_assert(count_required_columns() == 9, "visit_columns() has a line for each, and column_bytes their bytes");

/// A bit that `flags` has only in the encoded bytes: optional columns follow.
constexpr std::uint8_t has_optional_columns = 0x80;
static_assert((has_optional_columns & format::flag::all) == 0);

bool has_optional(const DocumentColumns& columns) noexcept {
    return !format::all_of_columns(
        [](auto row, const auto& value) { return !format::is_optional_column<decltype(row)> || value == row.missing; },
        columns);
}

void append_columns(TextBuffer& out, const DocumentColumns& columns) {
    char* at = out.room(column_bytes);
    visit_columns(columns, [&at](const auto& value) {
        std::memcpy(at, &value, sizeof value);
        at += sizeof value;
    });
    if (!has_optional(columns)) {
        return out.wrote(column_bytes);
    }
    at[-1] = static_cast<char>(columns.flags | has_optional_columns);  // `flags` is the last one
    out.wrote(column_bytes);
    format::for_each_column(
        [&out](auto row, const auto& value) {
            if constexpr (format::is_optional_column<decltype(row)>) {
                append_raw(out, value);
            }
        },
        columns);
}

void read_columns(ByteReader& reader, DocumentColumns& columns) {
    static_cast<format::ColumnValues&>(columns) = format::ColumnValues();
    const char* at = reader.take(column_bytes).data();
    visit_columns(columns, [&at](auto& value) {
        std::memcpy(&value, at, sizeof value);
        at += sizeof value;
    });
    if ((columns.flags & has_optional_columns) == 0) {
        return;
    }
    columns.flags &= format::flag::all;
    format::for_each_column(
        [&reader](auto row, auto& value) {
            if constexpr (format::is_optional_column<decltype(row)>) {
                value = reader.raw<typename decltype(row)::Value>();
            }
        },
        columns);
}

struct Parts {
    std::string_view json;
    ByteReader facts;
};

Parts split(std::string_view bytes) {
    if (bytes.size() < sizeof(std::uint32_t)) {
        throw BuildFailure("temporary data is damaged: a record is too short");
    }
    const std::size_t tail = bytes.size() - sizeof(std::uint32_t);
    const auto json_length = ByteReader(bytes.substr(tail)).raw<std::uint32_t>();
    Parts parts{{}, ByteReader(bytes.substr(0, tail))};
    parts.json = parts.facts.take(json_length);
    return parts;
}

void read_place(ByteReader& reader, DocumentPlace& place) {
    place.country.assign(reader.text());
    place.state.assign(reader.text());
    place.city.assign(reader.text());
    place.postal_code.assign(reader.text());
}

void append_location(TextBuffer& out, const DocumentColumns& columns, const DocumentPlace& place) {
    append_columns(out, columns);
    append_text(out, place.country);
    append_text(out, place.state);
    append_text(out, place.city);
    append_text(out, place.postal_code);
}

void read_keys(ByteReader& reader, std::vector<std::string>& keys) {
    const auto count = reader.raw<std::uint32_t>();
    if (count > reader.left()) {
        throw BuildFailure("temporary data is damaged: a record has more keys than bytes");
    }
    keys.resize(count);
    for (std::string& key : keys) {
        key.assign(reader.text());
    }
}

void append_keys(TextBuffer& out, const std::vector<std::string>& keys) {
    append_raw(out, static_cast<std::uint32_t>(keys.size()));
    for (const std::string& key : keys) {
        append_text(out, key);
    }
}

constexpr unsigned below_name_bit = 1;
constexpr unsigned page_of_stranger_bit = 2;

/// Reads everything except the JSON and returns the terms.
std::string_view read_facts(ByteReader& reader, Document& out) {
    read_columns(reader, out.columns);
    read_place(reader, out.place);
    out.keys.website.assign(reader.text());
    out.keys.host.assign(reader.text());
    out.keys.path.assign(reader.text());
    out.keys.root_domain.assign(reader.text());
    out.keys.is_domain = reader.raw<unsigned char>() != 0;
    const auto bits = reader.raw<unsigned char>();
    out.keys.is_below_name = (bits & below_name_bit) != 0;
    out.keys.is_page_of_stranger = (bits & page_of_stranger_bit) != 0;
    read_keys(reader, out.keys.domains);
    read_keys(reader, out.keys.others);
    out.keys.unusable_website.assign(reader.text());
    out.has_brand = reader.raw<unsigned char>() != 0;
    out.brand = reader.raw<format::Uuid>();
    out.name.assign(reader.text());
    out.trades.assign(reader.text());
    out.place_id.assign(reader.text());
    out.phone = reader.raw<std::uint32_t>();
    out.street = reader.raw<std::uint32_t>();
    out.phone_country.assign(reader.text());
    return reader.text();
}

}  // namespace

void encode_document(const Document& document, TextBuffer& out) {
    out.clear();
    out.append(document.json);
    append_location(out, document.columns, document.place);
    append_text(out, document.keys.website);
    append_text(out, document.keys.host);
    append_text(out, document.keys.path);
    append_text(out, document.keys.root_domain);
    append_raw(out, document.keys.is_domain);
    append_raw(out, static_cast<unsigned char>((document.keys.is_below_name ? below_name_bit : 0U) |
                                               (document.keys.is_page_of_stranger ? page_of_stranger_bit : 0U)));
    append_keys(out, document.keys.domains);
    append_keys(out, document.keys.others);
    append_text(out, document.keys.unusable_website);
    append_raw(out, document.has_brand);
    append_raw(out, document.brand);
    append_text(out, document.name);
    append_text(out, document.trades);
    append_text(out, document.place_id);
    append_raw(out, document.phone);
    append_raw(out, document.street);
    append_text(out, document.phone_country);
    append_text(out, document.terms);
    append_raw(out, length_of_32_bits(document.json));
}

std::string_view json_of(std::string_view bytes) {
    return split(bytes).json;
}

std::string_view decode_facts(std::string_view bytes, Document& out) {
    Parts parts = split(bytes);
    return read_facts(parts.facts, out);
}

void decode_location(std::string_view bytes, DocumentColumns& columns, DocumentPlace& place) {
    Parts parts = split(bytes);
    read_columns(parts.facts, columns);
    read_place(parts.facts, place);
}

void replace_location(std::string_view bytes, const DocumentColumns& columns, const DocumentPlace& place,
                      TextBuffer& out) {
    Parts parts = split(bytes);
    DocumentColumns replaced_columns;
    DocumentPlace replaced_place;
    read_columns(parts.facts, replaced_columns);
    read_place(parts.facts, replaced_place);
    out.clear();
    out.append(parts.json);
    append_location(out, columns, place);
    out.append(parts.facts.rest());
    append_raw(out, length_of_32_bits(parts.json));
}

}  // namespace bizrec::builder

#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "bizrec/format/layout.hpp"
#include "bizrec/place/position.hpp"
#include "lmdb_builder/memory/text_buffer.hpp"

namespace bizrec::builder {

/// The fixed-width columns of a record.
struct DocumentColumns {
    format::Uuid id{};
    place::Position position;
    std::uint32_t num_stores = format::missing_count;
    std::uint32_t reviews = format::missing_count;
    std::int64_t opened = format::missing_time;
    std::int64_t refreshed = format::missing_time;
    float rating = format::missing_rating;
    std::uint8_t quality = 0;
    std::uint8_t price_tier = format::missing_tier;
    std::uint8_t ownership = 0;
    std::uint8_t flags = 0;
};
static_assert(sizeof(DocumentColumns) == 56, "no padding: its bytes are written as they are");

/// Where a record stands, in the forms by which places are told apart. "" = missing.
struct DocumentPlace {
    std::string country;      ///< alpha-2
    std::string state;        ///< PlaceCatalog::canonical_state
    std::string city;         ///< place::fold_city
    std::string postal_code;  ///< place::fold_postal_code
};

/// What a record is found by (decisions 4.8).
struct DocumentKeys {
    std::string website;  ///< identity key of website_url; "" where it names no business or is missing
    std::string host;     ///< of website_url, for the kinds domain and hosted; else ""
    std::string path;
    std::string root_domain;           ///< identity key of root_domain where it serves in website's place
    bool is_domain = false;            ///< website, or else root_domain, is of the kind that strangers may share
    bool is_below_name = false;        ///< host: a subdomain of the domain that is a name ("joes", not "shop" or "uk")
    std::vector<std::string> domains;  ///< further domains of its websites: sorted, each once, none equal to the above
    std::vector<std::string> others;   ///< profiles and map places, sorted, each once, none equal to those above
    std::string unusable_website;      ///< why website_url gives no key; "" where it does or is missing

    const std::string& domain() const noexcept { return website.empty() ? root_domain : website; }
};

/// A record as the stages of a build pass it on.
struct Document {
    DocumentColumns columns;
    DocumentPlace place;
    DocumentKeys keys;
    bool has_brand = false;
    format::Uuid brand{};
    std::string name;      ///< folded, cut to name_limit bytes: for the shared-domain rule
    std::string trades;    ///< the record's categories, folded, one a line: for the same
    std::string json;      ///< minified, as it will be returned
    std::string place_id;  ///< of the map provider, as given; "" where there is none
    // For the shared-domain rule too, where keys.is_domain:
    std::uint32_t phone = 0;   ///< hash of the first telephone number's last digits; 0: none
    std::uint32_t street = 0;  ///< hash of street and city, or postal code; 0: no street
    /// alpha-2 of the first telephone number with a calling code, where the record has neither country nor position.
    std::string phone_country;
    std::string terms;  ///< what full-text search needs: term_vector.hpp

    static constexpr std::size_t name_limit = 256;
};

/// The bytes begin with `json`, so that of two versions of a record the greater bytes are the greater canonical JSON:
/// no JSON object is the beginning of another one.
void encode_document(const Document& document, TextBuffer& out);
/// The record itself, as it will be returned; in `bytes`.
std::string_view json_of(std::string_view bytes);
/// All but json and terms, which no stage changes: they are left as they are; returns the terms, in `bytes`. Reuses the
/// strings of `out`. Throws BuildFailure for bytes that encode_document() did not write.
std::string_view decode_facts(std::string_view bytes, Document& out);
/// What tells where a record stands in the order of docids.
void decode_location(std::string_view bytes, DocumentColumns& columns, DocumentPlace& place);
/// Overwrites `out` with the same document at another place.
void replace_location(std::string_view bytes, const DocumentColumns& columns, const DocumentPlace& place,
                      TextBuffer& out);

}  // namespace bizrec::builder

#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "bizrec/format/columns.hpp"
#include "bizrec/format/layout.hpp"
#include "bizrec/place/position.hpp"
#include "lmdb_builder/memory/text_buffer.hpp"

namespace bizrec::builder {

/// The fixed-width columns of a record. The numbers are members of format::ColumnValues.
struct DocumentColumns : format::ColumnValues {
    format::Uuid id{};
    place::Position position;
};

/// The place of a record, in the normalised forms by which places are compared. "" = missing.
struct DocumentPlace {
    std::string country;      ///< alpha-2
    std::string state;        ///< from PlaceCatalog::canonical_state()
    std::string city;         ///< from place::fold_city()
    std::string postal_code;  ///< from place::fold_postal_code()
};

/// The keys by which a record can be found.
struct DocumentKeys {
    /// Identity key of website_url. If neither website_url nor root_domain gives a key, that of the first other website
    /// that gives one. "" if none does.
    std::string website;
    std::string host;  ///< of the website that gave the key, if its kind is domain or hosted; otherwise ""
    std::string path;
    std::string root_domain;     ///< identity key of root_domain, if website_url gives none; otherwise ""
    bool is_domain = false;      ///< website, or else root_domain, is of a kind that unrelated businesses may share
    bool is_below_name = false;  ///< `host` is a subdomain that is a name ("joes", not "shop" or "uk")
    bool is_page_of_stranger = false;  ///< as in the Identity that gave `website`
    /// domains of the record's further websites: sorted, without duplicates or the keys above
    std::vector<std::string> domains;
    /// Profiles, map places and hosted pages: sorted, without duplicates or the keys above.
    std::vector<std::string> others;
    std::string unusable_website;  ///< why website_url gives no key; "" if it gives one or is missing

    const std::string& domain() const noexcept { return website.empty() ? root_domain : website; }
};

/// Whether a key is that of a map place ("google_place:ChIJ…"), and not of a profile or a website.
inline bool is_map_place(const std::string& key) noexcept {
    return key.rfind("google_place:", 0) == 0 || key.rfind("google_cid:", 0) == 0;
}

/// A record in the form that the stages of a build pass on.
struct Document {
    DocumentColumns columns;
    DocumentPlace place;
    DocumentKeys keys;
    bool has_brand = false;
    format::Uuid brand{};
    std::string name;      ///< folded, cut to name_limit bytes: for the shared-domain rule
    std::string trades;    ///< the record's categories, folded, one per line: for the same rule
    std::string json;      ///< minified, as answers contain it
    std::string place_id;  ///< of the map provider, unchanged; "" if there is none
    // Also for the shared-domain rule; set only if keys.is_domain:
    std::uint32_t phone = 0;   ///< hash of the last digits of the first telephone number; 0: none
    std::uint32_t street = 0;  ///< hash of street and city, or of street and postal code; 0: no street
    /// The country (alpha-2) of the first telephone number with a calling code, if the record has neither country nor
    /// position.
    std::string phone_country;
    std::string terms;  ///< data for full-text search: term_vector.hpp

    static constexpr std::size_t name_limit = 256;
};

/// Overwrites `out`. The bytes begin with `json`, and no JSON object is the beginning of another one. So if two
/// versions of a record are compared by bytes, the greater one also has the greater JSON.
void encode_document(const Document& document, TextBuffer& out);
/// The record as answers contain it; a view into `bytes`.
std::string_view json_of(std::string_view bytes);
/// Decodes everything except json and terms, which no stage changes. Returns the terms, a view into `bytes`. Reuses the
/// strings of `out`. Throws BuildFailure for bytes that encode_document() did not write.
std::string_view decode_facts(std::string_view bytes, Document& out);
/// Decodes only the fields that decide a record's place in the order of docids.
void decode_location(std::string_view bytes, DocumentColumns& columns, DocumentPlace& place);
/// Overwrites `out` with the same document, but with these columns and this place.
void replace_location(std::string_view bytes, const DocumentColumns& columns, const DocumentPlace& place,
                      TextBuffer& out);

}  // namespace bizrec::builder

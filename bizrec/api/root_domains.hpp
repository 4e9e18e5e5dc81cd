#pragma once

#include <simdjson.h>

#include <cstdint>
#include <string>
#include <vector>

#include "bizrec/api/field_error.hpp"
#include "bizrec/api/request_notes.hpp"
#include "bizrec/api/search_fields.hpp"
#include "bizrec/identity/identity.hpp"

namespace bizrec::api {

inline constexpr std::size_t excluded_domains_at_most = 10000;
inline constexpr std::size_t included_domains_at_most = 1000;
inline constexpr std::size_t root_domain_bytes = 2048;

/// `include_root_domains` and `exclude_root_domains` of a search request. Keeps its memory from request to request.
class RootDomains {
public:
    /// Overwrites `keys` with the identity keys of the array's texts, in byte order, each once. A text that names no
    /// business is left out; notes.identity_note tells of the first. One that is no website is refused: false.
    bool read(SearchField field, std::size_t at_most, simdjson::dom::element value,
              const identity::Normaliser& normaliser, std::vector<std::string>& keys, RequestNotes& notes,
              ApiError& error);

    /// Whether the array had a text, business or not: an empty one is as if it were not given.
    bool any_text() const noexcept { return any_text_; }

private:
    struct Piece {
        std::uint32_t begin, size;  // in bytes_
    };
    std::string_view view(const Piece& piece) const noexcept { return {bytes_.data() + piece.begin, piece.size}; }
    bool add(std::string_view text, const FieldPath& field, const identity::Normaliser& normaliser, RequestNotes& notes,
             ApiError& error);
    void write_each_once(std::vector<std::string>& keys);

    bool any_text_ = false;
    identity::Identity identity_;
    std::string bytes_;
    std::vector<Piece> pieces_;
};

}  // namespace bizrec::api

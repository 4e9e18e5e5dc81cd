#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "bizrec/api/field_error.hpp"
#include "bizrec/api/request_notes.hpp"
#include "bizrec/api/search_fields.hpp"
#include "bizrec/base/budget.hpp"
#include "bizrec/base/json_parser.hpp"
#include "bizrec/identity/identity.hpp"
#include "bizrec/lookup/root_domain.hpp"
#include "bizrec/store/generation.hpp"

namespace bizrec::api {

inline constexpr std::size_t max_excluded_domains = 10000;
inline constexpr std::size_t max_included_domains = 1000;
inline constexpr std::size_t root_domain_bytes = 2048;

/// `include_root_domains` and `exclude_root_domains` of a search request, and `root_domain` of one for changes. Keeps
/// its memory from request to request.
class RootDomains {
public:
    /// Overwrites `domains` with the companies that the array's texts name, without duplicates. A text that names no
    /// business is left out; notes.identity_note names the first of these. Returns false with `error` set if the value
    /// or one of its texts is refused, and without a code in `error` if `budget` is used up.
    bool read(SearchField field, std::size_t at_most, simdjson::dom::element value, const store::Generation& generation,
              std::vector<search::RootDomain>& domains, RequestNotes& notes, ApiError& error, Budget& budget);

    /// Whether the array had a text, even one that names no business. An empty array counts as not given.
    bool any_text() const noexcept { return any_text_; }

    /// For texts that come one by one: call begin(), take() for each text, then finish(), which overwrites `domains` as
    /// read() does. take() returns false with `error` set also if the text names no business. take() takes steps of
    /// `budget`, and goes on even if none are left.
    void begin() noexcept;
    bool take(std::string_view text, const FieldPath& field, const store::Generation& generation, ApiError& error,
              Budget& budget);
    void finish(std::vector<search::RootDomain>& domains) { write_each_once(domains); }

private:
    struct Piece {
        std::uint32_t begin, key_size, page_size;  // in bytes_; the page follows the key
        bool page_alone;
    };
    std::string_view key_of(const Piece& piece) const noexcept { return {bytes_.data() + piece.begin, piece.key_size}; }
    std::string_view page_of(const Piece& piece) const noexcept {
        return {bytes_.data() + piece.begin + piece.key_size, piece.page_size};
    }
    std::tuple<std::string_view, std::string_view, bool> order_of(const Piece& piece) const noexcept {
        return {key_of(piece), page_of(piece), piece.page_alone};
    }
    bool add(std::string_view text, const FieldPath& field, const store::Generation& generation, RequestNotes& notes,
             ApiError& error);
    void write_each_once(std::vector<search::RootDomain>& domains);

    bool any_text_ = false;
    identity::Identity identity_;
    std::string bytes_, page_;
    std::vector<Piece> pieces_;
};

}  // namespace bizrec::api

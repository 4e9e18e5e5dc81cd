#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "bizrec/format/key_table.hpp"

/// Layout of the `identities` key table.
///
///   The identity key itself ("example.com", "facebook:joes", "google_place:ChIJ…"): all its documents.
///   "h:" host:       documents whose website_url has that normalised host (domain and hosted kinds only)
///   "p:" host path:  documents whose website_url is exactly that page; path "" is the home page
/// Both are written for identity keys with more than one document, but only "p:" for keys that unrelated businesses
/// share. For keys with one document, the fingerprints in the slot replace them. A domain of tenants (one name, on
/// subdomains that are names) has both, and "h:" of the bare domain with all its documents.
namespace bizrec::format {

inline constexpr std::uint32_t best_documents = 50;  ///< maximum `limit` of enrichment; see below for longer lists

/// Slot with length 1: the document; aux[0] = fingerprint of its host, aux[1] of its page (0: it has none). Other
/// lists: aux[0] = number of documents n, aux[1] = entry_flag bits; numbers: n docids ascending. If n > best_documents,
/// the same documents follow by quality descending, docid ascending (format 3: only the first best_documents of them).
/// A domain that is shared by unrelated businesses or divided into tenants has n = 0 under its identity key, and
/// entry_flag::shared set. A domain of tenants also has by_host.
namespace entry_flag {
inline constexpr std::uint64_t shared = 1;
inline constexpr std::uint64_t by_host = 2;  ///< domain of tenants: set in addition to `shared`
}  // namespace entry_flag

/// Low 64 bits of XXH3-128 of "h:" host or "p:" host path; never 0.
std::uint64_t host_fingerprint(std::string_view host) noexcept;
std::uint64_t page_fingerprint(std::string_view host, std::string_view path) noexcept;

/// Overwrite `out` with a key: "h:" host, or "p:" host path.
void host_key(std::string_view host, std::string& out);
void page_key(std::string_view host, std::string_view path, std::string& out);
inline constexpr std::size_t page_key_host_at = 2;
/// Turns `key`, an output of host_key(), into the page_key() of that host and `path`.
void make_page_key(std::string_view path, std::string& key);

}  // namespace bizrec::format

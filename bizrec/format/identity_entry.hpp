#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "bizrec/format/key_table.hpp"

/// What the `identities` key table holds.
///
/// Keys: an identity key as it is ("example.com", "facebook:joes", "google_place:ChIJ…"): all its documents.
///   "h:" host:       documents whose website_url has that normalised host (domain and hosted kinds only)
///   "p:" host path:  documents whose website_url has that very page; path "" is the home page
/// Both are written for identity keys with more than one document, "p:" alone for keys shared by strangers; for the
/// rest the fingerprints in the slot say the same. A domain of tenants (one name, on subdomains that are names) has
/// both, and "h:" of the bare domain, with all its documents.
namespace bizrec::format {

inline constexpr std::uint32_t best_documents = 50;  ///< enrichment's greatest limit; lists up to it are short

/// Slot with length 1: the document; aux[0] = fingerprint of its host, aux[1] of its page (0: it has none).
/// Other lists: aux[0] = number of documents n, aux[1] = entry_flag bits; numbers: n docids ascending, then, where
/// n > best_documents, the same documents by quality descending, docid ascending (format 3: the first best_documents of
/// them). A domain of strangers or of tenants has n = 0 under its identity key and entry_flag::shared set, one of
/// tenants by_host too.
namespace entry_flag {
inline constexpr std::uint64_t shared = 1;
inline constexpr std::uint64_t by_host = 2;  ///< of tenants: next to `shared`
}  // namespace entry_flag

/// Low 64 bits of XXH3-128 of "h:" host or "p:" host path; never 0.
std::uint64_t host_fingerprint(std::string_view host) noexcept;
std::uint64_t page_fingerprint(std::string_view host, std::string_view path) noexcept;

/// "h:" host and "p:" host path; overwritten.
void host_key(std::string_view host, std::string& out);
void page_key(std::string_view host, std::string_view path, std::string& out);
inline constexpr std::size_t page_key_host_at = 2;
/// From `key`, as host_key() has made it, the page_key() of that host and `path`.
void make_page_key(std::string_view path, std::string& key);

}  // namespace bizrec::format

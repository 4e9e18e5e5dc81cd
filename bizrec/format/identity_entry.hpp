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
/// The "h:" and "p:" keys exist for the websites of identity keys with more than one document. For an identity key with
/// one document, the fingerprints in its slot replace them. For a key that unrelated businesses share, only the "p:"
/// keys exist. For a domain of tenants (one business name, and each website on a subdomain such as "joes"), both exist,
/// and "h:" of the bare domain leads to all documents of the domain.
namespace bizrec::format {

inline constexpr std::uint32_t best_documents = 50;  ///< maximum `limit` of enrichment; longer lists are ranked

/// A slot with length 1: its number is the document. aux[0] is the fingerprint of the host of the document's website,
/// and aux[1] the fingerprint of its page. Both are 0 if the key does not come from the website.
///
/// All other slots: aux[0] is the number of documents n, and aux[1] has entry_flag bits. The numbers are n docids,
/// ascending. If n > best_documents, the same documents follow by quality descending, docid ascending (format 3: only
/// the first best_documents of them). The identity key of a domain that is shared by unrelated businesses, or divided
/// into tenants, has n = 0 and entry_flag::shared. A domain of tenants has entry_flag::by_host in addition.
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

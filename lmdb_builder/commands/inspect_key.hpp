#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "bizrec/store/generation.hpp"

namespace bizrec::builder {

/// The documents that an index finds by a website or profile.
struct KeyFinding {
    identity::Identity identity;
    bool is_shared = false;   ///< unrelated businesses share the domain: only documents of exactly this page are found
    bool is_by_host = false;  ///< if is_shared: the documents found are those of the host, not of the page
    std::uint64_t total = 0;  ///< documents found
    std::vector<std::uint32_t> documents;  ///< the first shown_documents documents found, ascending
    std::vector<std::string> ids;          ///< ids of `documents`
};

inline constexpr std::size_t shown_documents = 10;

/// Fills in the documents that are found by the key (and page) of finding.identity. Returns whether `docid` is one of
/// all documents found.
bool find_documents(const store::Generation& generation, KeyFinding& finding, std::uint32_t docid = format::no_docid);

KeyFinding find_key(const store::Generation& generation, const std::string& text);

std::string finding_text(const KeyFinding& finding);
std::string finding_json(const KeyFinding& finding);

}  // namespace bizrec::builder

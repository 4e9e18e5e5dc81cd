#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "bizrec/store/generation.hpp"

namespace bizrec::builder {

/// What a website or profile stands for in an index.
struct KeyFinding {
    identity::Identity identity;
    bool is_shared = false;                ///< a domain of strangers or tenants: documents are those of the very page
    bool is_by_host = false;               ///< … or of the host, which is a tenant's
    std::uint64_t total = 0;               ///< documents found
    std::vector<std::uint32_t> documents;  ///< the first of them, ascending
    std::vector<std::string> ids;          ///< their uuids
};

inline constexpr std::size_t shown_documents = 10;

/// Fills in what is found by the key (and page) of finding.identity. True: `docid` is among it.
bool find_documents(const store::Generation& generation, KeyFinding& finding, std::uint32_t docid = format::no_docid);

KeyFinding find_key(const store::Generation& generation, const std::string& text);

std::string finding_text(const KeyFinding& finding);
std::string finding_json(const KeyFinding& finding);

}  // namespace bizrec::builder

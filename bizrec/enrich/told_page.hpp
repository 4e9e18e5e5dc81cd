#pragma once

#include <string>

#include "bizrec/identity/identity.hpp"
#include "bizrec/store/generation.hpp"

namespace bizrec::search {

/// Whether the page is identified without its parameters: by a number in its path, or by a host of its own
/// ("joes.shared.com/?sid=5").
bool is_told_without_details(const identity::Identity& identity) noexcept;

/// Overwrites `key` with the key that finds the records of the identity's page. It is the key of the page without its
/// parameters and its route if no record has the whole page, and is_told_without_details() holds.
void told_page_key(const store::Generation& generation, const identity::Identity& identity, std::string& key);

}  // namespace bizrec::search

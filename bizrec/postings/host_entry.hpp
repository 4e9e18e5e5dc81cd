#pragma once

#include <string>
#include <string_view>

#include "bizrec/format/key_table.hpp"
#include "bizrec/store/generation.hpp"

namespace bizrec::search {

/// Finds the records of a host in a domain that several businesses share: those of `host`, or of the next host above it
/// that has records. Finds all records of the domain if `host` is the bare domain, or begins with a word that companies
/// use for a part of their site ("shop.joes.com"). Such keys exist for tenants that are one business each, not for
/// unrelated businesses (format/identity_entry.hpp). Returns false if there are no records. `same_host`: the records
/// are on exactly this host. `scratch`: memory for keys.
bool find_by_host(const store::Generation& generation, std::string_view domain, std::string_view host,
                  std::string& scratch, format::KeyEntry& entry, bool& same_host);

}  // namespace bizrec::search

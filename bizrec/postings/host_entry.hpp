#pragma once

#include <string>
#include <string_view>

#include "bizrec/format/key_table.hpp"
#include "bizrec/store/generation.hpp"

namespace bizrec::search {

/// Finds the records of a host in a domain of tenants (format/identity_entry.hpp): the records of `host`, or else of
/// the nearest host above it that has some. Looks at no more than four hosts below the domain. If none of them has
/// records, finds all records of the domain, but only if `host` is the bare domain, or if only words that companies use
/// for parts of their site precede the domain ("shop.joes.com"). Returns false if nothing was found. `same_host`
/// becomes true if the records are those of `host` itself, and `host` is not the bare domain. `scratch`: memory for
/// keys.
bool find_by_host(const store::Generation& generation, std::string_view domain, std::string_view host,
                  std::string& scratch, format::KeyEntry& entry, bool& same_host);

}  // namespace bizrec::search

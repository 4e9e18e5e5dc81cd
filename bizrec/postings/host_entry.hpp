#pragma once

#include <string>
#include <string_view>

#include "bizrec/format/key_table.hpp"
#include "bizrec/store/generation.hpp"

namespace bizrec::search {

/// Of a domain that is not one business's as a whole, the records by host: those of `host`, or of the host that it
/// stands below; or all, where `host` is the bare domain or what companies call a part of theirs ("shop.joes.com").
/// Strangers have no such keys, and tenants who are one business do (format/identity_entry.hpp). False: none.
/// `same_host`: the records are on this very host. `scratch` is for keys.
bool find_by_host(const store::Generation& generation, std::string_view domain, std::string_view host,
                  std::string& scratch, format::KeyEntry& entry, bool& same_host);

}  // namespace bizrec::search

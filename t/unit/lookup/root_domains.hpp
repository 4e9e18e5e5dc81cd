#pragma once

#include <string>
#include <vector>

#include "bizrec/format/identity_entry.hpp"
#include "bizrec/lookup/root_domain.hpp"

namespace bizrec::search::testing {

/// The page `path` of the host in `key`; "" is its home page.
inline RootDomain root_domain(const std::string& key, const std::string& path = {}) {
    RootDomain domain{key, {}};
    format::page_key(key, path, domain.page);
    return domain;
}

inline std::vector<RootDomain> root_domains(const std::vector<std::string>& keys) {
    std::vector<RootDomain> domains;
    for (const std::string& key : keys) {
        domains.push_back(root_domain(key));
    }
    return domains;
}

}  // namespace bizrec::search::testing

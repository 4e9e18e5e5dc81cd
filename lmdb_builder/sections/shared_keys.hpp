#pragma once

#include <set>
#include <string>

namespace bizrec::builder {

/// Domains that are not one business's as a whole.
struct SharedKeys {
    std::set<std::string> strangers;  ///< a record is found by its very page
    std::set<std::string> tenants;    ///< a record is found by its host, the bare domain, and what companies call parts
};

}  // namespace bizrec::builder

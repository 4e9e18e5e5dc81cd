#pragma once

#include <set>
#include <string>

namespace bizrec::builder {

/// Domains that do not belong to one business as a whole.
struct SharedKeys {
    std::set<std::string> strangers;  ///< a record is found only by its exact page
    /// a record is found by its host, the bare domain, and usual names of parts of a company
    std::set<std::string> tenants;
};

}  // namespace bizrec::builder

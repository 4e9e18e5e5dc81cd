#pragma once

#include <set>
#include <string>

namespace bizrec::builder {

/// The keys of the domains that several businesses have websites on.
struct SharedKeys {
    std::set<std::string> strangers;  ///< unrelated businesses: a record is found only by its exact page
    /// a record is found by its host, by the bare domain, and by subdomains that companies have ("shop")
    std::set<std::string> tenants;
};

}  // namespace bizrec::builder

#pragma once

#include <set>
#include <string>

namespace bizrec::builder {

/// The keys of the domains that several businesses have websites on.
struct SharedKeys {
    std::set<std::string> strangers;  ///< unrelated businesses: a record is found only by its exact page
    /// domains of tenants: a record is found by its host. The bare domain, and its subdomains for parts of a site
    /// ("shop"), find all records of the domain.
    std::set<std::string> tenants;
};

}  // namespace bizrec::builder

#pragma once

#include <string>
#include <tuple>

namespace bizrec::search {

/// One of `include_root_domains` or `exclude_root_domains`. It names the records that an enrichment of the same website
/// finds.
struct RootDomain {
    std::string key;  ///< identity key of the website or profile
    /// "p:" host path (format/identity_entry.hpp) of the page that was given. If unrelated businesses share the domain,
    /// only records of this page are meant. "": a profile was given.
    std::string page;
    bool page_alone = false;  ///< only records of `page` are meant (identity::Identity::is_page_of_stranger)

    friend bool operator==(const RootDomain& a, const RootDomain& b) noexcept { return a.tied() == b.tied(); }
    friend bool operator<(const RootDomain& a, const RootDomain& b) noexcept { return a.tied() < b.tied(); }

private:
    std::tuple<const std::string&, const std::string&, bool> tied() const noexcept { return {key, page, page_alone}; }
};

}  // namespace bizrec::search

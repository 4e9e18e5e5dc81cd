#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "lmdb_builder/import/record_line.hpp"

namespace bizrec::builder {

/// The name of the platform that a link leads to. "" if it leads to none, or to one whose pages do not identify their
/// owner.
std::string_view platform_of(std::string_view link);

/// Sorts the links of a source's record: the first link that does not lead to a platform is the website, later such
/// links are further websites, and links to platforms are profiles.

class LinkPlacement {
public:
    void clear() noexcept;

    /// Adds one address, or several separated by ";". Returns false if one of them is no address ("n/a"); such text is
    /// ignored.
    bool add(std::string_view text);

    /// The profiles, in their order.
    const std::vector<std::string>& profiles() const noexcept { return profiles_; }

    /// Adds the fields website_url and websites.
    void add_websites(RecordLine& line) const;

private:
    bool add_one(std::string_view link);

    std::vector<std::string> websites_, profiles_;
};

}  // namespace bizrec::builder

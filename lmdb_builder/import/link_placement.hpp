#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "lmdb_builder/import/record_line.hpp"

namespace bizrec::builder {

/// The name of a profile's platform; "" where the link stands on none, or on one whose pages do not tell whose they
/// are.
std::string_view platform_of(std::string_view link);

/// Where the links of a source's record belong: the first site of its own is its website, those after it are further
/// websites, and what stands on a platform is a profile.

class LinkPlacement {
public:
    void clear() noexcept;

    /// One address, or several with ";" between them. What is no address ("n/a") is passed over: false.
    bool add(std::string_view text);

    /// The profiles, in their order.
    const std::vector<std::string>& profiles() const noexcept { return profiles_; }

    /// The fields website_url and websites.
    void add_websites(RecordLine& line) const;

private:
    bool add_one(std::string_view link);

    std::vector<std::string> websites_, profiles_;
};

}  // namespace bizrec::builder

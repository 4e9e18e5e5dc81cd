#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "bizrec/identity/identity.hpp"
#include "lmdb_builder/record/record.hpp"

namespace bizrec::builder {

/// Caches the identity keys of profile links, because all branches of a chain have the same links. The hash of a link
/// selects one of `slots` slots, and a slot keeps the last link that selected it. Use one object per thread.
class KnownLinks {
public:
    static constexpr std::size_t slots = 4096;    ///< a power of two
    static constexpr std::size_t max_kept = 256;  ///< bytes; longer links are not kept

    /// `normaliser` must outlive this object.
    explicit KnownLinks(const identity::Normaliser& normaliser) : normaliser_(&normaliser), known_(slots) {}

    /// The key of the business that the link names; "" if it names none, or names only a domain. Valid until the next
    /// call.
    const std::string& key_of(const ProfileLink& link);

private:
    struct Known {
        ProfileLink link;
        std::string key;
    };

    void read(const ProfileLink& link, Known& known);

    const identity::Normaliser* normaliser_;
    std::vector<Known> known_;
    Known long_;
    identity::Identity identity_;
};

}  // namespace bizrec::builder

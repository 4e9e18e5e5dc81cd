#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "bizrec/base/result.hpp"
#include "bizrec/store/seal.hpp"
#include "bizrec/store/suppression_list.hpp"
#include "bizrec/store/trust.hpp"

/// The list of suppressions in a folder of indexes, as a reader finds it.
namespace bizrec::store {

using SharedSuppressions = std::shared_ptr<const SuppressionList>;

/// The folder whose list belongs to an index of this path: that of the file behind all links, or of the path itself
/// where there is no file.
std::string suppression_folder_of(const std::string& index_path);

/// The link in a folder that names the list.
std::string suppression_link_of(const std::string& folder);

/// The number of the list that the link names, whose file may be missing or no good; 0: there is no such link.
std::uint64_t suppression_number_in(const std::string& folder);

/// What a folder's link named when it was looked at. A change of any of it is a reason to read the list.
struct SuppressionSight {
    bool is_named = false;  ///< there is a link, be its target there or not
    FileIdentity file;      ///< of its target; all 0: it cannot be examined

    bool operator==(const SuppressionSight& other) const noexcept {
        return is_named == other.is_named && file == other.file;
    }
};
SuppressionSight look_at_suppressions(const std::string& folder);

struct FoundSuppressions {
    SharedSuppressions list;  ///< null: the folder names none
    SuppressionSight seen;    ///< before the list was read
    std::string trouble;      ///< why the list that is named is not this one; begins with a path; "": it is
};

/// The list that a folder names. Where that one cannot be read, is not signed by one of `keys` (null: anybody may
/// write it) or has a smaller number than `in_force` (may be null): the one in force, else the newest sound one that
/// the folder still has, with the trouble. An error: there is none, so that nothing may be served from this folder.
Result<FoundSuppressions> find_suppressions(const std::string& folder, const TrustedKeys* keys,
                                            const SharedSuppressions& in_force);

}  // namespace bizrec::store

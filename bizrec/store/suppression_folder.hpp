#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "bizrec/base/result.hpp"
#include "bizrec/store/seal.hpp"
#include "bizrec/store/suppression_list.hpp"
#include "bizrec/store/trust.hpp"

/// Finds the list of suppressions in a folder of indexes, for readers.
namespace bizrec::store {

using SharedSuppressions = std::shared_ptr<const SuppressionList>;

/// The folder whose list applies to the index at this path. Resolves all links of the path first; if there is no such
/// file, returns the folder that the path names.
std::string suppression_folder_of(const std::string& index_path);

/// Path of the link in a folder that names the list.
std::string suppression_link_of(const std::string& folder);

/// Number of the list that the link names, even if its file is missing or invalid; 0: there is no link, or it does not
/// lead to a NUMBER.suppressed.
std::uint64_t suppression_number_in(const std::string& folder);

/// State of a folder's link at one time. If any of it changes, the list must be read again.
struct SuppressionSight {
    bool is_named = false;  ///< the link exists, even if its target does not
    FileIdentity file;      ///< its target; all 0: the target cannot be examined

    bool operator==(const SuppressionSight& other) const noexcept {
        return is_named == other.is_named && file == other.file;
    }
};
SuppressionSight look_at_suppressions(const std::string& folder);

struct FoundSuppressions {
    SharedSuppressions list;  ///< null: the folder has no link and no usable list, and no list was in force
    SuppressionSight seen;    ///< state before the list was read
    std::string trouble;      ///< why `list` is not the one that the link names; begins with a path; "": no trouble
};

/// Returns the list that the folder's link names, if it is readable, is signed by one of `keys` (null: no signature
/// needed), and its number is not below that of `in_force` (may be null). Otherwise sets `trouble` and returns
/// `in_force` or, if that is null, the newest list in the folder that can be used. An error if there is none: then
/// nothing may be served from this folder. A folder without a link, and without any usable list, has no list: no error.
Result<FoundSuppressions> find_suppressions(const std::string& folder, const TrustedKeys* keys,
                                            const SharedSuppressions& in_force);

}  // namespace bizrec::store

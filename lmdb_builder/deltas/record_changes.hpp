#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "bizrec/base/result.hpp"
#include "bizrec/format/changes_layout.hpp"
#include "bizrec/format/uuid.hpp"
#include "bizrec/store/generation.hpp"

/// What became of each record between two indexes.
namespace bizrec::builder {

using format::ChangeKind;

/// Two states of a record. The texts hold until the next one comes.
struct ChangedPair {
    ChangeKind kind = ChangeKind::changed;
    format::Uuid id{};
    std::string_view before, after;  ///< minified JSON; "" where there is none
};

/// Walks two indexes in the order of their ids and calls `each` for every record that they do not have alike, byte by
/// byte; gives how many they have alike. Memory: 4 bytes a document and two records. Errors: an index's bytes are no
/// good.
Result<std::uint64_t> walk_changes(const store::Generation& before, const store::Generation& after,
                                   const std::function<void(const ChangedPair&)>& each);

/// JSON Pointers (RFC 6901) to what differs between two records (valid, minified JSON objects), sorted, each once: of
/// objects on both sides their members, of anything else the value as a whole. None where only the order of members is
/// another. Objects deeper than 8 count as a whole; so do those below the top where more than 256 would be named, and
/// then the record: "".
std::vector<std::string> changed_pointers(std::string_view before, std::string_view after);

}  // namespace bizrec::builder

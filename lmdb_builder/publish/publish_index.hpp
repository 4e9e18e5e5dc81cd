#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "bizrec/base/result.hpp"
#include "bizrec/store/manifest.hpp"
#include "lmdb_builder/publish/copy_index.hpp"
#include "lmdb_builder/publish/history.hpp"

namespace bizrec::builder {

/// Default of PublishOptions::max_shrink, in percent. It does not apply to an index that comes with a manifest, because
/// the index's first publisher checked this.
inline constexpr double default_max_shrink = 10;

inline constexpr std::size_t max_kept_generations = 1000;

struct PublishOptions {
    std::string index;       ///< file; a symbolic link is followed once
    std::string folder;      ///< created if it is missing
    std::string key_path;    ///< private key in PEM; empty: do not sign
    std::string trust_path;  ///< public keys in PEM: one must have signed a manifest of INDEX; empty: not checked
    std::size_t keep = 3;    ///< generations that stay, at least 2
    std::optional<double> max_shrink{};  ///< percent of the current documents that INDEX may lack; none: the default
    bool force = false;                  ///< INDEX may lack any number of documents, and hold suppressed ones
    bool purge = false;                  ///< INDEX must not hold suppressed records, even with `force`
    bool move = false;                   ///< INDEX is removed from its old place after it is published
    bool wait = false;                   ///< wait for another publish or rollback of the folder
    bool pack = true;                    ///< with a key: also GENERATION.mdb.zst, for edges that pull over HTTP
    bool keep_stand_in = true;           ///< also keep the generation PublishSummary::stand_in
};

struct PublishSummary {
    enum class Transfer { none, copied, moved };

    store::Manifest manifest;
    std::string file;                                 ///< path of the published index, including the folder's path
    std::string previous;                             ///< generation that was current, empty: none
    std::optional<std::uint64_t> previous_documents;  ///< of that generation, if its manifest can be read
    bool switched = false;                            ///< false: it was current already
    bool signature = false;                           ///< the file has a signature beside it
    Transfer transfer = Transfer::none;               ///< none: the folder had the generation already
    Generations removed;                              ///< generations that were removed because they exceed `keep`
    /// The newest earlier generation of another version, if it stays in addition to `keep` generations; empty: none.
    std::string stand_in;
    std::vector<std::string> warnings;  ///< failures that did not prevent publishing
};

/// Implements `lmdb_builder publish`: docs/publish-format.md. After an error `current` is unchanged, and the files that
/// this run has put into the folder for a new generation are removed. The one exception: if the folder cannot be synced
/// and the link cannot be put back, the message says so. Even if the process is killed, `current` names either the old
/// index or the new one, and that index is complete.
Result<PublishSummary> publish_index(const PublishOptions& options, const StageReport& report);

}  // namespace bizrec::builder

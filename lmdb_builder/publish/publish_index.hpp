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

/// Percent of the current index's documents that INDEX may lack. Not of one that comes with manifest_files: where it
/// was published first, that was decided.
inline constexpr double default_max_shrink = 10;

inline constexpr std::size_t max_kept_generations = 1000;

struct PublishOptions {
    std::string index;       ///< file; a symbolic link is followed once
    std::string folder;      ///< made where it is missing
    std::string key_path;    ///< private key in PEM; empty: do not sign
    std::string trust_path;  ///< public keys in PEM: INDEX must have a manifest that one of them signed; empty: any
    std::size_t keep = 3;    ///< generations that stay, at least 2
    std::optional<double> max_shrink{};  ///< percent that INDEX may lack; none: default_max_shrink
    bool force = false;                  ///< INDEX may lack any number of documents, and hold suppressed ones
    bool purge = false;                  ///< INDEX may hold nothing suppressed, whatever else is allowed
    bool move = false;                   ///< the index's own file leaves its place, once it is published
    bool wait = false;                   ///< for another publish or rollback of the folder
    bool pack = true;                    ///< with a key: also GENERATION.mdb.zst, for edges that pull over HTTP
    bool keep_stand_in = true;           ///< next to `keep`: see PublishSummary::stand_in
};

struct PublishSummary {
    enum class Transfer { none, copied, moved };

    store::Manifest manifest;
    std::string file;                                 ///< path in the folder
    std::string previous;                             ///< generation that was current, empty: none
    std::optional<std::uint64_t> previous_documents;  ///< of that generation, where its manifest can be read
    bool switched = false;                            ///< false: it was current already
    bool signature = false;                           ///< one stands next to the file
    Transfer transfer = Transfer::none;               ///< none: the folder had the generation already
    Generations removed;                              ///< generations beyond `keep`
    std::string
        stand_in;  ///< beyond `keep`, and stays: the newest before it that was made for another version; or empty
    std::vector<std::string> warnings;  ///< what did not keep the index from being published
};

/// What `lmdb_builder publish` does: docs/publish-format.md. On an error `current` is as it was, and what this run has
/// put into the folder is gone; killed at any instant, `current` names the old index or the new one, whole.
Result<PublishSummary> publish_index(const PublishOptions& options, const StageReport& report);

}  // namespace bizrec::builder

#pragma once

#include <memory>
#include <optional>
#include <string>

#include "bizrec/base/result.hpp"
#include "bizrec/store/generation.hpp"
#include "lmdb_builder/deltas/delta_header.hpp"
#include "lmdb_builder/deltas/rebuild.hpp"
#include "lmdb_builder/publish/signing_key.hpp"
#include "lmdb_builder/stages/build_index.hpp"

namespace bizrec::builder {

struct DeltaOptions {
    BuildOptions build;       ///< only these are used: folder of temporary files, memory, threads, tables
    std::string key_path;     ///< signs the delta, and the target's manifest if it has no signature; "": no signature
    std::string rule_folder;  ///< with the target's city_names.txt; "": the compiled-in names
    bool proves = true;       ///< builds the target's records once more, and fails unless the result equals the target
};

struct DeltaSummary {
    DeltaHeader header;
    std::uint64_t unchanged = 0;  ///< number of unchanged records
    std::uint64_t bytes = 0;      ///< of the delta
    std::uint64_t target_bytes = 0;
    bool is_signed = false;
};

/// Makes deltas from any number of indexes to one target. All functions throw BuildFailure.
class DeltaMaker {
public:
    /// Hashes the target. With DeltaOptions::proves, also builds the target again from its own records, with the tables
    /// that an edge would use, and throws if the bytes differ.
    DeltaMaker(const std::string& target, DeltaOptions options, BuildProgress progress);

    /// Writes the delta from `base`, syncs it, and renames it to `output`.
    DeltaSummary make(const std::string& base, const std::string& output, bool overwrite) const;

    const store::Generation& target() const noexcept { return *target_; }

private:
    void read_manifest();
    void prove();
    bool gives_target(bool infer_places);

    DeltaOptions options_;
    BuildProgress progress_;
    std::optional<SigningKey> key_;
    std::shared_ptr<const store::Generation> target_;
    std::string rules_;       // rules of the target
    std::string city_names_;  // city_names.txt of the target; "" = the compiled-in names
    LocalTables tables_;
    DeltaHeader header_;  // everything except the base and the counts
    std::uint64_t target_bytes_ = 0;
};

/// Makes a single delta with a DeltaMaker.
Result<DeltaSummary> make_delta(const std::string& base, const std::string& target, const DeltaOptions& options,
                                const BuildProgress& progress = {});

}  // namespace bizrec::builder

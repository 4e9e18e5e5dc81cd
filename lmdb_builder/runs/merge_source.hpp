#pragma once

#include <deque>
#include <string>
#include <vector>

#include "lmdb_builder/runs/record_source.hpp"
#include "lmdb_builder/runs/run_file.hpp"
#include "lmdb_builder/system/stage_progress.hpp"

namespace bizrec::builder {

/// Reads any number of runs as one by a k-way merge (Knuth, The Art of Computer Programming 3, section 5.4.1). If there
/// are more runs than the limits allow, groups of them are first merged into compressed temporary files.
class MergedRuns : public RecordSource {
public:
    struct Limits {
        std::uint64_t memory_bytes = 64U << 20;  ///< for one block of each run that is being read
        unsigned fan_in = 512;  ///< maximum number of runs merged at once (an open file each); at least 2
    };

    MergedRuns(std::deque<RunFile> runs, const std::string& temp_folder, Limits limits,
               const BuildProgress& progress = {});

    std::unique_ptr<RecordCursor> read() const override;
    std::uint64_t count() const noexcept override;
    std::uint64_t held_bytes() const noexcept override;

    /// Number of replaced entries that were dropped while groups of runs were merged into temporary files.
    std::uint64_t replaced() const noexcept { return replaced_; }
    std::uint64_t merge_passes() const noexcept { return merge_passes_; }  ///< for tests

private:
    void merge_groups(std::size_t fan_in, const std::string& temp_folder, StageProgress& progress);
    RunFile merge_group(const std::vector<const RunFile*>& group, const std::string& temp_folder,
                        StageProgress& progress);

    std::deque<RunFile> runs_;
    std::uint64_t replaced_ = 0, merge_passes_ = 0, merged_ = 0;
};

}  // namespace bizrec::builder

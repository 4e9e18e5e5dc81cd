#include "lmdb_builder/runs/merge_source.hpp"

#include <algorithm>
#include <utility>

#include "lmdb_builder/runs/run_file_writer.hpp"
#include "lmdb_builder/system/temp_file.hpp"

namespace bizrec::builder {
namespace {

// Memory of one run: its block, and about 1 KiB for descriptor, id and heap entry.
constexpr std::uint64_t run_memory = run::block_target_bytes + 1024;

class MergeCursor : public RecordCursor {
public:
    explicit MergeCursor(const std::vector<const RunFile*>& runs) {
        for (const RunFile* run : runs) {
            auto cursor = std::make_unique<RunCursor>(*run, unpacker_);
            if (cursor->next()) {
                heap_.push_back(std::move(cursor));
            }
        }
        std::make_heap(heap_.begin(), heap_.end(), behind);
    }

    bool next() override {
        if (started_ && !heap_.empty()) {
            advance_top();
        }
        started_ = true;
        if (heap_.empty()) {
            return false;
        }
        key_ = heap_.front()->key();
        payload_ = heap_.front()->payload();
        return true;
    }

private:
    using Run = std::unique_ptr<RunCursor>;

    static bool behind(const Run& a, const Run& b) noexcept {
        const int order = a->key().compare(b->key());
        return order != 0 ? order > 0 : a->payload() > b->payload();
    }

    /// Advances the top run and sifts it down: one walk through the heap instead of two with pop_heap and push_heap.
    void advance_top() {
        if (!heap_.front()->next()) {
            std::swap(heap_.front(), heap_.back());
            heap_.pop_back();
        }
        std::size_t place = 0;
        for (std::size_t child = 1; child < heap_.size(); child = 2 * place + 1) {
            if (child + 1 < heap_.size() && behind(heap_[child], heap_[child + 1])) {
                ++child;
            }
            if (!behind(heap_[place], heap_[child])) {
                return;
            }
            std::swap(heap_[place], heap_[child]);
            place = child;
        }
    }

    BlockUnpacker unpacker_;
    std::vector<Run> heap_;
    bool started_ = false;
};

std::size_t affordable_runs(const MergedRuns::Limits& limits) noexcept {
    const std::uint64_t affordable = limits.memory_bytes / run_memory;
    return static_cast<std::size_t>(std::clamp<std::uint64_t>(affordable, 2, std::max(2U, limits.fan_in)));
}

std::vector<const RunFile*> pointers(const std::deque<RunFile>& runs, std::size_t first, std::size_t most) {
    std::vector<const RunFile*> group;
    for (std::size_t i = first; i < runs.size() && i < first + most; ++i) {
        group.push_back(&runs[i]);
    }
    return group;
}

}  // namespace

MergedRuns::MergedRuns(std::deque<RunFile> runs, const std::string& temp_folder, Limits limits,
                       const BuildProgress& progress)
    : runs_(std::move(runs)) {
    const std::size_t fan_in = affordable_runs(limits);
    if (runs_.size() <= fan_in) {
        return;
    }
    StageProgress stage(progress, "joining", 0);
    while (runs_.size() > fan_in) {
        merge_groups(fan_in, temp_folder, stage);
    }
    stage.end(merged_);
}

void MergedRuns::merge_groups(std::size_t fan_in, const std::string& temp_folder, StageProgress& progress) {
    std::deque<RunFile> merged;
    for (std::size_t first = 0; first < runs_.size(); first += fan_in) {
        const std::vector<const RunFile*> group = pointers(runs_, first, fan_in);
        if (group.size() == 1) {
            merged.push_back(std::move(runs_[first]));
        } else {
            merged.push_back(merge_group(group, temp_folder, progress));
        }
    }
    runs_ = std::move(merged);
    ++merge_passes_;
}

RunFile MergedRuns::merge_group(const std::vector<const RunFile*>& group, const std::string& temp_folder,
                                StageProgress& progress) {
    const std::string name = "a temporary run in " + temp_folder;
    RunHeader header = group.front()->header();
    header.shard = {};
    header.part = {};
    RunFileWriter writer(store::FileDescriptor(open_unnamed_file(temp_folder)), name, header, {});
    WinnerCursor winners(std::make_unique<MergeCursor>(group));
    RunCounts counts;
    for (std::string winner; winners.append_next(winner); winner.clear()) {
        writer.add(winners.key(), winner);
        ++counts.kept;
        progress.step(++merged_);
    }
    replaced_ += winners.replaced();
    return RunFile(writer.finish(counts, false), name);
}

std::unique_ptr<RecordCursor> MergedRuns::read() const {
    return std::make_unique<MergeCursor>(pointers(runs_, 0, runs_.size()));
}

std::uint64_t MergedRuns::count() const noexcept {
    std::uint64_t entries = 0;
    for (const RunFile& run : runs_) {
        entries += run.counts().kept;
    }
    return entries;
}

std::uint64_t MergedRuns::held_bytes() const noexcept {
    return runs_.size() * run_memory;
}

}  // namespace bizrec::builder

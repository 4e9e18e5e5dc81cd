#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "lmdb_builder/sorting/sort_arena.hpp"
#include "lmdb_builder/system/temp_file.hpp"

namespace bizrec::builder {

class Workers;

/// Sorts any number of (key, payload) byte strings in bounded memory. Arenas in memory collect and sort the entries. A
/// full arena is written to a temporary file as a run, and the runs are merged (Knuth, The Art of Computer Programming
/// 3, section 5.4). The order is that of the keys' bytes, then of the payloads' bytes. It is a total order, so the
/// result does not depend on the order of add(), on the memory, or on the number of threads.
class ExternalSorter {
public:
    static constexpr unsigned default_fan_in = 64;
    struct Limits {
        /// Maximum size of all arenas together; they begin small and grow with the number of runs. The buffers of a
        /// merge use a quarter of this size.
        std::uint64_t memory_bytes = 64U << 20;
        unsigned fan_in = default_fan_in;  ///< runs merged at once, at least 2
        unsigned lanes = 1;                ///< number of threads that add at the same time, each to its own lane
        /// If the arenas are larger than this, or if a lane has spilled, finish() writes all entries to the file.
        /// Otherwise they stay in memory.
        std::uint64_t kept_bytes = std::numeric_limits<std::uint64_t>::max();
    };

    ExternalSorter(std::string temp_folder, Limits limits);
    ~ExternalSorter();

    /// Copies key and payload, each shorter than 4 GiB. Different threads may add to different lanes at the same time;
    /// without `lane`, adds to lane 0. Throws BuildFailure.
    void add(std::string_view key, std::string_view payload) { add(0, key, payload); }
    void add(unsigned lane, std::string_view key, std::string_view payload);

    /// Call it after the last add(). Sorts, and merges runs until at most fan_in are left.
    void finish();
    /// Like finish(), but sorts the lanes on several threads.
    void finish(Workers& workers);

    /// Iterates over all entries in order. key() and payload() are valid until the next call of next().
    class Cursor {
    public:
        bool next();  ///< false at the end
        std::string_view key() const noexcept { return key_; }
        std::string_view payload() const noexcept { return payload_; }

    private:
        friend class ExternalSorter;
        struct Source;
        explicit Cursor(std::vector<std::shared_ptr<Source>> sources);
        void sift_down(std::size_t place);
        bool before(std::size_t a, std::size_t b) const noexcept;

        std::vector<std::shared_ptr<Source>> sources_;
        std::vector<std::size_t> heap_;  // binary heap over sources_, the smallest at the top
        bool started_ = false;
        std::string_view key_, payload_;
    };

    /// Call it after finish(), any number of times. The sorter must outlive the cursor.
    Cursor read() const;

    std::uint64_t count() const noexcept;  ///< number of entries
    /// Current memory of the arenas in bytes. cursor_bytes(): additional memory of each cursor.
    std::uint64_t held_bytes() const noexcept;
    std::uint64_t cursor_bytes() const noexcept { return runs_.size() * buffer_bytes(); }
    /// Peak memory of the arenas so far: the sum of each lane's own peak.
    std::uint64_t peak_bytes() const noexcept;
    std::uint64_t spilled_runs() const noexcept { return spilled_runs_; }  ///< number of spilled runs, for tests
    std::uint64_t merge_passes() const noexcept { return merge_passes_; }

private:
    struct Lane;
    void spill(Lane& lane);
    std::uint64_t reserve(Lane& lane, std::uint64_t bytes);
    bool goes_to_file() const noexcept;
    void sort_or_spill(Lane& lane, bool to_file);
    void merge_to_fan_in();
    void merge_once();
    Cursor read_runs(std::size_t first, std::size_t end) const;
    std::size_t buffer_bytes() const noexcept;

    std::string temp_folder_;
    Limits limits_;
    std::uint64_t lane_bytes_;  // maximum of one lane
    std::vector<std::unique_ptr<Lane>> lanes_;
    std::mutex mutex_;  // guards the state that spilling lanes share: the file, its size, the runs
    std::optional<TempFile> file_;
    std::uint64_t file_bytes_ = 0;
    std::vector<SortedRun> runs_;
    std::uint64_t spilled_runs_ = 0, merge_passes_ = 0;
};

}  // namespace bizrec::builder

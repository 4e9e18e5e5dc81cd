#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "lmdb_builder/build/sort_arena.hpp"
#include "lmdb_builder/build/temp_file.hpp"

namespace bizrec::builder {

/// Sorts any number of (key, payload) byte strings in bounded memory: runs are sorted in an arena, spilled to a
/// temporary file, and merged (Knuth, The Art of Computer Programming 3, section 5.4). The order is that of the keys'
/// bytes, then of the payloads' bytes: a total order, so that what comes out depends neither on the order of add() nor
/// on the memory.
class ExternalSorter {
public:
    static constexpr unsigned default_fan_in = 64;
    struct Limits {
        std::uint64_t memory_bytes = 64U << 20;  ///< for the arena while adding, for read buffers while merging
        unsigned fan_in = default_fan_in;        ///< runs merged at once, at least 2
    };

    ExternalSorter(std::string temp_folder, Limits limits);

    /// Both are copied; each shorter than 4 GiB.
    void add(std::string_view key, std::string_view payload);

    /// After the last add(): sorts, and merges until no more than fan_in runs are left.
    void finish();

    /// Walks everything in order. Views hold until the next call.
    class Cursor {
    public:
        bool next();
        std::string_view key() const noexcept { return key_; }
        std::string_view payload() const noexcept { return payload_; }

    private:
        friend class ExternalSorter;
        struct Source;
        Cursor(const TempFile* file, const std::vector<struct SortedRun>& runs, std::size_t buffer_bytes);
        explicit Cursor(const SortArena& arena);
        bool next_in_memory();
        bool next_merged();
        void sift_down(std::size_t place);
        bool before(std::size_t a, std::size_t b) const noexcept;

        const SortArena* arena_ = nullptr;
        std::size_t position_ = 0;
        std::vector<std::shared_ptr<Source>> sources_;
        std::vector<std::size_t> heap_;  // binary heap over sources_, the least at the top
        bool started_ = false;
        std::string_view key_, payload_;
    };

    /// After finish(), as often as needed; the sorter must outlive the cursor.
    Cursor read() const;

    std::uint64_t count() const noexcept { return count_; }
    std::uint64_t spilled_runs() const noexcept { return spilled_runs_; }  ///< counted work, for tests
    std::uint64_t merge_passes() const noexcept { return merge_passes_; }

private:
    void spill();
    void merge_once();
    std::size_t buffer_bytes() const noexcept;

    std::string temp_folder_;
    Limits limits_;
    SortArena arena_;
    std::optional<TempFile> file_;
    std::vector<struct SortedRun> runs_;
    std::uint64_t count_ = 0, spilled_runs_ = 0, merge_passes_ = 0;
};

}  // namespace bizrec::builder

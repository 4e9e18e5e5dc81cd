#include "lmdb_builder/sorting/external_sorter.hpp"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <string_view>
#include <utility>
#include <vector>

#include "lmdb_builder/sorting/run_entry.hpp"
#include "lmdb_builder/system/temp_file.hpp"
#include "lmdb_builder/system/workers.hpp"

namespace bizrec::builder {
namespace {

/// Writes one run to a file, from `offset` on.
class RunWriter {
public:
    static constexpr std::size_t buffer_bytes = 256U << 10;

    RunWriter(const TempFile& file, std::uint64_t offset) : file_(&file), offset_(offset) {
        buffer_.reserve(buffer_bytes);
    }

    void add(const RunEntry& entry) { append(entry.whole().data(), entry.whole().size()); }

    void add(std::string_view key, std::string_view payload) {
        const RunEntryHead head = RunEntryHead::make(key, payload);
        append(&head, sizeof head);
        append(key.data(), key.size());
        append(payload.data(), payload.size());
    }

    /// Call it after the last entry; returns the end of the run.
    std::uint64_t finish() {
        flush();
        return offset_;
    }

private:
    void append(const void* bytes, std::size_t size) {
        if (size > buffer_bytes - buffer_.size()) {
            flush();
        }
        if (size > buffer_bytes) {
            write(bytes, size);
            return;
        }
        const char* begin = static_cast<const char*>(bytes);
        buffer_.insert(buffer_.end(), begin, begin + size);
    }

    void flush() {
        write(buffer_.data(), buffer_.size());
        buffer_.clear();
    }

    void write(const void* bytes, std::size_t size) {
        file_->write_at(offset_, bytes, size);
        offset_ += size;
    }

    const TempFile* file_;
    std::uint64_t offset_;
    std::vector<char> buffer_;
};

constexpr std::size_t min_buffer_bytes = 4U << 10;
constexpr std::size_t max_buffer_bytes = 1U << 20;
// A block of a lane has at most 1/16 of the lane's memory, so that a lane exceeds its memory only slightly.
constexpr std::uint64_t blocks_a_lane = 16;
constexpr std::ptrdiff_t entries_ahead = 8;
constexpr std::uint64_t shares_for_reading = 4;  // the buffers of a merge get 1/4 of the memory

// A large arena saves writing to the file. But the first use of memory costs more than writing, because the system
// clears each page, and a virtual machine fetches it from its host. So arenas begin small, and grow with the number of
// runs.
constexpr std::uint64_t first_lane_bytes = 32U << 20;
constexpr std::uint64_t runs_of_one_size = 32;

std::size_t block_limit(std::uint64_t lane_bytes) noexcept {
    return static_cast<std::size_t>(
        std::clamp<std::uint64_t>(lane_bytes / blocks_a_lane, min_buffer_bytes, MemoryBlock::huge_page_bytes));
}

}  // namespace

/// The entries that one thread adds. Lanes have separate cache lines, because all threads write all the time.
struct alignas(64) ExternalSorter::Lane {
    Lane(std::size_t largest_block, std::uint64_t bytes) : arena(largest_block), run_bytes(bytes) {}

    SortArena arena;
    std::uint64_t run_bytes;  // the lane spills when its arena reaches this size
    std::uint64_t count = 0;
    std::uint64_t peak_bytes = 0;
};

/// One of the sorted inputs of a merge: an arena in memory, or a run that is read through a buffer.
struct ExternalSorter::Cursor::Source {
    explicit Source(const SortArena& in_memory) : arena(&in_memory), at(in_memory.begin()) {}
    Source(const TempFile* f, SortedRun run, std::size_t buffer_bytes)
        : file(f), offset(run.offset), end(run.offset + run.bytes), buffer(buffer_bytes) {}

    bool next() { return arena != nullptr ? next_in_memory() : next_in_file(); }

    bool next_in_memory() {
        if (at == arena->end()) {
            return false;
        }
        if (arena->end() - at > entries_ahead) {
            __builtin_prefetch(at[entries_ahead].bytes);  // after sorting, entries are scattered over the arena
        }
        const RunEntry entry = at->entry();
        prefix = at->prefix;
        key = entry.key();
        payload = entry.payload();
        ++at;
        return true;
    }

    bool next_in_file() {
        if (offset - (filled - used) == end) {
            return false;
        }
        RunEntryHead head;
        ensure(sizeof head);
        std::memcpy(&head, buffer.data() + used, sizeof head);
        const auto whole = static_cast<std::size_t>(head.entry_bytes());
        ensure(whole);
        const RunEntry entry(buffer.data() + used);
        key = entry.key();
        payload = entry.payload();
        prefix = key_prefix(key);
        used += whole;
        return true;
    }

    /// Makes sure that the buffer has at least `size` bytes from `used` on.
    void ensure(std::size_t size) {
        if (filled - used >= size) {
            return;
        }
        std::memmove(buffer.data(), buffer.data() + used, filled - used);
        filled -= used;
        used = 0;
        if (buffer.size() < size) {
            buffer.resize(size);
        }
        const std::size_t wanted =
            static_cast<std::size_t>(std::min<std::uint64_t>(buffer.size() - filled, end - offset));
        file->read(offset, buffer.data() + filled, wanted);
        offset += wanted;
        filled += wanted;
    }

    const SortArena* arena = nullptr;
    const SortArena::Entry* at = nullptr;
    const TempFile* file = nullptr;
    std::uint64_t offset = 0;  // of the next byte to read from the file
    std::uint64_t end = 0;
    std::vector<char> buffer;
    std::size_t used = 0, filled = 0;
    std::uint64_t prefix = 0;
    std::string_view key, payload;
};

ExternalSorter::Cursor::Cursor(std::vector<std::shared_ptr<Source>> sources) : sources_(std::move(sources)) {}

bool ExternalSorter::Cursor::before(std::size_t a, std::size_t b) const noexcept {
    const Source& left = *sources_[a];
    const Source& right = *sources_[b];
    if (left.prefix != right.prefix) {
        return left.prefix < right.prefix;
    }
    const int order = left.key.compare(right.key);
    return order != 0 ? order < 0 : left.payload < right.payload;
}

void ExternalSorter::Cursor::sift_down(std::size_t place) {
    while (true) {
        std::size_t least = place;
        for (std::size_t child = 2 * place + 1; child <= 2 * place + 2 && child < heap_.size(); ++child) {
            if (before(heap_[child], heap_[least])) {
                least = child;
            }
        }
        if (least == place) {
            return;
        }
        std::swap(heap_[place], heap_[least]);
        place = least;
    }
}

bool ExternalSorter::Cursor::next() {
    if (!started_) {
        started_ = true;
        for (std::size_t i = 0; i < sources_.size(); ++i) {
            if (sources_[i]->next()) {
                heap_.push_back(i);
            }
        }
        for (std::size_t i = heap_.size(); i-- > 0;) {
            sift_down(i);
        }
    } else if (!heap_.empty()) {
        // Since the last call, key_ and payload_ have pointed into the buffer of the source at the top of heap_. So
        // this source moves on only now.
        if (!sources_[heap_.front()]->next()) {
            heap_.front() = heap_.back();
            heap_.pop_back();
        }
        sift_down(0);
    }
    if (heap_.empty()) {
        return false;
    }
    key_ = sources_[heap_.front()]->key;
    payload_ = sources_[heap_.front()]->payload;
    return true;
}

ExternalSorter::ExternalSorter(std::string temp_folder, Limits limits)
    : temp_folder_(std::move(temp_folder)), limits_(limits), lane_bytes_(limits.memory_bytes / limits.lanes) {
    limits_.fan_in = std::max(2U, limits_.fan_in);
    for (unsigned lane = 0; lane < limits_.lanes; ++lane) {
        lanes_.push_back(std::make_unique<Lane>(block_limit(lane_bytes_), std::min(lane_bytes_, first_lane_bytes)));
    }
}

ExternalSorter::~ExternalSorter() = default;

void ExternalSorter::add(unsigned lane, std::string_view key, std::string_view payload) {
    Lane& mine = *lanes_[lane];
    mine.arena.add(key, payload);
    ++mine.count;
    if (mine.arena.bytes() >= mine.run_bytes) {
        spill(mine);
    }
}

std::uint64_t ExternalSorter::reserve(Lane& lane, std::uint64_t bytes) {
    const std::lock_guard<std::mutex> lock(mutex_);
    if (!file_) {
        file_.emplace(temp_folder_);
    }
    const std::uint64_t offset = file_bytes_;
    file_bytes_ += bytes;
    runs_.push_back({offset, bytes});
    const std::uint64_t doublings = std::min<std::uint64_t>(++spilled_runs_ / runs_of_one_size, 32);
    lane.run_bytes = std::min(lane_bytes_, first_lane_bytes << doublings);
    return offset;
}

void ExternalSorter::spill(Lane& lane) {
    lane.peak_bytes = std::max(lane.peak_bytes, lane.arena.bytes());
    lane.arena.sort();
    const std::uint64_t place = reserve(lane, lane.arena.content_bytes());
    RunWriter run(*file_, place);
    for (const SortArena::Entry* entry = lane.arena.begin(); entry != lane.arena.end(); ++entry) {
        if (lane.arena.end() - entry > entries_ahead) {
            __builtin_prefetch(entry[entries_ahead].bytes);  // after sorting, entries are scattered over the arena
        }
        run.add(entry->entry());
    }
    run.finish();
    lane.arena.reset();
}

bool ExternalSorter::goes_to_file() const noexcept {
    return !runs_.empty() || held_bytes() > limits_.kept_bytes;
}

void ExternalSorter::sort_or_spill(Lane& lane, bool to_file) {
    lane.peak_bytes = std::max(lane.peak_bytes, lane.arena.bytes());
    if (!to_file) {
        lane.arena.sort();
        return;
    }
    if (lane.arena.size() > 0) {
        spill(lane);
    }
    lane.arena.clear();
}

void ExternalSorter::finish() {
    const bool to_file = goes_to_file();
    for (const std::unique_ptr<Lane>& lane : lanes_) {
        sort_or_spill(*lane, to_file);
    }
    merge_to_fan_in();
}

void ExternalSorter::finish(Workers& workers) {
    const bool to_file = goes_to_file();
    workers.for_each(lanes_.size(), [&](std::size_t lane) { sort_or_spill(*lanes_[lane], to_file); });
    merge_to_fan_in();
}

void ExternalSorter::merge_to_fan_in() {
    while (runs_.size() > limits_.fan_in) {
        merge_once();
    }
}

void ExternalSorter::merge_once() {
    TempFile merged(temp_folder_);
    std::uint64_t merged_bytes = 0;
    std::vector<SortedRun> merged_runs;
    for (std::size_t first = 0; first < runs_.size(); first += limits_.fan_in) {
        const std::size_t end = std::min<std::size_t>(first + limits_.fan_in, runs_.size());
        RunWriter run(merged, merged_bytes);
        for (Cursor cursor = read_runs(first, end); cursor.next();) {
            run.add(cursor.key(), cursor.payload());
        }
        const std::uint64_t run_end = run.finish();
        merged_runs.push_back({merged_bytes, run_end - merged_bytes});
        merged_bytes = run_end;
    }
    file_ = std::move(merged);
    file_bytes_ = merged_bytes;
    runs_ = std::move(merged_runs);
    ++merge_passes_;
}

std::size_t ExternalSorter::buffer_bytes() const noexcept {
    const std::uint64_t readers = std::min<std::uint64_t>(limits_.fan_in, std::max<std::size_t>(runs_.size(), 1));
    return static_cast<std::size_t>(std::clamp<std::uint64_t>(limits_.memory_bytes / shares_for_reading / readers,
                                                              min_buffer_bytes, max_buffer_bytes));
}

ExternalSorter::Cursor ExternalSorter::read_runs(std::size_t first, std::size_t end) const {
    std::vector<std::shared_ptr<Cursor::Source>> sources;
    for (std::size_t run = first; run < end; ++run) {
        sources.push_back(std::make_shared<Cursor::Source>(&*file_, runs_[run], buffer_bytes()));
    }
    return Cursor(std::move(sources));
}

ExternalSorter::Cursor ExternalSorter::read() const {
    if (!runs_.empty()) {
        return read_runs(0, runs_.size());
    }
    std::vector<std::shared_ptr<Cursor::Source>> sources;
    for (const std::unique_ptr<Lane>& lane : lanes_) {
        sources.push_back(std::make_shared<Cursor::Source>(lane->arena));
    }
    return Cursor(std::move(sources));
}

std::uint64_t ExternalSorter::count() const noexcept {
    std::uint64_t count = 0;
    for (const std::unique_ptr<Lane>& lane : lanes_) {
        count += lane->count;
    }
    return count;
}

std::uint64_t ExternalSorter::held_bytes() const noexcept {
    std::uint64_t bytes = 0;
    for (const std::unique_ptr<Lane>& lane : lanes_) {
        bytes += lane->arena.bytes();
    }
    return bytes;
}

std::uint64_t ExternalSorter::peak_bytes() const noexcept {
    std::uint64_t bytes = 0;
    for (const std::unique_ptr<Lane>& lane : lanes_) {
        bytes += std::max(lane->peak_bytes, lane->arena.bytes());
    }
    return bytes;
}

}  // namespace bizrec::builder

#include "lmdb_builder/build/external_sorter.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

namespace bizrec::builder {
namespace {

constexpr std::size_t head_bytes = 8;  // of an entry in a run: lengths of key and payload
constexpr std::size_t least_buffer_bytes = 4U << 10;
constexpr std::size_t greatest_buffer_bytes = 1U << 20;

void append_entry(TempFile& file, std::string_view key, std::string_view payload) {
    const std::uint32_t lengths[2] = {static_cast<std::uint32_t>(key.size()),
                                      static_cast<std::uint32_t>(payload.size())};
    static_assert(sizeof lengths == head_bytes);
    file.append(lengths, sizeof lengths);
    file.append(key);
    file.append(payload);
}

}  // namespace

/// One run, read through a buffer.
struct ExternalSorter::Cursor::Source {
    Source(const TempFile* f, SortedRun run, std::size_t buffer_bytes)
        : file(f), offset(run.offset), end(run.offset + run.bytes), buffer(buffer_bytes) {}

    bool next() {
        if (offset - (filled - used) == end) {
            return false;
        }
        std::uint32_t lengths[2];
        ensure(head_bytes);
        std::memcpy(lengths, buffer.data() + used, head_bytes);
        const std::size_t whole = head_bytes + std::size_t{lengths[0]} + lengths[1];
        ensure(whole);
        const char* start = buffer.data() + used + head_bytes;
        key = {start, lengths[0]};
        payload = {start + lengths[0], lengths[1]};
        used += whole;
        return true;
    }

    /// At least `size` bytes from `used` on are in the buffer afterwards.
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

    const TempFile* file;
    std::uint64_t offset;  // of the next byte to read from the file
    std::uint64_t end;
    std::vector<char> buffer;
    std::size_t used = 0, filled = 0;
    std::string_view key, payload;
};

ExternalSorter::Cursor::Cursor(const TempFile* file, const std::vector<SortedRun>& runs, std::size_t buffer_bytes) {
    for (const SortedRun& run : runs) {
        sources_.push_back(std::make_shared<Source>(file, run, buffer_bytes));
    }
}

ExternalSorter::Cursor::Cursor(const SortArena& arena) : arena_(&arena) {}

bool ExternalSorter::Cursor::next() {
    return arena_ != nullptr ? next_in_memory() : next_merged();
}

bool ExternalSorter::Cursor::next_in_memory() {
    if (position_ == arena_->entries().size()) {
        return false;
    }
    const SortArena::Entry& entry = arena_->entries()[position_++];
    key_ = entry.key();
    payload_ = entry.payload();
    return true;
}

bool ExternalSorter::Cursor::before(std::size_t a, std::size_t b) const noexcept {
    const int order = sources_[a]->key.compare(sources_[b]->key);
    return order != 0 ? order < 0 : sources_[a]->payload < sources_[b]->payload;
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

bool ExternalSorter::Cursor::next_merged() {
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
        // The views of the last call point into the top's buffer: it moves on only now.
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
    : temp_folder_(std::move(temp_folder)), limits_(limits) {
    limits_.fan_in = std::max(2U, limits_.fan_in);
}

void ExternalSorter::add(std::string_view key, std::string_view payload) {
    arena_.add(key, payload);
    ++count_;
    if (arena_.bytes() >= limits_.memory_bytes) {
        spill();
    }
}

void ExternalSorter::spill() {
    arena_.sort();
    if (!file_) {
        file_.emplace(temp_folder_);
    }
    const std::uint64_t start = file_->size();
    for (const SortArena::Entry& entry : arena_.entries()) {
        append_entry(*file_, entry.key(), entry.payload());
    }
    runs_.push_back({start, file_->size() - start});
    ++spilled_runs_;
    arena_.clear();
}

void ExternalSorter::finish() {
    if (runs_.empty()) {
        arena_.sort();
        return;
    }
    if (!arena_.entries().empty()) {
        spill();
    }
    file_->flush();
    while (runs_.size() > limits_.fan_in) {
        merge_once();
    }
}

void ExternalSorter::merge_once() {
    TempFile merged(temp_folder_);
    std::vector<SortedRun> merged_runs;
    for (std::size_t first = 0; first < runs_.size(); first += limits_.fan_in) {
        const auto begin = runs_.begin() + static_cast<std::ptrdiff_t>(first);
        const auto end =
            runs_.begin() + static_cast<std::ptrdiff_t>(std::min<std::size_t>(first + limits_.fan_in, runs_.size()));
        Cursor cursor(&*file_, std::vector<SortedRun>(begin, end), buffer_bytes());
        const std::uint64_t start = merged.size();
        while (cursor.next()) {
            append_entry(merged, cursor.key(), cursor.payload());
        }
        merged_runs.push_back({start, merged.size() - start});
    }
    merged.flush();
    file_ = std::move(merged);
    runs_ = std::move(merged_runs);
    ++merge_passes_;
}

std::size_t ExternalSorter::buffer_bytes() const noexcept {
    const std::uint64_t share = limits_.memory_bytes / limits_.fan_in;
    return static_cast<std::size_t>(std::clamp<std::uint64_t>(share, least_buffer_bytes, greatest_buffer_bytes));
}

ExternalSorter::Cursor ExternalSorter::read() const {
    return runs_.empty() ? Cursor(arena_) : Cursor(&*file_, runs_, buffer_bytes());
}

}  // namespace bizrec::builder

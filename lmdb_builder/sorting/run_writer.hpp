#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "lmdb_builder/sorting/run_entry.hpp"
#include "lmdb_builder/system/temp_file.hpp"

namespace bizrec::builder {

/// Writes one run to a file, from `offset` on.
class RunWriter {
public:
    static constexpr std::size_t buffer_bytes = 256U << 10;

    RunWriter(const TempFile& file, std::uint64_t offset) : file_(&file), offset_(offset) {
        buffer_.reserve(buffer_bytes);
    }

    void add(const RunEntry& entry) { put(entry.whole().data(), entry.whole().size()); }

    void add(std::string_view key, std::string_view payload) {
        const RunEntryHead head = RunEntryHead::of(key, payload);
        put(&head, sizeof head);
        put(key.data(), key.size());
        put(payload.data(), payload.size());
    }

    /// Call it after the last entry; returns the end of the run.
    std::uint64_t finish() {
        flush();
        return offset_;
    }

private:
    void put(const void* bytes, std::size_t size) {
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

}  // namespace bizrec::builder

#pragma once

#include <zstd.h>

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "bizrec/store/fd.hpp"
#include "lmdb_builder/runs/run_file_header.hpp"
#include "lmdb_builder/runs/run_file_layout.hpp"

namespace bizrec::builder {

/// Writes a run sequentially. Throws BuildFailure.
class RunFileWriter {
public:
    /// `file`: empty and open for writing. `name`: for messages.
    RunFileWriter(store::FileDescriptor file, std::string name, const RunHeader& header, std::string_view rules);

    /// Call it in ascending order of keys, once per id. `key`: RecordCursor::key_bytes bytes.
    void add(std::string_view key, std::string_view payload);

    /// Writes the end of the run, syncs the file if `sync` is true, and returns the descriptor.
    store::FileDescriptor finish(const RunCounts& counts, bool sync);

    std::uint64_t bytes() const noexcept { return offset_; }

private:
    struct FreeContext {
        void operator()(ZSTD_CCtx* context) const noexcept { ZSTD_freeCCtx(context); }
    };

    void flush_entries();
    void write_block(run::BlockKind kind, std::string_view raw, std::uint32_t entries);
    void write(const void* bytes, std::size_t size);

    store::FileDescriptor file_;
    std::string name_;
    std::unique_ptr<ZSTD_CCtx, FreeContext> context_;
    std::string raw_, packed_;
    std::uint32_t entries_ = 0;
    std::uint64_t offset_ = 0, checksum_;
};

}  // namespace bizrec::builder

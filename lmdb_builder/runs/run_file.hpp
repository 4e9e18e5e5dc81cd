#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "bizrec/store/fd.hpp"
#include "lmdb_builder/runs/record_source.hpp"
#include "lmdb_builder/runs/run_file_header.hpp"
#include "lmdb_builder/runs/run_file_layout.hpp"

struct ZSTD_DCtx_s;  // the type that zstd.h names ZSTD_DCtx

namespace bizrec::builder {

/// Decompresses blocks of one or many runs. Owns the buffers, so that all runs share them.
class BlockUnpacker {
public:
    BlockUnpacker();

    /// Decompresses a block. Returns false if the frame is damaged, or if its content is not `head.raw_bytes` long.
    bool unpack(const run::BlockHead& head, const char* stored, std::string& raw);
    std::string& buffer() noexcept { return buffer_; }

private:
    struct FreeContext {
        void operator()(ZSTD_DCtx_s* context) const noexcept;
    };
    std::unique_ptr<ZSTD_DCtx_s, FreeContext> context_;
    std::string buffer_;
};

/// A run on disk. Checks head, header and end; RunCursor checks the rest. A file with a name is open only while a
/// cursor reads it, so that there may be any number of runs. A file without a name stays open.
class RunFile {
public:
    /// Throws BuildFailure that names the file and says whether it is foreign, unfinished, cut off, damaged or newer.
    explicit RunFile(const std::string& path);
    /// Reads an open file without a name; `name` is for messages.
    RunFile(store::FileDescriptor file, std::string name);

    const std::string& name() const noexcept { return name_; }
    const RunHeader& header() const noexcept { return header_; }
    const RunCounts& counts() const noexcept { return counts_; }
    std::uint64_t bytes() const noexcept { return identity_.size; }

    /// The rules by which the run's records were read, in the form that format::write_rules() writes.
    std::string rules(BlockUnpacker& unpacker) const;

private:
    friend class BlockReader;
    store::FileDescriptor open() const;
    void read_ends(int file);
    void read_head(int file);
    [[noreturn]] void fail(const std::string& what) const;

    std::string name_;
    store::FileDescriptor unnamed_;
    store::FileIdentity identity_;
    RunHeader header_;
    RunCounts counts_;
    run::Tail tail_;
    std::uint64_t blocks_offset_ = 0;  // of the first block after the header
    std::uint64_t header_checksum_ = 0;
};

/// Reads and checks a run's blocks, from the first after the header to the last before the end.
class BlockReader {
public:
    explicit BlockReader(const RunFile& run);

    /// Reads the next block. Returns false at the end. Throws BuildFailure if the run has changed since it was written.
    bool next(BlockUnpacker& unpacker, run::BlockHead& head, std::string& raw);
    [[noreturn]] void fail_damaged() const;

private:
    const RunFile* run_;
    store::FileDescriptor file_;
    std::uint64_t offset_, checksum_;
};

/// Walks a run. Checks every block, the order and the shard of the ids and, at the end, the count.
class RunCursor : public RecordCursor {
public:
    /// Both arguments must outlive the cursor.
    RunCursor(const RunFile& run, BlockUnpacker& unpacker);

    bool next() override;

private:
    bool next_block();
    void check_key();

    const RunFile* run_;
    BlockUnpacker* unpacker_;
    ShardFilter shard_;
    BlockReader blocks_;
    std::string raw_, last_id_;
    std::size_t used_ = 0;
    std::uint32_t left_ = 0;  // entries of the block that are not read yet
    std::uint64_t seen_ = 0;
};

}  // namespace bizrec::builder

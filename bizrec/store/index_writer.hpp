#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

#include "bizrec/base/result.hpp"
#include "bizrec/base/xxh.hpp"
#include "bizrec/format/layout.hpp"
#include "bizrec/format/meta.hpp"
#include "bizrec/store/fd.hpp"
#include "bizrec/store/seal_writer.hpp"

struct MDB_env;
struct MDB_txn;
namespace bizrec::store {

/// A section's checksum: XXH3-64 of each chunk, seeded with the checksum of the chunks before it; 0 before the first.
/// It tells which section is damaged. The seal, not this checksum, proves that the file is unchanged.
inline std::uint64_t chunk_checksum(std::uint64_t before, const void* bytes, std::size_t size) noexcept {
    return XXH3_64bits_withSeed(bytes, size, before);
}

/// Writes a new index file from first to last. The same calls give the same bytes, because commit points and map sizes
/// depend only on the data written. Memory is bounded by one commit interval (about 8 MiB) and the greatest chunk.
class IndexWriter {
public:
    /// `path` must not exist. The caller publishes the finished file by rename, and fsyncs the directory.
    static Result<std::unique_ptr<IndexWriter>> create(const std::string& path);
    /// Writes into a new, empty file that the caller has made. On failure the caller removes it. `path` is used in
    /// messages.
    static Result<std::unique_ptr<IndexWriter>> create(FileDescriptor file, const std::string& path);
    ~IndexWriter();  ///< removes an unfinished file that create(path) has made
    IndexWriter(const IndexWriter&) = delete;
    IndexWriter& operator=(const IndexWriter&) = delete;

    /// Appends a chunk to a section. Sections must come in ascending order. Chunks of one section are numbered in the
    /// order of the calls. Pads short chunks with zeros. An error if `size` is above format::max_chunk_bytes. The file
    /// has format::format_version, or the version that introduced its newest section if that is higher. After an error
    /// the file cannot be finished.
    Status append(format::Section section, const void* bytes, std::size_t size);

    /// Sets `meta.version` and `meta.sections`, writes the meta section, commits, closes, seals and fsyncs. Call it
    /// once.
    Result<Seal> finish(format::Meta meta, const SealProgress& progress = {});

private:
    IndexWriter(FileDescriptor file, std::string path, bool made)
        : path_(std::move(path)), file_(std::move(file)), made_(made) {}
    static Result<std::unique_ptr<IndexWriter>> opened(std::unique_ptr<IndexWriter> writer);
    Status open();
    int open_lmdb();
    Status append_chunk(format::Section section, const void* bytes, std::size_t size);
    Status reserve(std::size_t bytes);
    Status begin();
    Status commit();
    Status close_at_used_size();
    void close() noexcept;
    Error lmdb_error(const char* what, int code) const;

    std::string path_;
    FileDescriptor file_;
    bool made_;  ///< create(path) made the file
    MDB_env* env_ = nullptr;
    MDB_txn* txn_ = nullptr;
    unsigned dbi_ = 0;
    std::uint64_t map_bytes_ = 0, used_bytes_ = 0, uncommitted_bytes_ = 0;
    format::Section last_section_{};
    std::uint32_t version_ = format::format_version;
    format::Meta meta_;
    bool failed_ = false;
    bool finished_ = false;
};

}  // namespace bizrec::store

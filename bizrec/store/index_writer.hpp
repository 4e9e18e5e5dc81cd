#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

#include "bizrec/format/layout.hpp"
#include "bizrec/format/meta.hpp"
#include "bizrec/store/seal.hpp"

struct MDB_env;
struct MDB_txn;

namespace bizrec::store {

/// Writes a new index file from first to last. The same calls give the same bytes: commit points and map sizes depend
/// on what is written alone. Memory is bounded by one commit interval (some 64 MiB) and the greatest chunk.
class IndexWriter {
public:
    /// `path` must not exist. The caller publishes the finished file by rename.
    static Result<std::unique_ptr<IndexWriter>> create(const std::string& path);
    ~IndexWriter();  ///< an unfinished file is removed

    /// Sections in ascending order; chunks of one section are numbered as they come. Pads short chunks.
    Status append(format::Section section, const void* bytes, std::size_t size);

    /// Fills in `meta.sections`, writes it, commits, closes, seals, fsyncs.
    Result<Seal> finish(format::Meta meta);

private:
    explicit IndexWriter(std::string path) : path_(std::move(path)) {}
    Status commit();
    Status reserve(std::size_t bytes);

    std::string path_;
    MDB_env* env_ = nullptr;
    MDB_txn* txn_ = nullptr;
    unsigned dbi_ = 0;
    std::uint64_t map_bytes_ = 0, used_bytes_ = 0, uncommitted_bytes_ = 0;
    format::Meta meta_;
    bool finished_ = false;
};

}  // namespace bizrec::store

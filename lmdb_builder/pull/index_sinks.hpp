#pragma once

#include <memory>
#include <string>

#include "bizrec/store/fd.hpp"
#include "bizrec/store/sha256.hpp"
#include "lmdb_builder/publish/current_file.hpp"
#include "lmdb_builder/pull/byte_sink.hpp"
#include "lmdb_builder/pull/partial_file.hpp"

struct ZSTD_DCtx_s;

namespace bizrec::builder {

/// A small file that is fetched in one piece, or again.
class FileSink : public ByteSink {
public:
    /// Made anew. Throws BuildFailure, here and in write().
    explicit FileSink(const std::string& path);
    void begin(std::uint64_t, const std::string&) override {}
    void write(std::string_view bytes) override;
    std::uint64_t bytes() const noexcept { return bytes_; }

private:
    const std::string path_;
    store::FileDescriptor fd_;
    std::uint64_t bytes_ = 0;
};

/// GENERATION.mdb, as it comes.
class PlainSink : public ByteSink {
public:
    explicit PlainSink(PartialFile& file) : file_(file) {}
    void begin(std::uint64_t offset, const std::string& etag) override { file_.begin(offset == 0, etag); }
    void write(std::string_view bytes) override;
    /// Whether all has come.
    bool is_whole() const noexcept { return file_.written() == file_.size(); }

private:
    PartialFile& file_;
};

/// GENERATION.mdb.zst, unpacked while it comes, in the memory of one frame's window. A download goes on at the last
/// frame that was whole. Throws WrongBytes.
class PackedSink : public ByteSink {
public:
    PackedSink(PartialFile& file, const PackedFile& packed);
    ~PackedSink() override;

    void begin(std::uint64_t offset, const std::string& etag) override;
    void write(std::string_view bytes) override;
    /// Whether all has come. WrongBytes where it has, and is not what the publisher packed: by its digest if it came in
    /// one piece, else by the frames' checksums and its size; the index's own seal is checked by whoever publishes it.
    bool is_whole();

private:
    struct Free {
        void operator()(ZSTD_DCtx_s* context) const noexcept;
    };

    PartialFile& file_;
    const PackedFile packed_;
    std::unique_ptr<ZSTD_DCtx_s, Free> context_;
    std::unique_ptr<char[]> buffer_;
    store::Sha256Stream digest_;
    std::uint64_t received_ = 0;
    bool in_one_piece_ = false;
    bool in_frame_ = false;
};

}  // namespace bizrec::builder

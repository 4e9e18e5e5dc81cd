#pragma once

#include <memory>
#include <string>
#include <vector>

#include "bizrec/store/sha256.hpp"
#include "lmdb_builder/publish/current_file.hpp"
#include "lmdb_builder/pull/http_client.hpp"
#include "lmdb_builder/pull/partial_file.hpp"
#include "lmdb_builder/pull/pull_options.hpp"

struct ZSTD_DCtx_s;
namespace bizrec::builder {

/// GENERATION.mdb or a delta, stored as received.
class PlainSink : public ByteSink {
public:
    explicit PlainSink(PartialFile& file) : file_(file) {}
    void begin(std::uint64_t offset, const std::string& etag) override { file_.begin(offset == 0, etag); }
    void write(std::string_view bytes) override;
    /// Whether all bytes have arrived.
    bool is_whole() const noexcept { return file_.written() == file_.size(); }

private:
    PartialFile& file_;
};

/// GENERATION.mdb.zst, decompressed while it arrives, in the memory of one frame's window. An interrupted download
/// resumes after the last complete frame. Throws WrongBytes.
class PackedSink : public ByteSink {
public:
    PackedSink(PartialFile& file, const PackedFile& packed);
    ~PackedSink() override;

    void begin(std::uint64_t offset, const std::string& etag) override;
    void write(std::string_view bytes) override;
    /// Whether all bytes have arrived. Throws WrongBytes if they have, but differ from the publisher's file. A download
    /// in one piece is checked by its digest, a resumed one by the frames' checksums and its size. The publish step
    /// checks the index's own seal.
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

/// Makes the index `to` from the index `base` and consecutive deltas. The result equals the publisher's signed file
/// byte for byte. Needs the memory and the processor time of a build, on one thread. Throws WrongBytes if the deltas do
/// not give that file on this machine, for any reason: the caller can fetch the packed file instead.
void apply_deltas_of_pull(const std::string& base, const std::vector<std::string>& deltas, const std::string& to,
                          const PullOptions& pull);

}  // namespace bizrec::builder

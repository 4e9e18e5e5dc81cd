#include "lmdb_builder/pull/index_sinks.hpp"

#include <zstd.h>

#include "lmdb_builder/deltas/apply_delta.hpp"
#include "lmdb_builder/publish/durable_file.hpp"
#include "lmdb_builder/pull/fetch_failure.hpp"
#include "lmdb_builder/system/ending_signals.hpp"

namespace bizrec::builder {
namespace {

constexpr int max_window_log = 23;  // 2^23 bytes = 8 MiB
constexpr std::size_t buffer_bytes = std::size_t{256} << 10;

}  // namespace

void PlainSink::write(std::string_view bytes) {
    file_.write(bytes);
    file_.can_go_on_from(file_.written());
}

void PackedSink::Free::operator()(ZSTD_DCtx_s* context) const noexcept {
    ZSTD_freeDCtx(context);
}

PackedSink::PackedSink(PartialFile& file, const PackedFile& packed)
    : file_(file), packed_(packed), context_(ZSTD_createDCtx()), buffer_(new char[buffer_bytes]) {
    if (!context_ || ZSTD_isError(ZSTD_DCtx_setParameter(context_.get(), ZSTD_d_windowLogMax, max_window_log)) != 0) {
        throw BuildFailure("zstd: not enough memory to unpack the index");
    }
    received_ = file.received();
}

PackedSink::~PackedSink() = default;

void PackedSink::begin(std::uint64_t offset, const std::string& etag) {
    file_.begin(offset == 0, etag);
    received_ = offset;
    in_one_piece_ = offset == 0;
}

void PackedSink::write(std::string_view bytes) {
    digest_.update(bytes.data(), bytes.size());
    ZSTD_inBuffer in{bytes.data(), bytes.size(), 0};
    while (in.pos < in.size || in_frame_) {
        ZSTD_outBuffer out{buffer_.get(), buffer_bytes, 0};
        const std::size_t before = in.pos;
        const std::size_t code = ZSTD_decompressStream(context_.get(), &out, &in);
        if (ZSTD_isError(code) != 0) {
            throw WrongBytes(std::string("what comes is no zstd, or damaged: ") + ZSTD_getErrorName(code));
        }
        if (out.pos > file_.size() - file_.written()) {
            throw WrongBytes("unpacked it is more than the " + std::to_string(file_.size()) + " bytes of the index");
        }
        file_.write({buffer_.get(), out.pos});
        in_frame_ = code != 0;
        if (!in_frame_) {
            file_.can_go_on_from(received_ + in.pos);
        }
        if (in.pos == before && out.pos == 0) {
            break;  // zstd needs more input
        }
    }
    received_ += bytes.size();
}

bool PackedSink::is_whole() {
    if (received_ < packed_.size) {
        return false;
    }
    store::Sha256 digest{};
    const bool is_right = !in_frame_ && file_.written() == file_.size();
    if (!is_right || (in_one_piece_ && (!digest_.finish(digest) || digest != packed_.sha256))) {
        throw WrongBytes("the packed index is not what the publisher signed");
    }
    return true;
}

void apply_deltas_of_pull(const std::string& base, const std::vector<std::string>& deltas, const std::string& to,
                          const PullOptions& pull) {
    const EndingNoteOf note(pull.root + "/published/current");
    ApplyOptions options;
    options.base = base;
    options.deltas = deltas;
    options.trust_path = pull.trust_path;
    options.build.output = to + ".applied";  // not `to` itself, because its manifest and signature are there already
    options.build.overwrite = true;
    options.build.memory_bytes = pull.memory_bytes;
    options.build.threads = 1;  // leaves the other processors to requests
    if (!pull.tables.empty()) {
        use_tables(pull.tables, options.build);
    }
    const auto applied = apply_deltas(options);
    if (!applied) {
        if (applied.error().is_of_other_version) {
            throw WrongBytes(applied.error());
        }
        throw BuildFailure(applied.error().message);  // this machine's fault: no room, no memory, unreadable tables
    }
    rename_file(options.build.output, to);
}

}  // namespace bizrec::builder

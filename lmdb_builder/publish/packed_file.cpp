#include "lmdb_builder/publish/packed_file.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <memory>

#include <zstd.h>

#include "bizrec/store/fd.hpp"
#include "bizrec/store/sha256.hpp"
#include "lmdb_builder/system/failure.hpp"

namespace bizrec::builder {
namespace {

constexpr int packing_level = 3;

struct FreeContext {
    void operator()(ZSTD_CCtx* context) const noexcept { ZSTD_freeCCtx(context); }
};
using Context = std::unique_ptr<ZSTD_CCtx, FreeContext>;

Context packing_context() {
    Context context(ZSTD_createCCtx());
    if (!context || ZSTD_isError(ZSTD_CCtx_setParameter(context.get(), ZSTD_c_compressionLevel, packing_level)) != 0 ||
        ZSTD_isError(ZSTD_CCtx_setParameter(context.get(), ZSTD_c_checksumFlag, 1)) != 0) {
        throw BuildFailure("zstd: not enough memory to pack the index");
    }
    return context;
}

class Packing {
public:
    Packing(const store::OpenIndex& from, const std::string& to)
        : from_(from),
          to_(to),
          out_(::open(to.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600)),
          context_(packing_context()),
          capacity_(ZSTD_compressBound(packed_frame_bytes)),
          plain_(new char[packed_frame_bytes]),
          packed_(new char[capacity_]) {
        if (out_.get() < 0) {
            fail_to("make");
        }
    }

    PackedFile run(const StageReport& report) {
        const std::uint64_t size = from_.file.identity.size;
        for (std::uint64_t done = 0; done < size; report("packing", done, size)) {
            const auto piece = static_cast<std::size_t>(std::min<std::uint64_t>(size - done, packed_frame_bytes));
            pack(done, piece);
            done += piece;
        }
        if (::fchmod(out_.get(), 0444) != 0 || ::fsync(out_.get()) != 0) {
            fail_to("sync");
        }
        if (!digest_.finish(result_.sha256)) {
            throw BuildFailure("cannot hash \"" + to_ + "\": OpenSSL refuses");
        }
        return result_;
    }

private:
    [[noreturn]] void fail_to(const char* verb) const {
        const int reason = errno;
        const std::string what = std::string(verb) + " \"" + to_ + "\"";
        if (reason == ENOSPC || reason == EDQUOT) {
            throw BuildFailure("cannot " + what + ": " + std::strerror(reason) +
                               "; make room, or publish with --no-pack");
        }
        errno = reason;
        fail_with_errno(what);
    }

    void pack(std::uint64_t at, std::size_t piece) {
        if (!store::read_at(from_.file.fd.get(), plain_.get(), piece, at)) {
            if (errno == 0) {
                throw BuildFailure(from_.path + ": became shorter while it was packed; is it still being written?");
            }
            fail_with_errno("read \"" + from_.path + "\"");
        }
        const std::size_t packed = ZSTD_compress2(context_.get(), packed_.get(), capacity_, plain_.get(), piece);
        if (ZSTD_isError(packed) != 0) {
            throw BuildFailure(std::string("cannot pack the index: ") + ZSTD_getErrorName(packed));
        }
        if (!store::write_at(out_.get(), packed_.get(), packed, result_.size)) {
            fail_to("write");
        }
        digest_.update(packed_.get(), packed);
        result_.size += packed;
    }

    const store::OpenIndex& from_;
    const std::string& to_;
    store::FileDescriptor out_;
    Context context_;
    std::size_t capacity_;
    std::unique_ptr<char[]> plain_, packed_;
    store::Sha256Stream digest_;
    PackedFile result_;
};

}  // namespace

PackedFile pack_index(const store::OpenIndex& from, const std::string& to, const StageReport& report) {
    return Packing(from, to).run(report);
}

std::optional<PackedFile> packed_file_at(const std::string& path) {
    const auto file = store::open_index_file(path);
    if (!file) {
        return std::nullopt;
    }
    PackedFile packed;
    packed.size = file.value().identity.size;
    store::Sha256Stream digest;
    const std::unique_ptr<char[]> buffer(new char[packed_frame_bytes]);
    for (std::uint64_t done = 0; done < packed.size;) {
        const auto piece = static_cast<std::size_t>(std::min<std::uint64_t>(packed.size - done, packed_frame_bytes));
        if (!store::read_at(file.value().fd.get(), buffer.get(), piece, done)) {
            return std::nullopt;
        }
        digest.update(buffer.get(), piece);
        done += piece;
    }
    return digest.finish(packed.sha256) ? std::optional<PackedFile>(packed) : std::nullopt;
}

}  // namespace bizrec::builder

#include "lmdb_builder/input/packed_sources.hpp"

#include <zstd.h>

#include <string>

namespace bizrec::builder {
namespace {

struct FreeStream {
    void operator()(ZSTD_DStream* stream) const noexcept { ZSTD_freeDStream(stream); }
};
using Stream = std::unique_ptr<ZSTD_DStream, FreeStream>;

class ZstdSource : public ByteSource {
public:
    ZstdSource(std::unique_ptr<InputFile> file, Stream stream) : file_(std::move(file)), stream_(std::move(stream)) {}

    Result<std::size_t> read(char* out, std::size_t capacity) override {
        ZSTD_outBuffer output{out, capacity, 0};
        while (output.pos == 0) {
            const auto bytes = file_->peek();
            if (!bytes) {
                return bytes.error();
            }
            if (bytes.value().empty() && !in_frame_) {
                return std::size_t{0};
            }
            ZSTD_inBuffer input{bytes.value().data(), bytes.value().size(), 0};
            const std::size_t code = ZSTD_decompressStream(stream_.get(), &output, &input);
            file_->skip(input.pos);
            if (ZSTD_isError(code) != 0) {
                fault_ = InputFault::damaged;
                return Error{file_->name() + ": the zstd data are damaged: " + ZSTD_getErrorName(code)};
            }
            in_frame_ = code != 0;
            if (bytes.value().empty() && output.pos == 0) {
                fault_ = InputFault::cut_off;
                return Error{file_->name() + ": the zstd data end early; the file is cut off"};
            }
        }
        return output.pos;
    }

    InputFault fault() const noexcept override { return fault_; }

private:
    std::unique_ptr<InputFile> file_;
    Stream stream_;
    bool in_frame_ = false;
    InputFault fault_ = InputFault::unreadable;
};

}  // namespace

bool is_zstd(std::string_view first_bytes) noexcept {
    if (first_bytes.size() < 4) {
        return false;
    }
    const bool skippable =
        (static_cast<unsigned char>(first_bytes[0]) & 0xF0U) == 0x50U && first_bytes.substr(1, 3) == "\x2A\x4D\x18";
    return skippable || first_bytes.substr(0, 4) == "\x28\xB5\x2F\xFD";
}

Result<std::unique_ptr<ByteSource>> open_zstd_source(std::unique_ptr<InputFile> file) {
    Stream stream(ZSTD_createDStream());
    if (!stream) {
        return Error{"zstd: not enough memory"};
    }
    return std::unique_ptr<ByteSource>(std::make_unique<ZstdSource>(std::move(file), std::move(stream)));
}

}  // namespace bizrec::builder

#include "lmdb_builder/input/packed_sources.hpp"

#include <zlib.h>

#include <algorithm>
#include <limits>
#include <string>

namespace bizrec::builder {
namespace {

constexpr int gzip_window_bits = 15 + 16;  // the greatest window; +16: gzip framing with its checksum

class GzipSource : public ByteSource {
public:
    explicit GzipSource(std::unique_ptr<InputFile> file) : file_(std::move(file)) {}
    GzipSource(const GzipSource&) = delete;
    GzipSource& operator=(const GzipSource&) = delete;
    ~GzipSource() override {
        if (initialised_) {
            inflateEnd(&stream_);
        }
    }

    bool initialise() noexcept {
        initialised_ = inflateInit2(&stream_, gzip_window_bits) == Z_OK;
        return initialised_;
    }

    Result<std::size_t> read(char* out, std::size_t capacity) override {
        while (!ended_) {
            if (!damage_.message.empty()) {
                return damage_;
            }
            const auto bytes = file_->peek();
            if (!bytes) {
                return bytes.error();
            }
            if (!in_member_) {
                const Status started = start_member();
                if (!started) {
                    return started.error();
                }
                continue;
            }
            if (bytes.value().empty()) {
                fault_ = InputFault::cut_off;
                return Error{file_->name() + ": the gzip data end early; the file is cut off"};
            }
            const std::size_t unpacked = unpack(bytes.value(), out, capacity);
            if (unpacked > 0) {
                return unpacked;
            }
        }
        return std::size_t{0};
    }

    InputFault fault() const noexcept override { return fault_; }

private:
    /// Called between members: begins the next member, skips zero padding, or notices the end of the file.
    Status start_member() {
        const auto peeked = file_->peek(2);
        if (!peeked) {
            return peeked.error();
        }
        const std::string_view bytes = peeked.value();
        if (is_gzip(bytes)) {
            inflateReset(&stream_);
            in_member_ = true;
        } else if (bytes.empty()) {
            ended_ = true;
        } else if (bytes.front() == '\0') {
            file_->skip(std::min(bytes.find_first_not_of('\0'), bytes.size()));
        } else {
            fault_ = InputFault::damaged;
            return Error{file_->name() + ": the gzip data are followed by other bytes"};
        }
        return ok();
    }

    std::size_t unpack(std::string_view bytes, char* out, std::size_t capacity) {
        constexpr std::size_t most = std::numeric_limits<uInt>::max();
        const auto available = static_cast<uInt>(std::min(bytes.size(), most));
        const auto room = static_cast<uInt>(std::min(capacity, most));
        stream_.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));  // zlib only reads it
        stream_.avail_in = available;
        stream_.next_out = reinterpret_cast<Bytef*>(out);
        stream_.avail_out = room;
        const int code = inflate(&stream_, Z_NO_FLUSH);
        file_->skip(available - stream_.avail_in);
        if (code == Z_STREAM_END) {
            in_member_ = false;
        } else if (code != Z_OK && code != Z_BUF_ERROR) {
            const char* why = stream_.msg != nullptr ? stream_.msg : zError(code);
            fault_ = InputFault::damaged;
            // This call of read() still returns the bytes before the damage. The next call returns the error.
            damage_.message = file_->name() + ": the gzip data are damaged: " + why;
        }
        return room - stream_.avail_out;
    }

    std::unique_ptr<InputFile> file_;
    z_stream stream_{};
    Error damage_;
    InputFault fault_ = InputFault::unreadable;
    bool initialised_ = false;
    bool in_member_ = false;
    bool ended_ = false;
};

}  // namespace

bool is_gzip(std::string_view first_bytes) noexcept {
    return first_bytes.substr(0, 2) == "\x1F\x8B";
}

Result<std::unique_ptr<ByteSource>> open_gzip_source(std::unique_ptr<InputFile> file) {
    auto source = std::make_unique<GzipSource>(std::move(file));
    if (!source->initialise()) {
        return Error{"gzip: not enough memory"};
    }
    return std::unique_ptr<ByteSource>(std::move(source));
}

}  // namespace bizrec::builder

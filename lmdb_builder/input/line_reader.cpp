#include "lmdb_builder/input/line_reader.hpp"

#include <algorithm>
#include <cstring>
#include <utility>
#include <vector>

#include "bizrec/base/byte_order_mark.hpp"

namespace bizrec::builder {
namespace {

constexpr std::size_t block_bytes = 256U << 10;

}  // namespace

/// A window over the source: bytes begin..end of the buffer are read and not yet delivered; up to `searched` of them
/// hold no newline.
struct LineReader::State {
    InputProgress progress;
    std::unique_ptr<ByteSource> source;
    std::size_t line_limit = 0;
    std::vector<char> buffer = std::vector<char>(block_bytes);
    std::size_t begin = 0;
    std::size_t searched = 0;
    std::size_t end = 0;
    std::uint64_t line_number = 0;
    bool at_end = false;
    bool failed = false;
    Error error;

    /// Reads on; false at the end or on an error, which end the input.
    bool fill() {
        if (at_end || failed) {
            return false;
        }
        make_room();
        const auto got = source->read(buffer.data() + end, buffer.size() - end);
        if (!got) {
            failed = true;
            error = got.error();
            return false;
        }
        at_end = got.value() == 0;
        end += got.value();
        return !at_end;
    }

    void make_room() {
        if (begin > 0) {
            std::memmove(buffer.data(), buffer.data() + begin, end - begin);
            end -= begin;
            searched -= begin;
            begin = 0;
        }
        if (buffer.size() - end < block_bytes / 2) {
            buffer.resize(buffer.size() * 2);
        }
    }

    /// The next newline among what is read; `end` where there is none yet.
    std::size_t find_newline() {
        const void* found = std::memchr(buffer.data() + searched, '\n', end - searched);
        searched = found != nullptr ? static_cast<std::size_t>(static_cast<const char*>(found) - buffer.data()) : end;
        return searched;
    }

    void skip_byte_order_mark() {
        while (end - begin < byte_order_mark.size() && fill()) {
        }
        if (has_byte_order_mark({buffer.data() + begin, end - begin})) {
            begin += byte_order_mark.size();
            searched = begin;
        }
    }

    std::string_view take(std::size_t newline) {
        std::string_view text(buffer.data() + begin, newline - begin);
        const bool has_newline = newline < end;
        if (has_newline && !text.empty() && text.back() == '\r') {
            text.remove_suffix(1);
        }
        begin = searched = newline + (has_newline ? 1 : 0);
        return text;
    }

    /// Drops the line's bytes as they come, so that a line of any length costs no memory.
    void skip_line() {
        while (find_newline() == end) {
            begin = end;
            if (!fill()) {
                return;
            }
        }
        begin = searched = searched + 1;
    }

    Next next(std::string_view& text) {
        if (line_number == 0) {
            skip_byte_order_mark();
        }
        while (find_newline() == end) {
            if (end - begin > line_limit + 1) {  // + 1: a CR that may turn out to belong to the line's end
                ++line_number;
                skip_line();
                return Next::too_long;
            }
            if (!fill()) {
                break;
            }
        }
        // A line that an error cut off is no line.
        if (searched == end && (failed || begin == end)) {
            return failed ? Next::failed : Next::end;
        }
        ++line_number;
        text = take(searched);
        return text.size() > line_limit ? Next::too_long : Next::line;
    }
};

Result<std::unique_ptr<LineReader>> LineReader::open(const std::string& path, std::size_t line_limit) {
    auto state = std::make_unique<State>();
    auto source = open_byte_source(path, state->progress);
    if (!source) {
        return source.error();
    }
    state->source = std::move(source).value();
    state->line_limit = line_limit;
    return std::unique_ptr<LineReader>(new LineReader(std::move(state)));
}

LineReader::LineReader(std::unique_ptr<State> state) noexcept : state_(std::move(state)) {}

LineReader::~LineReader() = default;

LineReader::Next LineReader::next(std::string_view& text) {
    return state_->next(text);
}

std::uint64_t LineReader::line_number() const noexcept {
    return state_->line_number;
}

std::uint64_t LineReader::compressed_bytes() const noexcept {
    return state_->progress.consumed;
}

std::uint64_t LineReader::file_bytes() const noexcept {
    return state_->progress.size;
}

const Error& LineReader::error() const noexcept {
    return state_->error;
}

InputFault LineReader::fault() const noexcept {
    return state_->failed ? state_->source->fault() : InputFault::none;
}

}  // namespace bizrec::builder

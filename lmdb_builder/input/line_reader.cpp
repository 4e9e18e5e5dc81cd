#include "lmdb_builder/input/line_reader.hpp"

#include <algorithm>
#include <cstring>
#include <utility>
#include <vector>

#include "bizrec/base/ascii.hpp"
#include "bizrec/base/byte_order_mark.hpp"

namespace bizrec::builder {
namespace {

constexpr std::size_t block_bytes = 256U << 10;

}  // namespace

LineReader::LineReader(std::size_t line_limit) : line_limit_(line_limit), buffer_(block_bytes) {}

Result<std::unique_ptr<LineReader>> LineReader::open(const std::string& path, std::size_t line_limit) {
    std::unique_ptr<LineReader> reader(new LineReader(line_limit));
    auto source = open_byte_source(path, reader->progress_);
    if (!source) {
        return source.error();
    }
    reader->source_ = std::move(source).value();
    return reader;
}

/// Reads more bytes. Returns false at the end of the input, and after an error (failed_).
bool LineReader::fill() {
    if (at_end_ || failed_) {
        return false;
    }
    make_room();
    const auto got = source_->read(buffer_.data() + end_, buffer_.size() - end_);
    if (!got) {
        failed_ = true;
        error_ = got.error();
        return false;
    }
    at_end_ = got.value() == 0;
    end_ += got.value();
    return !at_end_;
}

void LineReader::make_room() {
    if (begin_ > 0) {
        std::memmove(buffer_.data(), buffer_.data() + begin_, end_ - begin_);
        end_ -= begin_;
        searched_ -= begin_;
        begin_ = 0;
    }
    if (buffer_.size() - end_ < block_bytes / 2) {
        buffer_.resize(buffer_.size() * 2);
    }
}

/// The next newline in the buffer; `end_` if there is none yet.
std::size_t LineReader::find_newline() {
    const void* found = std::memchr(buffer_.data() + searched_, '\n', end_ - searched_);
    searched_ = found != nullptr ? static_cast<std::size_t>(static_cast<const char*>(found) - buffer_.data()) : end_;
    return searched_;
}

void LineReader::skip_byte_order_mark() {
    while (end_ - begin_ < byte_order_mark.size() && fill()) {
    }
    if (has_byte_order_mark({buffer_.data() + begin_, end_ - begin_})) {
        begin_ += byte_order_mark.size();
        searched_ = begin_;
    }
}

std::string_view LineReader::take(std::size_t newline) {
    std::string_view text(buffer_.data() + begin_, newline - begin_);
    const bool has_newline = newline < end_;
    if (has_newline && !text.empty() && text.back() == '\r') {
        text.remove_suffix(1);
    }
    begin_ = searched_ = newline + (has_newline ? 1 : 0);
    return text;
}

/// Skips the rest of the line. Drops the bytes as they arrive, so that a line of any length needs no memory.
void LineReader::skip_line() {
    while (find_newline() == end_) {
        begin_ = end_;
        if (!fill()) {
            return;
        }
    }
    begin_ = searched_ = searched_ + 1;
}

LineReader::Next LineReader::next(std::string_view& text) {
    if (line_number_ == 0) {
        skip_byte_order_mark();
    }
    while (find_newline() == end_) {
        if (end_ - begin_ > line_limit_ + 1) {  // + 1: a CR that may belong to the line's end
            ++line_number_;
            skip_line();
            return Next::too_long;
        }
        if (!fill()) {
            break;
        }
    }
    // If an error has cut off the last line, it is incomplete, and is not delivered.
    if (searched_ == end_ && (failed_ || begin_ == end_)) {
        return failed_ ? Next::failed : Next::end;
    }
    ++line_number_;
    text = take(searched_);
    return text.size() > line_limit_ ? Next::too_long : Next::line;
}

char LineReader::first_byte() {
    skip_byte_order_mark();
    const auto found =
        std::find_if(buffer_.begin() + static_cast<std::ptrdiff_t>(begin_),
                     buffer_.begin() + static_cast<std::ptrdiff_t>(end_), [](char c) { return !is_space(c); });
    return found == buffer_.begin() + static_cast<std::ptrdiff_t>(end_) ? '\0' : *found;
}

Result<std::size_t> RestOfLines::read(char* out, std::size_t capacity) {
    LineReader& lines = *lines_;
    const std::size_t count = std::min(capacity, lines.end_ - lines.begin_);
    if (count == 0) {
        return lines.failed_ ? Result<std::size_t>(lines.error_) : lines.source_->read(out, capacity);
    }
    std::memcpy(out, lines.buffer_.data() + lines.begin_, count);
    lines.begin_ += count;
    return count;
}

InputFault LineReader::fault() const noexcept {
    return failed_ ? source_->fault() : InputFault::none;
}

}  // namespace bizrec::builder

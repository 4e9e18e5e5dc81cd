#include "lmdb_builder/input/decoded_source.hpp"

#include <unicode/ucnv.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <utility>

#include "bizrec/base/ascii.hpp"
#include "bizrec/base/byte_order_mark.hpp"
#include "bizrec/text/utf8.hpp"
#include "bizrec/text/visible.hpp"

namespace bizrec::builder {
namespace {

constexpr std::size_t raw_block_bytes = 64U << 10;
// The encoding is decided from this many bytes, counted from the first that is not ASCII.
constexpr std::size_t judged_bytes = 64U << 10;
constexpr std::size_t max_letter_bytes = 4;

/// The size of the UTF-8 sequence with which the text (not empty) begins. 0 if it begins with none, `text.size() + 1`
/// if it ends inside the sequence.
std::size_t letter_size(std::string_view text) noexcept {
    const auto lead = static_cast<unsigned char>(text[0]);
    const std::size_t size = lead < 0x80   ? 1
                             : lead < 0xC2 ? 0
                             : lead < 0xE0 ? 2
                             : lead < 0xF0 ? 3
                             : lead < 0xF5 ? 4
                                           : 0;
    for (std::size_t i = 1; i < size; ++i) {
        if (i == text.size()) {
            return text.size() + 1;
        }
        if ((static_cast<unsigned char>(text[i]) & 0xC0U) != 0x80U) {
            return 0;
        }
    }
    return size;
}

/// The number of bytes at the end that begin a letter whose other bytes are missing; 0 if the last letter is complete.
std::size_t open_end(std::string_view text) noexcept {
    for (std::size_t back = 1; back < max_letter_bytes && back <= text.size(); ++back) {
        if (letter_size(text.substr(text.size() - back)) == back + 1) {
            return back;
        }
    }
    return 0;
}

/// Whether the text has more UTF-8 letters of several bytes than bytes that are not UTF-8.
bool is_mostly_utf8(std::string_view text) noexcept {
    std::size_t letters = 0, strays = 0;
    while (!text.empty()) {
        const std::size_t size = letter_size(text);
        letters += size > 1 && size <= text.size() ? 1 : 0;
        strays += size == 0 ? 1 : 0;
        text.remove_prefix(std::clamp<std::size_t>(size, 1, text.size()));
    }
    return letters > strays;
}

}  // namespace

struct DecodedSource::Converter {
    struct Close {
        void operator()(UConverter* converter) const noexcept { ucnv_close(converter); }
    };
    std::unique_ptr<UConverter, Close> from, to;
    std::array<UChar, 4096> pivot{};
    UChar* pivot_source = nullptr;
    UChar* pivot_target = nullptr;
};

DecodedSource::DecodedSource(std::unique_ptr<ByteSource> below) : below_(std::move(below)) {}
DecodedSource::~DecodedSource() = default;

Result<std::unique_ptr<DecodedSource>> DecodedSource::open(std::unique_ptr<ByteSource> below,
                                                           const std::string& encoding) {
    std::unique_ptr<DecodedSource> source(new DecodedSource(std::move(below)));
    const Status begun = source->begin(encoding);
    if (!begun) {
        return begun.error();
    }
    return source;
}

Status DecodedSource::begin(const std::string& encoding) {
    std::array<char, max_letter_bytes> first{};
    while (waiting_.size() < first.size() && !ended_) {
        const auto got = below_->read(first.data(), first.size() - waiting_.size());
        if (!got) {
            break;  // read() reports the error again
        }
        ended_ = got.value() == 0;
        waiting_.append(first.data(), got.value());
    }
    const std::string_view wide = wide_encoding(waiting_);
    if (encoding.empty()) {
        is_known_ = has_byte_order_mark(waiting_);
        return wide.empty() ? ok() : start_converting(std::string(wide));
    }
    std::string upper_case = encoding;
    upper_in_place(upper_case);
    if (upper_case == "UTF-8" || upper_case == "UTF8") {
        is_known_ = true;
        return ok();
    }
    const bool says_no_order = upper_case == "UTF-16" || upper_case == "UTF-32";
    return start_converting(says_no_order && starts_with(wide, upper_case) ? std::string(wide) : encoding);
}

Status DecodedSource::start_converting(const std::string& encoding) {
    auto converter = std::make_unique<Converter>();
    UErrorCode error = U_ZERO_ERROR;
    converter->from.reset(ucnv_open(encoding.c_str(), &error));
    converter->to.reset(ucnv_open("UTF-8", &error));
    if (U_FAILURE(error) != 0) {
        return Error{"unknown encoding \"" + text::visible_start(encoding) +
                     "\": expected a name as in UTF-8, UTF-16, windows-1252, ISO-8859-2 or Shift_JIS"};
    }
    converter->pivot_source = converter->pivot_target = converter->pivot.data();
    converter_ = std::move(converter);
    encoding_ = encoding;
    return ok();
}

Result<std::size_t> DecodedSource::read(char* out, std::size_t capacity) {
    return converter_ != nullptr ? read_converted(out, capacity) : read_plain(out, capacity);
}

Result<std::size_t> DecodedSource::read_raw(char* out, std::size_t capacity) {
    if (!waiting_.empty()) {
        const std::size_t count = std::min(capacity, waiting_.size());
        std::memcpy(out, waiting_.data(), count);
        waiting_.erase(0, count);
        return count;
    }
    if (ended_) {
        return std::size_t{0};
    }
    auto got = below_->read(out, capacity);
    ended_ = got && got.value() == 0;
    return got;
}

/// Passes bytes on unchanged while they are ASCII, or if the text is known to be UTF-8. At the first other byte calls
/// choose_encoding().
Result<std::size_t> DecodedSource::read_plain(char* out, std::size_t capacity) {
    if (is_known_) {
        return read_raw(out, capacity);
    }
    auto got = read_raw(out, capacity);
    if (!got || got.value() == 0) {
        return got;
    }
    const std::string_view block(out, got.value());
    if (all_ascii(block)) {
        return got;
    }
    const auto first = std::find_if_not(block.begin(), block.end(), [](char c) { return is_ascii(c); });
    const auto ascii = static_cast<std::size_t>(first - block.begin());
    waiting_.insert(0, block.substr(ascii));
    return ascii > 0 ? Result<std::size_t>(ascii) : choose_encoding(out, capacity);
}

/// Decides the encoding. `waiting_` begins with the first byte that is not ASCII. The decision reads a fixed number of
/// bytes from there, so it does not depend on the sizes of the reads.
Result<std::size_t> DecodedSource::choose_encoding(char* out, std::size_t capacity) {
    std::array<char, 4096> more{};
    while (waiting_.size() < judged_bytes && !ended_) {
        const auto got = below_->read(more.data(), more.size());
        if (!got) {
            break;  // read_raw() reports the error again
        }
        ended_ = got.value() == 0;
        waiting_.append(more.data(), got.value());
    }
    const std::string_view judged = std::string_view(waiting_).substr(0, judged_bytes);
    const bool is_all = ended_ && judged.size() == waiting_.size();
    const std::string_view whole = judged.substr(0, judged.size() - (is_all ? 0 : open_end(judged)));
    if (text::is_valid_utf8(whole) || is_mostly_utf8(whole)) {
        is_known_ = true;
        return read_raw(out, capacity);
    }
    const Status started = start_converting("windows-1252");
    return started ? read_converted(out, capacity) : Result<std::size_t>(started.error());
}

Result<std::size_t> DecodedSource::read_converted(char* out, std::size_t capacity) {
    while (ready_begin_ == ready_.size()) {
        ready_.clear();
        ready_begin_ = 0;
        if (is_flushed_) {
            return std::size_t{0};
        }
        std::array<char, raw_block_bytes> block{};
        const auto got = read_raw(block.data(), block.size());
        if (!got) {
            return got.error();
        }
        const Status converted = convert({block.data(), got.value()}, got.value() == 0);
        if (!converted) {
            return converted.error();
        }
    }
    const std::size_t count = std::min(capacity, ready_.size() - ready_begin_);
    std::memcpy(out, ready_.data() + ready_begin_, count);
    ready_begin_ += count;
    return count;
}

/// Converts `bytes` to UTF-8 and appends them to ready_. Bytes that are invalid in the encoding become U+FFFD.
Status DecodedSource::convert(std::string_view bytes, bool is_end) {
    is_flushed_ = is_end;
    Converter& by = *converter_;
    const char* source = bytes.data();
    const char* const source_end = bytes.data() + bytes.size();
    while (true) {
        std::array<char, 8192> out{};
        char* target = out.data();
        UErrorCode error = U_ZERO_ERROR;
        ucnv_convertEx(by.to.get(), by.from.get(), &target, out.data() + out.size(), &source, source_end,
                       by.pivot.data(), &by.pivot_source, &by.pivot_target, by.pivot.data() + by.pivot.size(), 0,
                       static_cast<UBool>(is_end), &error);
        ready_.append(out.data(), target);
        if (error == U_BUFFER_OVERFLOW_ERROR) {
            continue;
        }
        if (U_FAILURE(error) != 0) {
            return Error{std::string("cannot convert the text from ") + encoding_ + ": " + u_errorName(error)};
        }
        return ok();
    }
}

}  // namespace bizrec::builder

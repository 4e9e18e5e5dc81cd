#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "lmdb_builder/input/byte_source.hpp"

namespace bizrec::builder {

/// Text of any encoding as UTF-8. Without a name the encoding is recognised: UTF-16 by its mark or by the zeros of its
/// first characters; UTF-8 by its mark, or by more letters of UTF-8 than bytes that are none in 64 KiB from the first
/// byte that is not ASCII; Windows-1252 is what remains. A byte order mark stays, as that of UTF-8.
class DecodedSource : public ByteSource {
public:
    /// `encoding`: a name that ICU knows; "": recognise it. Errors: ICU knows none of that name, the first bytes cannot
    /// be read.
    static Result<std::unique_ptr<DecodedSource>> open(std::unique_ptr<ByteSource> below, const std::string& encoding);
    ~DecodedSource() override;

    Result<std::size_t> read(char* out, std::size_t capacity) override;
    InputFault fault() const noexcept override { return below_->fault(); }

    /// As far as it has been read: "UTF-8", "UTF-16LE", "windows-1252"; "ASCII" is told as UTF-8.
    const std::string& encoding() const noexcept { return encoding_; }

private:
    struct Converter;

    explicit DecodedSource(std::unique_ptr<ByteSource> below);
    Status begin(const std::string& encoding);
    Status start_converting(const std::string& encoding);
    Result<std::size_t> read_raw(char* out, std::size_t capacity);
    Result<std::size_t> read_plain(char* out, std::size_t capacity);
    Result<std::size_t> judge(char* out, std::size_t capacity);
    Result<std::size_t> read_converted(char* out, std::size_t capacity);
    Status convert(std::string_view bytes, bool is_end);

    std::unique_ptr<ByteSource> below_;
    std::string encoding_ = "UTF-8";
    std::unique_ptr<Converter> converter_;
    bool is_known_ = false;    // to be UTF-8: bytes pass
    bool ended_ = false;       // what is below
    bool is_flushed_ = false;  // the converter
    std::string waiting_;      // bytes that are read and not judged yet
    std::string ready_;        // converted
    std::size_t ready_begin_ = 0;
};

}  // namespace bizrec::builder

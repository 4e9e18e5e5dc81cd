#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "lmdb_builder/input/byte_source.hpp"

namespace bizrec::builder {

/// Converts text of any encoding to UTF-8. If the caller does not name the encoding, it is detected. UTF-16 has a byte
/// order mark, or zeros in its first characters. UTF-32 has a byte order mark. UTF-8 has a byte order mark, or more
/// letters of several bytes than invalid bytes in the 64 KiB from the first byte that is not ASCII. All other text is
/// Windows-1252. A detected byte order mark is kept, in UTF-8.
class DecodedSource : public ByteSource {
public:
    /// `encoding`: a name that ICU knows; "": detect it. Fails if ICU does not know the name. If the first bytes cannot
    /// be read, read() fails.
    static Result<std::unique_ptr<DecodedSource>> open(std::unique_ptr<ByteSource> below, const std::string& encoding);
    ~DecodedSource() override;

    Result<std::size_t> read(char* out, std::size_t capacity) override;
    InputFault fault() const noexcept override { return below_->fault(); }

    /// The encoding found so far: "UTF-8", "UTF-16LE", "windows-1252". ASCII is reported as UTF-8.
    const std::string& encoding() const noexcept { return encoding_; }

private:
    struct Converter;

    explicit DecodedSource(std::unique_ptr<ByteSource> below);
    Status begin(const std::string& encoding);
    Status start_converting(const std::string& encoding);
    Result<std::size_t> read_raw(char* out, std::size_t capacity);
    Result<std::size_t> read_plain(char* out, std::size_t capacity);
    Result<std::size_t> choose_encoding(char* out, std::size_t capacity);
    Result<std::size_t> read_converted(char* out, std::size_t capacity);
    Status convert(std::string_view bytes, bool is_end);

    std::unique_ptr<ByteSource> below_;
    std::string encoding_ = "UTF-8";
    std::unique_ptr<Converter> converter_;
    bool is_known_ = false;    // the text is known to be UTF-8, and is passed on
    bool ended_ = false;       // below_ has ended
    bool is_flushed_ = false;  // the converter is flushed
    std::string waiting_;      // bytes whose encoding is not decided yet
    std::string ready_;        // converted bytes that were not read yet
    std::size_t ready_begin_ = 0;
};

}  // namespace bizrec::builder

#include "lmdb_builder/input/byte_source.hpp"

#include <algorithm>
#include <cstring>
#include <string_view>

#include "bizrec/base/ascii.hpp"
#include "lmdb_builder/input/input_file.hpp"
#include "lmdb_builder/input/packed_sources.hpp"

namespace bizrec::builder {
namespace {

class PlainSource : public ByteSource {
public:
    explicit PlainSource(std::unique_ptr<InputFile> file) : file_(std::move(file)) {}

    Result<std::size_t> read(char* out, std::size_t capacity) override {
        const auto bytes = file_->peek();
        if (!bytes) {
            return bytes.error();
        }
        const std::size_t count = std::min(capacity, bytes.value().size());
        std::memcpy(out, bytes.value().data(), count);
        file_->skip(count);
        return count;
    }

private:
    std::unique_ptr<InputFile> file_;
};

/// The name of the format, if the bytes begin with the magic bytes of a format that the builder cannot read. No text of
/// records begins with these. "" for all other bytes.
std::string_view foreign_format(std::string_view bytes) noexcept {
    using namespace std::string_view_literals;
    constexpr struct {
        std::string_view magic;
        std::string_view name;
    } formats[] = {
        {"BZh"sv, "bzip2"},
        {"\xFD\x37zXZ\0"sv, "xz"},
        {"PK\x03\x04"sv, "a zip archive"},
        {"\x04\x22\x4D\x18"sv, "lz4"},
        {"PAR1"sv, "Parquet"},
        {"SQLite format 3\0"sv, "an SQLite database"},
    };
    for (const auto& format : formats) {
        if (starts_with(bytes, format.magic)) {
            return format.name;
        }
    }
    return {};
}

/// How to convert a file of this format to text; "" if users know how from the format's name.
std::string_view way_out_of(std::string_view format) noexcept {
    if (format == "Parquet") {
        return ". DuckDB (duckdb.org) converts it: duckdb -c \"COPY (SELECT * FROM 'FILE') TO 'FILE.json' (FORMAT "
               "JSON)\"";
    }
    if (format == "a zip archive") {
        return ". A workbook (.xlsx, .ods) is one: save its sheet as \"CSV UTF-8\"";
    }
    return {};
}

/// The kind of UTF-16 or UTF-32 whose byte order mark the bytes begin with; "" if they begin with none. The mark of
/// UTF-32LE begins with that of UTF-16LE, but no text in UTF-16 begins with U+0000.
std::string_view marked_encoding(std::string_view bytes) noexcept {
    using namespace std::string_view_literals;
    constexpr struct {
        std::string_view mark;
        std::string_view name;
    } encodings[] = {
        {"\xFF\xFE\0\0"sv, "UTF-32LE"},
        {"\0\0\xFE\xFF"sv, "UTF-32BE"},
        {"\xFF\xFE"sv, "UTF-16LE"},
        {"\xFE\xFF"sv, "UTF-16BE"},
    };
    for (const auto& encoding : encodings) {
        if (starts_with(bytes, encoding.mark)) {
            return encoding.name;
        }
    }
    return {};
}

/// Why a file that begins with these bytes is refused; "" if it is accepted. `wide`: text in UTF-16 or UTF-32 is
/// accepted.
std::string foreign_reason(std::string_view bytes, bool wide) {
    if (std::string_view encoding = wide_encoding(bytes); !wide && !encoding.empty()) {
        if (!marked_encoding(bytes).empty()) {
            encoding.remove_suffix(2);  // iconv reads the byte order from the mark, and drops the mark
        }
        return "is " + std::string(encoding) + " text; convert it first, as with `iconv -f " + std::string(encoding) +
               " -t UTF-8`";
    }
    if (const std::string_view format = foreign_format(bytes); !format.empty()) {
        return "is " + std::string(format) + "; expected text in UTF-8, plain or packed with gzip or zstd" +
               std::string(way_out_of(format));
    }
    return {};
}

}  // namespace

std::string_view wide_encoding(std::string_view bytes) noexcept {
    using namespace std::string_view_literals;
    if (const std::string_view marked = marked_encoding(bytes); !marked.empty()) {
        return marked;
    }
    if (bytes.size() < 4) {
        return {};
    }
    const auto zero = [&](std::size_t at) { return bytes[at] == '\0'; };
    if (!zero(0) && zero(1) && !zero(2) && zero(3)) {
        return "UTF-16LE";
    }
    return zero(0) && !zero(1) && zero(2) && !zero(3) ? "UTF-16BE"sv : std::string_view();
}

Result<std::unique_ptr<ByteSource>> open_byte_source(const std::string& path, InputProgress& progress, bool wide) {
    auto opened = InputFile::open(path, progress);
    if (!opened) {
        return opened.error();
    }
    std::unique_ptr<InputFile> file = std::move(opened).value();
    const auto first_bytes = file->peek(16);
    if (!first_bytes) {
        return first_bytes.error();
    }
    if (const std::string reason = foreign_reason(first_bytes.value(), wide); !reason.empty()) {
        return Error{file->name() + ": " + reason};
    }
    if (is_gzip(first_bytes.value())) {
        return open_gzip_source(std::move(file));
    }
    if (is_zstd(first_bytes.value())) {
        return open_zstd_source(std::move(file));
    }
    return std::unique_ptr<ByteSource>(std::make_unique<PlainSource>(std::move(file)));
}

}  // namespace bizrec::builder

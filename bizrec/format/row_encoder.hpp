#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "bizrec/format/content_layout.hpp"
#include "bizrec/format/content_parser.hpp"

namespace bizrec::format {

/// Compresses one record to the tokens of a row (RowCode in format/content_layout.hpp): codes for phrases, ids and
/// repeats, and the literal bytes between them.
class RowEncoder {
public:
    static constexpr std::size_t read_slack = literals_per_token + 1;  ///< readable bytes after the record

    /// The most bytes that the tokens of a record of `record` bytes need.
    static constexpr std::size_t max_size(std::size_t record) noexcept {
        return 2 * record + literals_per_token + sizeof(RowCode) + 1;  // a token per byte is an upper bound
    }

    RowEncoder(std::string_view record, char* out) noexcept
        : record_(record), literals_(record.data()), begin_(out), out_(out) {}

    /// Encodes the whole record. Returns the number of bytes written.
    std::size_t encode(const std::vector<ContentParser::Segment>& segments) noexcept;

private:
    void add_other(const ContentParser::Segment& segment) noexcept;
    void add_token(RowCode code) noexcept;
    void write_token(RowCode code, std::size_t literals) noexcept;
    void write_long_literals() noexcept;
    void write(std::size_t number, std::size_t bytes) noexcept;

    std::string_view record_;
    const char* literals_;  // begin of the part of record_ that is not yet written
    std::size_t literal_count_ = 0;
    char* begin_;
    char* out_;
};

}  // namespace bizrec::format

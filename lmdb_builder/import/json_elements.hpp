#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "lmdb_builder/input/byte_source.hpp"

namespace bizrec::builder {

/// The object around a list, such as {"type":"FeatureCollection","features":[…]} or {"data":[…],"total_count":2}.
struct JsonEnvelope {
    std::string_view list;                   ///< the member that contains the elements
    std::vector<std::string_view> before{};  ///< the members that may precede the list; empty: any
    std::string_view type{};                 ///< the required value of a member "type" before the list; "": none
};

/// Cuts JSON of any size into its elements, with memory for one element. An element is a value of the input, an element
/// of an array, or an element of the list in an envelope. Values may follow each other on one line or on several, also
/// with the record separators of RFC 8142. This class only tracks strings, depth and the positions at which a value may
/// begin; the caller parses each element. So a bad number, word or escape only costs its own element, even if a whole
/// collection is on one line. A JSON library's reader would stop at the first error. If the end of an element is
/// unknown, reading continues at the next line.
class JsonElements {
public:
    static constexpr std::size_t default_limit = 16U << 20;  ///< maximum bytes of an element

    /// `path`: "-" is standard input; plain, gzip or zstd.
    static Result<std::unique_ptr<JsonElements>> open(const std::string& path, JsonEnvelope envelope,
                                                      std::size_t limit = default_limit);
    /// `source` must outlive the reader.
    JsonElements(ByteSource& source, JsonEnvelope envelope, std::size_t limit = default_limit);
    JsonElements(const JsonElements&) = delete;
    JsonElements& operator=(const JsonElements&) = delete;
    ~JsonElements();

    enum class Next { element, too_long, malformed, end, failed };
    /// element: `text` is valid until the next call. too_long: the element was skipped. malformed: problem() has the
    /// reason. failed: error() has the reason (truncated gzip, I/O error); earlier elements were delivered.
    Next next(std::string_view& text);

    std::uint64_t line() const noexcept { return element_line_; }  ///< first line of the last element, from 1
    std::uint64_t number() const noexcept { return number_; }      ///< the last element's number in the input, from 1
    bool in_list() const noexcept { return depth_of_list_ > 0; }   ///< whether the last element is in an array
    const char* problem() const noexcept { return problem_; }
    const Error& error() const noexcept { return error_; }
    const InputProgress& progress() const noexcept { return progress_; }

private:
    struct Scan;
    JsonElements(JsonEnvelope envelope, std::size_t limit);
    bool fill();
    bool at_end();
    void skip_byte_order_mark();
    void skip_gap();
    void pass(char c) noexcept;
    void skip_plain_text() noexcept;
    Next cut(std::string_view& text);
    bool step(Scan& scan, char c);
    bool open_bracket(Scan& scan, char c);
    void close_bracket(Scan& scan);
    void end_string(Scan& scan);
    void fail(Scan& scan, const char* problem) noexcept;
    bool leave_list();
    Next resynchronise();
    Next finish(const Scan& scan, std::string_view& text);

    InputProgress progress_;
    std::unique_ptr<ByteSource> owned_;
    ByteSource* source_ = nullptr;
    JsonEnvelope envelope_;
    std::size_t limit_;

    // The buffer keeps bytes begin_..end_; bytes from at_ on have not been looked at yet.
    std::vector<char> buffer_;
    std::size_t begin_ = 0, at_ = 0, end_ = 0;
    bool source_ended_ = false, failed_ = false, started_ = false;

    int depth_of_list_ = 0;  ///< 0: outside; 1: in an array; 2: in the list of an envelope
    bool one_a_line_ = false;
    bool line_is_blank_ = true;  ///< only blanks since the last line break
    std::uint64_t line_ = 1, element_line_ = 1, number_ = 0;
    const char* problem_ = "";
    Error error_;
};

}  // namespace bizrec::builder

#include "lmdb_builder/import/json_elements.hpp"

#include <algorithm>
#include <cstring>

#include "bizrec/base/ascii.hpp"
#include "bizrec/base/byte_order_mark.hpp"

namespace bizrec::builder {
namespace {

constexpr std::size_t element_block_bytes = 256U << 10;
constexpr char record_separator = 0x1E;

constexpr const char* cut_off = "the input is cut off";
constexpr const char* break_in_string = "a line break in a string";
constexpr const char* break_in_line = "the line is cut off";
constexpr const char* misplaced = "a value where a comma, a colon or its end was expected";
constexpr const char* stray = "a bracket that nothing opened";

/// Whether a value or a name may follow this character. '\0': no character of the element precedes it.
bool may_begin_after(char c) noexcept {
    return c == '\0' || c == '{' || c == '[' || c == ',' || c == ':';
}

}  // namespace

/// The state inside one element.
struct JsonElements::Scan {
    enum class End { no, inclusive, exclusive, broken, list };

    std::int64_t depth = 0;
    bool in_string = false;
    bool escaped = false;
    bool is_name = false;  ///< the current string is a member's name at the top level of the element
    bool may_be_envelope = false;
    bool is_typed = false;  ///< the element's member "type" has the envelope's value
    bool is_object = false;
    bool too_long = false;
    bool has_break = false;
    char before = '\0';  ///< the last character that is neither blank nor in a string
    std::size_t string_begin = 0;
    std::string name;
    End end = End::no;
};

JsonElements::JsonElements(JsonEnvelope envelope, std::size_t limit)
    : envelope_(std::move(envelope)), limit_(limit), buffer_(element_block_bytes) {}

JsonElements::JsonElements(ByteSource& source, JsonEnvelope envelope, std::size_t limit)
    : JsonElements(std::move(envelope), limit) {
    source_ = &source;
}

JsonElements::~JsonElements() = default;

Result<std::unique_ptr<JsonElements>> JsonElements::open(const std::string& path, JsonEnvelope envelope,
                                                         std::size_t limit) {
    std::unique_ptr<JsonElements> elements(new JsonElements(std::move(envelope), limit));
    auto source = open_byte_source(path, elements->progress_);
    if (!source) {
        return source.error();
    }
    elements->owned_ = std::move(source).value();
    elements->source_ = elements->owned_.get();
    return elements;
}

bool JsonElements::fill() {
    if (source_ended_ || failed_) {
        return false;
    }
    if (begin_ > 0) {
        std::memmove(buffer_.data(), buffer_.data() + begin_, end_ - begin_);
        at_ -= begin_;
        end_ -= begin_;
        begin_ = 0;
    }
    if (buffer_.size() - end_ < element_block_bytes / 2) {
        buffer_.resize(buffer_.size() * 2);
    }
    const auto got = source_->read(buffer_.data() + end_, buffer_.size() - end_);
    if (!got) {
        failed_ = true;
        error_ = got.error();
        return false;
    }
    source_ended_ = got.value() == 0;
    end_ += got.value();
    return !source_ended_;
}

bool JsonElements::at_end() {
    return at_ == end_ && !fill();
}

void JsonElements::skip_byte_order_mark() {
    started_ = true;
    while (end_ - at_ < byte_order_mark.size() && fill()) {
    }
    if (has_byte_order_mark({buffer_.data() + at_, end_ - at_})) {
        at_ += byte_order_mark.size();
    }
}

void JsonElements::pass(char c) noexcept {
    ++at_;
    if (c == '\n') {
        ++line_;
        line_is_blank_ = true;
    } else if (!is_json_space(c)) {
        line_is_blank_ = false;
    }
}

void JsonElements::skip_gap() {
    const char separator = in_list() ? ',' : record_separator;
    begin_ = at_;
    while (!at_end()) {
        const char c = buffer_[at_];
        if (!is_json_space(c) && c != separator) {
            return;
        }
        pass(c);
        begin_ = at_;
    }
}

/// Continues after the list's closing bracket, and skips the rest of the envelope around the list. Returns false if the
/// input ends too early.
bool JsonElements::leave_list() {
    const bool in_envelope = depth_of_list_ == 2;
    depth_of_list_ = 0;
    bool in_string = false;
    bool escaped = false;
    for (std::int64_t depth = in_envelope ? 1 : 0; depth > 0;) {
        begin_ = at_;
        if (at_end()) {
            return false;
        }
        const char c = buffer_[at_];
        pass(c);
        if (in_string) {
            in_string = escaped || c != '"';
            escaped = !escaped && c == '\\';
        } else {
            in_string = c == '"';
            depth += static_cast<int>(c == '{' || c == '[') - static_cast<int>(c == '}' || c == ']');
        }
    }
    return true;
}

JsonElements::Next JsonElements::next(std::string_view& text) {
    if (!started_) {
        skip_byte_order_mark();
    }
    while (true) {
        skip_gap();
        element_line_ = line_;
        if (at_end()) {
            if (failed_ || !in_list()) {
                return failed_ ? Next::failed : Next::end;
            }
            depth_of_list_ = 0;
            problem_ = cut_off;
            return Next::malformed;
        }
        const char c = buffer_[at_];
        if (c == ']' && in_list()) {
            pass(c);
            if (!leave_list() && !failed_) {
                problem_ = cut_off;
                return Next::malformed;
            }
        } else if (c == '[' && !in_list()) {
            pass(c);
            depth_of_list_ = 1;
        } else if (const Next found = cut(text); found != Next::end) {
            return found;
        }
    }
}

void JsonElements::fail(Scan& scan, const char* problem) noexcept {
    problem_ = problem;
    scan.end = Scan::End::broken;
}

void JsonElements::end_string(Scan& scan) {
    scan.in_string = false;
    if (scan.is_name && scan.may_be_envelope) {
        scan.name.assign(buffer_.data() + begin_ + scan.string_begin, at_ - begin_ - scan.string_begin);
        const auto& before = envelope_.before;
        scan.may_be_envelope = scan.name == envelope_.list || before.empty() ||
                               std::find(before.begin(), before.end(), scan.name) != before.end();
    }
    if (!scan.is_name && scan.may_be_envelope && scan.depth == 1 && scan.name == "type") {
        const std::size_t begin = begin_ + scan.string_begin;
        scan.is_typed = std::string_view(buffer_.data() + begin, at_ - begin) == envelope_.type;
    }
    if (scan.depth == 0) {
        scan.end = Scan::End::inclusive;
    }
}

/// Takes an opening bracket. Returns false if the bracket does not belong to the element.
bool JsonElements::open_bracket(Scan& scan, char c) {
    if (!may_begin_after(scan.before)) {
        fail(scan, misplaced);
        return false;
    }
    const bool is_envelope = scan.may_be_envelope && (scan.is_typed || envelope_.type.empty());
    if (c == '[' && scan.depth == 1 && is_envelope && scan.before == ':' && scan.name == envelope_.list) {
        scan.end = Scan::End::list;
    }
    ++scan.depth;
    return true;
}

void JsonElements::close_bracket(Scan& scan) {
    if (scan.depth == 0) {
        // the bracket closes the list: the element is a number or a word, which ends before it
        scan.end = Scan::End::exclusive;
    } else if (--scan.depth == 0) {
        scan.end = Scan::End::inclusive;
    }
}

/// Takes one character of the element. Returns false, and leaves the character, if it does not belong to the element.
bool JsonElements::step(Scan& scan, char c) {
    if (scan.in_string) {
        if (c == '\n') {
            fail(scan, break_in_string);
            return false;
        }
        if (!scan.escaped && c == '"') {
            end_string(scan);
        }
        scan.escaped = !scan.escaped && c == '\\';
        return true;
    }
    if (is_json_space(c)) {
        if (scan.depth == 0) {
            scan.end = Scan::End::exclusive;
            return false;
        }
        scan.has_break |= c == '\n';
        if (c == '\n' && one_a_line_ && !in_list()) {
            fail(scan, break_in_line);
            return false;
        }
        return true;
    }
    switch (c) {
        case '"':
            if (!may_begin_after(scan.before)) {
                fail(scan, misplaced);
                return false;
            }
            scan.in_string = true;
            scan.is_name = scan.depth == 1 && scan.before != ':';
            scan.string_begin = at_ + 1 - begin_;
            break;
        case '{':
        case '[':
            if (!open_bracket(scan, c)) {
                return false;
            }
            break;
        case '}':
        case ']':
            close_bracket(scan);
            if (scan.end == Scan::End::exclusive) {
                return false;
            }
            break;
        case ',':
            if (scan.depth == 0) {
                scan.end = Scan::End::exclusive;
                return false;
            }
            break;
        default:
            break;
    }
    scan.before = c;
    return true;
}

/// Fast path: skips ordinary characters inside a string, because most bytes of a dump are in strings. Stops before the
/// last buffered byte, so that the caller has one to look at.
void JsonElements::skip_plain_text() noexcept {
    while (at_ + 1 < end_ && buffer_[at_] != '"' && buffer_[at_] != '\\' && buffer_[at_] != '\n') {
        ++at_;
    }
}

/// Cuts the element that begins here. Returns Next::end if it was the beginning of an envelope instead.
JsonElements::Next JsonElements::cut(std::string_view& text) {
    Scan scan;
    ++number_;
    begin_ = at_;
    const char first = buffer_[at_];
    if (first == ']' || first == '}' || first == ',') {
        pass(first);
        problem_ = stray;
        return resynchronise();
    }
    scan.is_object = first == '{';
    scan.may_be_envelope = scan.is_object && !in_list() && !envelope_.list.empty();
    while (scan.end == Scan::End::no) {
        if (at_end()) {
            break;
        }
        if (scan.in_string && !scan.escaped) {
            skip_plain_text();
        }
        const char c = buffer_[at_];
        if (step(scan, c)) {
            pass(c);
        }
        if (at_ - begin_ > limit_) {
            scan.too_long = true;
            scan.may_be_envelope = false;
        }
        if (scan.too_long) {
            begin_ = at_;
        }
    }
    return finish(scan, text);
}

JsonElements::Next JsonElements::finish(const Scan& scan, std::string_view& text) {
    if (scan.end == Scan::End::list) {
        --number_;
        depth_of_list_ = 2;
        return Next::end;
    }
    if (scan.end == Scan::End::broken) {
        return resynchronise();
    }
    if (scan.end == Scan::End::no) {
        if (failed_) {
            return Next::failed;
        }
        if (scan.depth > 0 || scan.in_string) {
            depth_of_list_ = 0;
            problem_ = cut_off;
            return Next::malformed;
        }
    }
    if (scan.too_long) {
        return Next::too_long;
    }
    const std::size_t size = at_ - begin_;
    if (number_ == 1 && scan.is_object && !in_list() && !scan.has_break) {
        while (!at_end() && buffer_[at_] != '\n' && is_json_space(buffer_[at_])) {
            pass(buffer_[at_]);
        }
        one_a_line_ = !at_end() && buffer_[at_] == '\n';
    }
    text = std::string_view(buffer_.data() + begin_, size);
    return Next::element;
}

/// Skips to a position at which a new element may begin: stays at the current character if only blanks precede it in
/// its line, otherwise goes to the next line.
JsonElements::Next JsonElements::resynchronise() {
    while (!(line_is_blank_ && at_ > begin_) && !at_end()) {
        pass(buffer_[at_]);
        begin_ = line_is_blank_ ? begin_ : at_;
    }
    return Next::malformed;
}

}  // namespace bizrec::builder

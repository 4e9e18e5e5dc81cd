#include "bizrec/api/json_problem.hpp"

#include <algorithm>
#include <charconv>

#include "bizrec/base/ascii.hpp"
#include "bizrec/base/byte_order_mark.hpp"
#include "bizrec/base/json_text.hpp"
#include "bizrec/base/utf8.hpp"

namespace bizrec::api {
namespace {

class Scanner {
public:
    Scanner(std::string_view text, std::size_t max_depth) : text_(text), max_depth_(max_depth) {}

    std::optional<JsonProblem> run() {
        if (has_byte_order_mark(text_)) {
            return JsonProblem{"a byte order mark stands before the JSON text", 0};
        }
        bool more = value();
        while (more && !open_.empty()) {
            more = step();
        }
        skip_space();
        if (more && at_ < text_.size()) {
            fail("expected the end after the JSON value, got " + seen());
        }
        return problem_;
    }

private:
    // Reads one member or element of the innermost container, or its end.
    bool step() {
        skip_space();
        const char close = open_.back();
        if (peek() == close) {
            ++at_;
            open_.pop_back();
            fresh_ = false;
            return true;
        }
        if (!fresh_) {
            if (peek() != ',') {
                return fail(std::string("expected a comma or ") + close + ", got " + seen());
            }
            ++at_;
        }
        return close == '}' ? member() : value();
    }

    bool member() {
        skip_space();
        if (peek() != '"') {
            return fail("expected a field name in double quotes, got " + seen());
        }
        if (!string()) {
            return false;
        }
        skip_space();
        if (peek() != ':') {
            return fail("expected a colon after the field name, got " + seen());
        }
        ++at_;
        return value();
    }

    // Reads a value, or only the opening bracket of a container.
    bool value() {
        skip_space();
        const char c = peek();
        if (c == '{' || c == '[') {
            if (open_.size() == max_depth_) {
                return fail("nested deeper than " + std::to_string(max_depth_) + " levels");
            }
            ++at_;
            open_.push_back(c == '{' ? '}' : ']');
            fresh_ = true;
            return true;
        }
        fresh_ = false;
        if (c == '"') {
            return string();
        }
        if (c == '-' || is_digit(c)) {
            return number();
        }
        for (const std::string_view word : {"true", "false", "null"}) {
            if (text_.substr(at_, word.size()) == word) {
                at_ += word.size();
                return at_ == text_.size() || ends_value() || fail("expected the end of a value, got " + seen());
            }
        }
        return fail("expected a JSON value, got " + seen());
    }

    bool string() {
        for (++at_; at_ < text_.size();) {
            const auto c = static_cast<unsigned char>(text_[at_]);
            if (c == '"') {
                ++at_;
                return true;
            }
            if (c < 0x20) {
                return fail("a control character stands unescaped in a string");
            }
            if (c == '\\') {
                if (!escape()) {
                    return false;
                }
                continue;
            }
            const std::size_t length = utf8_sequence_length(text_.substr(at_, 4));
            if (length == 0) {
                return fail("invalid UTF-8");
            }
            at_ += length;
        }
        return fail("a string has no closing quote");
    }

    bool escape() {
        const char kind = at_ + 1 < text_.size() ? text_[at_ + 1] : '\0';
        if (kind != 'u') {
            if (kind == '\0' || std::string_view("\"\\/bfnrt").find(kind) == std::string_view::npos) {
                return fail("an unknown escape stands in a string");
            }
            at_ += 2;
            return true;
        }
        const std::optional<unsigned> unit = code_unit(at_);
        if (!unit) {
            return fail("\\u needs four hexadecimal digits");
        }
        const bool high = *unit >= 0xD800 && *unit < 0xDC00;
        const std::optional<unsigned> low = high ? code_unit(at_ + 6) : std::nullopt;
        if ((*unit >= 0xDC00 && *unit < 0xE000) || (high && (!low || *low < 0xDC00 || *low > 0xDFFF))) {
            return fail("half a surrogate pair stands in a string");
        }
        at_ += high ? 12 : 6;
        return true;
    }

    std::optional<unsigned> code_unit(std::size_t at) const noexcept {
        const std::string_view digits = at + 6 <= text_.size() ? text_.substr(at + 2, 4) : std::string_view();
        unsigned unit = 0;
        if (digits.empty() || text_.substr(at, 2) != "\\u" ||
            std::from_chars(digits.data(), digits.data() + 4, unit, 16).ptr != digits.data() + 4 || digits[0] == '-') {
            return std::nullopt;
        }
        return unit;
    }

    bool number() {
        const std::size_t begin = at_;
        at_ += peek() == '-' ? 1 : 0;
        const bool zero = peek() == '0';
        if (!digits() || (zero && at_ - begin > (text_[begin] == '-' ? 2U : 1U))) {
            at_ = begin;
            return fail("a malformed number");
        }
        if (peek() == '.') {
            ++at_;
            if (!digits()) {
                return fail("expected a digit after the decimal point, got " + seen());
            }
        }
        if (peek() == 'e' || peek() == 'E') {
            ++at_;
            at_ += peek() == '+' || peek() == '-' ? 1 : 0;
            if (!digits()) {
                return fail("expected a digit in the exponent, got " + seen());
            }
        }
        if (at_ < text_.size() && !ends_value()) {
            return fail("expected the end of a number, got " + seen());
        }
        const std::string_view number = text_.substr(begin, at_ - begin);
        if (!fits_double(number)) {
            at_ = begin;
            return fail("a number that a double cannot hold");
        }
        return true;
    }

    bool digits() noexcept {
        const std::size_t begin = at_;
        while (is_digit(peek())) {
            ++at_;
        }
        return at_ > begin;
    }

    bool ends_value() const noexcept {
        return std::string_view(" \t\r\n,:]}[{\"").find(text_[at_]) != std::string_view::npos;
    }

    char peek() const noexcept { return at_ < text_.size() ? text_[at_] : '\0'; }

    void skip_space() noexcept { at_ = std::min(text_.find_first_not_of(" \t\r\n", at_), text_.size()); }

    // Describes the byte at at_, for the end of a sentence.
    std::string seen() const {
        if (at_ >= text_.size()) {
            return "the end of the body";
        }
        const auto c = static_cast<unsigned char>(text_[at_]);
        return c > 0x20 && c < 0x7F ? std::string(1, text_[at_])
                                    : "the byte " + std::to_string(static_cast<unsigned>(c));
    }

    bool fail(std::string what) {
        problem_ = JsonProblem{std::move(what), at_};
        return false;
    }

    std::string_view text_;
    std::size_t max_depth_;
    std::size_t at_ = 0;
    std::string open_;    // closing brackets of the open containers
    bool fresh_ = false;  // the innermost container has no member or element yet
    std::optional<JsonProblem> problem_;
};

}  // namespace

std::optional<JsonProblem> find_json_problem(std::string_view text, std::size_t max_depth) {
    return Scanner(text, max_depth).run();
}

}  // namespace bizrec::api

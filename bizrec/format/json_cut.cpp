#include "bizrec/format/json_cut.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "bizrec/base/ascii.hpp"
#include "bizrec/base/hex.hpp"
#include "bizrec/base/utf8.hpp"
#include "bizrec/format/record_json.hpp"

namespace bizrec::format {
namespace {

constexpr std::size_t max_position_digits = 9;
// A record has no more levels than this, so a pointer into it has no more tokens.
constexpr auto max_levels = static_cast<std::ptrdiff_t>(max_record_depth);

constexpr std::string_view spaces = " \t\n\r";

/// Whether a token is an array index: "0", or digits without a leading zero.
bool is_position(std::string_view token) noexcept {
    return !token.empty() && token.size() <= max_position_digits && (token.size() == 1 || token.front() != '0') &&
           std::all_of(token.begin(), token.end(), is_digit);
}

std::size_t position_of(std::string_view token) noexcept {
    std::size_t number = 0;
    for (const char digit : token) {
        number = number * 10 + static_cast<std::size_t>(digit - '0');
    }
    return number;
}

/// Removes the next token from a pointer. The token stays escaped.
std::string_view take_token(std::string_view& pointer) noexcept {
    pointer.remove_prefix(1);
    const std::string_view token = pointer.substr(0, pointer.find('/'));
    pointer.remove_prefix(token.size());
    return token;
}

std::string unescaped_token(std::string_view token) {
    std::string out;
    for (std::size_t i = 0; i < token.size(); ++i) {
        if (token[i] == '~' && i + 1 < token.size()) {
            out += token[++i] == '1' ? '/' : '~';
        } else {
            out += token[i];
        }
    }
    return out;
}

std::optional<std::uint32_t> hex4(std::string_view text, std::size_t at) noexcept {
    const int high = hex_byte(text, at);
    const int low = hex_byte(text, at + 2);
    return high < 0 || low < 0 ? std::nullopt : std::optional(static_cast<std::uint32_t>(high * 256 + low));
}

/// Reads the character at `raw[at]` after "\u", including both halves of a surrogate pair. Moves `at` past it.
std::optional<std::uint32_t> escaped_character(std::string_view raw, std::size_t& at) noexcept {
    const auto first = hex4(raw, at);
    if (!first) {
        return std::nullopt;
    }
    at += 4;
    const bool is_high = *first >= 0xD800 && *first < 0xDC00;
    if (is_high && raw.substr(at, 2) == "\\u") {
        const auto second = hex4(raw, at + 2);
        if (second && *second >= 0xDC00 && *second < 0xE000) {
            at += 6;
            return 0x10000 + ((*first - 0xD800) << 10) + (*second - 0xDC00);
        }
    }
    return first;
}

/// Returns the text of a JSON string that is given without its quotes.
std::string unescaped_string(std::string_view raw) {
    std::string out;
    for (std::size_t at = 0; at < raw.size();) {
        const char c = raw[at++];
        if (c != '\\' || at == raw.size()) {
            out += c;
            continue;
        }
        const char escape = raw[at++];
        if (escape == 'u') {
            const auto character = escaped_character(raw, at);
            append_code_point(out, character.value_or(replacement_character));
            continue;
        }
        constexpr std::string_view letters = "bfnrt", means = "\b\f\n\r\t";
        const std::size_t known = letters.find(escape);
        out += known == std::string_view::npos ? escape : means[known];
    }
    return out;
}

struct Span {
    std::size_t begin = 0, end = 0;
};

/// Finds all values that a pointer names: an object may have a member more than once.
class PartFinder {
public:
    explicit PartFinder(std::string_view json) : json_(json) {}

    /// Returns the spans of the parts that `pointer` names, in ascending order. A span begins with a member's name, or
    /// with an element, and ends with the value.
    std::vector<Span> find(std::string_view pointer) {
        skip_space();
        find_in_value(pointer);
        return std::move(found_);
    }

private:
    char peek() const noexcept { return at_ < json_.size() ? json_[at_] : '\0'; }
    void skip_space() noexcept {
        while (at_ < json_.size() && is_json_space(json_[at_])) {
            ++at_;
        }
    }
    bool take(char c) noexcept {
        skip_space();
        const bool is_there = peek() == c;
        at_ += is_there ? 1 : 0;
        return is_there;
    }

    /// Finds the parts of the value at at_, and moves at_ to the end of the value.
    void find_in_value(std::string_view pointer) {
        const std::string_view token = take_token(pointer);
        if (peek() == '{') {
            find_in_object(unescaped_token(token), pointer);
        } else if (peek() == '[' && is_position(token)) {
            find_in_array(position_of(token), pointer);
        } else {
            skip_value();
        }
    }

    void find_in_object(const std::string& name, std::string_view rest) {
        take('{');
        do {
            skip_space();
            const std::size_t begin = at_;
            const auto key = string();
            if (!key || !take(':')) {
                break;
            }
            skip_space();
            *key == name ? add(begin, rest) : skip_value();
        } while (take(','));
        take('}');
    }

    void find_in_array(std::size_t position, std::string_view rest) {
        take('[');
        do {
            skip_space();
            position == 0 ? add(at_, rest) : skip_value();
            --position;  // after 0 comes the greatest number, which is no position
        } while (take(','));
        take(']');
    }

    /// Adds the value at at_ with the bytes from `begin`, or the parts of the value that the rest of the pointer names.
    void add(std::size_t begin, std::string_view rest) {
        if (!rest.empty()) {
            return find_in_value(rest);
        }
        skip_value();
        if (begin != at_) {
            found_.push_back({begin, at_});
        }
    }

    std::optional<std::string> string() {
        const std::size_t begin = at_ + 1;
        return skip_string() ? std::optional<std::string>(unescaped_string(json_.substr(begin, at_ - 1 - begin)))
                             : std::nullopt;
    }

    bool skip_string() noexcept {
        if (peek() != '"') {
            return false;
        }
        for (++at_; at_ < json_.size(); ++at_) {
            if (json_[at_] == '\\') {
                ++at_;
            } else if (json_[at_] == '"') {
                ++at_;
                return true;
            }
        }
        at_ = json_.size();
        return false;
    }

    void skip_value() noexcept {
        std::size_t depth = 0;
        skip_space();
        while (at_ < json_.size()) {
            const char c = json_[at_];
            if (depth == 0 && (c == ',' || c == ']' || c == '}')) {
                return;
            }
            if (c == '"') {
                skip_string();
            } else {
                depth += c == '{' || c == '[' ? 1U : 0U;
                depth -= c == '}' || c == ']' ? 1U : 0U;
                ++at_;
            }
            if (depth == 0 && (c == '"' || c == '}' || c == ']')) {
                return;
            }
        }
    }

    std::string_view json_;
    std::size_t at_ = 0;
    std::vector<Span> found_;
};

/// Returns `json` without the parts. Each part is removed with the comma after it. The last part of an object or array
/// has no comma after it, so it is removed with the comma before it.
std::string without(std::string_view json, const std::vector<Span>& parts) {
    std::string out;
    out.reserve(json.size());
    std::size_t at = 0;
    for (const Span& part : parts) {
        out += json.substr(at, part.begin - at);
        const std::size_t after = std::min(json.find_first_not_of(spaces, part.end), json.size());
        const bool has_comma_after = after != json.size() && json[after] == ',';
        at = has_comma_after ? after + 1 : part.end;
        const std::size_t before = has_comma_after ? std::string::npos : out.find_last_not_of(spaces);
        if (before != std::string::npos && out[before] == ',') {
            out.resize(before);
        }
    }
    return out += json.substr(at);
}

}  // namespace

bool is_json_pointer(std::string_view text) noexcept {
    if (text.empty() || text.front() != '/') {
        return false;
    }
    for (std::size_t i = 0; i < text.size(); ++i) {
        const auto c = static_cast<unsigned char>(text[i]);
        if (c < 0x20 || c == 0x7F) {
            return false;
        }
        if (c == '~' && (i + 1 == text.size() || (text[i + 1] != '0' && text[i + 1] != '1'))) {
            return false;
        }
    }
    return true;
}

bool pointers_overlap(std::string_view a, std::string_view b) noexcept {
    const std::string_view shorter = a.size() < b.size() ? a : b;
    const std::string_view longer = a.size() < b.size() ? b : a;
    return longer.substr(0, shorter.size()) == shorter &&
           (longer.size() == shorter.size() || longer[shorter.size()] == '/');
}

std::string first_token(std::string_view pointer) {
    return pointer.empty() ? std::string() : unescaped_token(take_token(pointer));
}

std::string_view without_positions(std::string_view pointer) noexcept {
    std::string_view rest = pointer;
    std::size_t before = 0;
    while (!rest.empty()) {
        if (is_position(take_token(rest)) && before != 0) {
            return pointer.substr(0, before);
        }
        before = pointer.size() - rest.size();
    }
    return pointer;
}

bool is_cut_before(std::string_view a, std::string_view b) noexcept {
    while (!a.empty() && !b.empty()) {
        const std::string_view in_a = take_token(a);
        const std::string_view in_b = take_token(b);
        if (in_a == in_b) {
            continue;
        }
        const bool is_a = is_position(in_a), is_b = is_position(in_b);
        if (is_a && is_b) {
            return position_of(in_a) > position_of(in_b);
        }
        return is_a != is_b ? is_b : in_a < in_b;
    }
    return a.size() > b.size();
}

bool cut_json(std::string& json, std::string_view pointer) {
    if (!is_json_pointer(pointer) || std::count(pointer.begin(), pointer.end(), '/') > max_levels) {
        return false;
    }
    const std::vector<Span> parts = PartFinder(json).find(pointer);
    if (parts.empty()) {
        return false;
    }
    json = without(json, parts);
    return true;
}

}  // namespace bizrec::format

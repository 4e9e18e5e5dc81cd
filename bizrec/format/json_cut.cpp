#include "bizrec/format/json_cut.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "bizrec/base/hex.hpp"
#include "bizrec/base/utf8.hpp"

namespace bizrec::format {
namespace {

constexpr std::size_t max_position_digits = 9;

bool is_space(char c) noexcept {
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

/// Whether a token is an array index: "0", or digits without a leading zero.
bool is_position(std::string_view token) noexcept {
    return !token.empty() && token.size() <= max_position_digits && (token.size() == 1 || token.front() != '0') &&
           std::all_of(token.begin(), token.end(), [](char c) { return c >= '0' && c <= '9'; });
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

/// Parses only as much JSON as is needed to find one part of it.
class PartFinder {
public:
    explicit PartFinder(std::string_view json) : json_(json) {}

    /// Returns the bytes to cut so that the part is gone and the rest is still JSON; nullopt if there is no such part.
    std::optional<Span> find(std::string_view pointer) {
        Span part{0, json_.size()};
        for (at_ = 0; !pointer.empty();) {
            skip_space();
            const std::string_view token = take_token(pointer);
            const auto found = peek() == '{'                         ? member(unescaped_token(token))
                               : peek() == '[' && is_position(token) ? element(position_of(token))
                                                                     : std::nullopt;
            if (!found) {
                return std::nullopt;
            }
            part = *found;
        }
        skip_value();
        return with_comma({part.begin, at_});
    }

private:
    char peek() const noexcept { return at_ < json_.size() ? json_[at_] : '\0'; }
    void skip_space() noexcept {
        while (at_ < json_.size() && is_space(json_[at_])) {
            ++at_;
        }
    }
    bool take(char c) noexcept {
        skip_space();
        const bool is_there = peek() == c;
        at_ += is_there ? 1 : 0;
        return is_there;
    }

    /// Returns the span from the member's name to its value, and leaves at_ at the value.
    std::optional<Span> member(const std::string& name) {
        take('{');
        do {
            skip_space();
            const std::size_t begin = at_;
            const auto key = string();
            if (!key || !take(':')) {
                return std::nullopt;
            }
            skip_space();
            if (*key == name) {
                return Span{begin, at_};
            }
            skip_value();
        } while (take(','));
        return std::nullopt;
    }

    std::optional<Span> element(std::size_t position) {
        take('[');
        skip_space();
        if (peek() == ']') {
            return std::nullopt;
        }
        for (; position != 0; --position) {
            skip_value();
            if (!take(',')) {
                return std::nullopt;
            }
        }
        skip_space();
        return Span{at_, at_};
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

    Span with_comma(Span part) const noexcept {
        std::size_t end = part.end;
        while (end < json_.size() && is_space(json_[end])) {
            ++end;
        }
        if (end < json_.size() && json_[end] == ',') {
            return {part.begin, end + 1};
        }
        std::size_t begin = part.begin;
        while (begin != 0 && is_space(json_[begin - 1])) {
            --begin;
        }
        return {begin != 0 && json_[begin - 1] == ',' ? begin - 1 : part.begin, part.end};
    }

    std::string_view json_;
    std::size_t at_ = 0;
};

}  // namespace

bool is_json_pointer(std::string_view text) noexcept {
    if (text.size() < 2 || text.front() != '/') {
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
        if (is_position(in_a) && is_position(in_b)) {
            return position_of(in_a) > position_of(in_b);
        }
        return in_a < in_b;
    }
    return a.size() > b.size();
}

bool cut_json(std::string& json, std::string_view pointer) {
    if (!is_json_pointer(pointer)) {
        return false;
    }
    const bool may_be_element = is_position(pointer.substr(pointer.rfind('/') + 1));
    bool any = false;
    while (const auto part = PartFinder(json).find(pointer)) {
        if (part->end <= part->begin) {
            return any;
        }
        json.erase(part->begin, part->end - part->begin);
        any = true;
        if (may_be_element) {
            break;
        }
    }
    return any;
}

}  // namespace bizrec::format

#include "bizrec/base/rule_lines.hpp"

#include "bizrec/base/byte_order_mark.hpp"

namespace bizrec {
namespace {

constexpr std::size_t max_text_bytes = std::size_t{1} << 20;
constexpr std::size_t shown_bytes = 80;

bool is_blank(char c) noexcept {
    return c == ' ' || c == '\t' || c == '\r';
}

bool is_control(char c) noexcept {
    return static_cast<unsigned char>(c) < 0x20 || c == 0x7F;
}

/// Returns the next word and removes it from `line`; empty at the end and at a comment.
std::string_view next_word(std::string_view& line) noexcept {
    std::size_t begin = 0;
    while (begin < line.size() && is_blank(line[begin])) {
        ++begin;
    }
    std::size_t end = begin;
    while (end < line.size() && !is_blank(line[end])) {
        ++end;
    }
    const std::string_view word = line.substr(begin, end - begin);
    line.remove_prefix(end);
    return !word.empty() && word.front() == '#' ? std::string_view() : word;
}

/// Cuts a text to a length that fits a message, without half a character at the end.
std::string shown(std::string_view text) {
    if (text.size() <= shown_bytes) {
        return std::string(text);
    }
    std::size_t end = shown_bytes;
    while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0U) == 0x80) {
        --end;
    }
    return std::string(text.substr(0, end)) + "...";
}

}  // namespace

Error RuleLine::error(std::string_view expected, std::string_view found) const {
    return Error{text_->name + ":" + std::to_string(number_) + ": expected " + std::string(expected) + ", found \"" +
                 shown(found) + "\""};
}

Error RuleLine::error(std::string_view expected) const {
    std::string whole;
    for (std::size_t i = 0; i < size_; ++i) {
        whole.append(i == 0 ? "" : " ").append(words_[i]);
    }
    return error(expected, whole);
}

RuleReader::RuleReader(const RuleText& text) : rest_(text.text) {
    rule_.text_ = &text;
    if (rest_.size() > max_text_bytes) {
        status_ =
            Error{text.name + ": expected at most 1 MiB of rules, found " + std::to_string(rest_.size()) + " bytes"};
    }
    if (has_byte_order_mark(rest_)) {
        rest_.remove_prefix(byte_order_mark.size());
    }
}

bool RuleReader::next() {
    while (status_ && !rest_.empty()) {
        const std::size_t end = rest_.find('\n');
        const std::string_view line = rest_.substr(0, end);
        rest_.remove_prefix(end == std::string_view::npos ? rest_.size() : end + 1);
        ++rule_.number_;
        if (!split(line)) {
            return false;
        }
        if (rule_.size_ > 0) {
            return true;
        }
    }
    return false;
}

bool RuleReader::split(std::string_view line) {
    rule_.size_ = 0;
    for (std::string_view word = next_word(line); !word.empty(); word = next_word(line)) {
        if (rule_.size_ == RuleLine::max_words) {
            status_ = rule_.error("at most " + std::to_string(RuleLine::max_words) + " words");
            return false;
        }
        rule_.words_[rule_.size_++] = word;
        for (const char c : word) {
            if (is_control(c)) {
                status_ = Error{rule_.text_->name + ":" + std::to_string(rule_.number_) +
                                ": expected text, found the control character " +
                                std::to_string(static_cast<unsigned char>(c))};
                return false;
            }
        }
    }
    // In an index, a line that begins with "[" starts the next table.
    if (rule_.size_ > 0 && rule_[0].front() == '[') {
        status_ = rule_.error("a rule, which never begins with \"[\"");
        return false;
    }
    return true;
}

std::string plain_rules(const RuleText& text) {
    std::string plain;
    for (RuleReader reader(text); reader.next();) {
        const RuleLine& rule = reader.rule();
        for (std::size_t i = 0; i < rule.size(); ++i) {
            plain.append(i == 0 ? "" : " ").append(rule[i]);
        }
        plain += '\n';
    }
    return plain;
}

}  // namespace bizrec

#include "lmdb_builder/record/raw_json.hpp"

namespace bizrec::builder {
namespace {

/// The position after the string that begins at `at`.
std::size_t end_of_string(std::string_view text, std::size_t at) noexcept {
    for (++at; text[at] != '"'; ++at) {
        at += text[at] == '\\' ? 1 : 0;
    }
    return at + 1;
}

std::size_t end_of_container(std::string_view text, std::size_t at) noexcept {
    std::size_t depth = 0;
    do {
        const char c = text[at];
        if (c == '"') {
            at = end_of_string(text, at);
            continue;
        }
        depth += c == '{' || c == '[' ? 1 : 0;
        depth -= c == '}' || c == ']' ? 1 : 0;
        ++at;
    } while (depth != 0);
    return at;
}

std::size_t end_of_value(std::string_view text, std::size_t at) noexcept {
    const char first = text[at];
    if (first == '"') {
        return end_of_string(text, at);
    }
    return first == '{' || first == '[' ? end_of_container(text, at) : text.find_first_of(",]}", at);
}

}  // namespace

/// Returns the token and skips the separator after it.
std::string_view RawJson::token(std::size_t end) noexcept {
    const std::string_view found = text_.substr(at_, end - at_);
    at_ = end + 1;
    return found;
}

std::string_view RawJson::key() noexcept {
    return token(end_of_string(text_, at_));
}

std::string_view RawJson::value() noexcept {
    return token(end_of_value(text_, at_));
}

}  // namespace bizrec::builder

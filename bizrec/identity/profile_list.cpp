#include "bizrec/identity/profile_list.hpp"

#include <algorithm>
#include <cstddef>

#include "bizrec/base/ascii.hpp"
#include "bizrec/identity/labelled_profile.hpp"
#include "bizrec/identity/url_text.hpp"

namespace bizrec::identity {

namespace {

constexpr std::size_t max_profiles = 5;
constexpr ByteSet profile_marks(",;|"), label_end(":@ ");

bool is_joint(std::string_view word) noexcept {
    for (std::string_view joint : {"/", "&", "+", "-", "and", "or"})
        if (equals_ignoring_case(word, joint))
            return true;
    return false;
}

bool names_platform(std::string_view word, const PlatformTable& platforms) {
    return word.size() > 1 && word.back() == ':' &&
           platforms.named(word.substr(0, word.size() - 1)) != Platform::no_platform;
}

/// Removes words such as "and" at both ends.
std::string_view without_joints(std::string_view text) noexcept {
    text = trim_pasted(text);
    const std::size_t last = text.rfind(' ');
    if (last != std::string_view::npos && is_joint(text.substr(last + 1)))
        text = trim_pasted(text.substr(0, last));
    const std::size_t first = text.find(' ');
    if (first != std::string_view::npos && is_joint(text.substr(0, first)))
        text = trim_pasted(text.substr(first));
    return text;
}

bool begins_list(std::string_view text, const PlatformTable& platforms) {
    if (text.empty() || is_placeholder(text) || looks_like_address(text))
        return true;
    const std::size_t end = label_end.find_in(text);
    return end != std::string_view::npos && platforms.named(text.substr(0, end)) != Platform::no_platform;
}

}  // namespace

bool is_placeholder(std::string_view text) noexcept {
    for (std::string_view word :
         {"n/a", "n.a", "na", "nan", "none", "no", "nil", "null", "undefined", "unknown", "tbd", "-"})
        if (equals_ignoring_case(text, word))
            return true;
    return false;
}

std::vector<std::string_view> split_profile_list(std::string_view cell, const PlatformTable& platforms) {
    std::vector<std::string_view> texts;
    std::size_t begin = 0;
    const auto take = [&](std::size_t end, std::size_t next) {
        texts.push_back(without_joints(cell.substr(begin, end - begin)));
        begin = next;
    };
    for (std::size_t at = 0; at < cell.size() && texts.size() < max_profiles; ++at) {
        if (profile_marks.has(cell[at])) {
            take(at, at + 1);
        } else if (cell[at] == ' ' && at > begin) {
            const std::string_view word = cell.substr(at + 1, std::min(cell.find(' ', at + 1), cell.size()) - at - 1);
            if (word == "/" || names_platform(word, platforms))
                take(at, at + (word == "/" ? 2 : 1));
        }
    }
    if (texts.size() < max_profiles)
        take(cell.size(), cell.size());
    if (!begins_list(texts.front(), platforms))
        texts.clear();
    return texts;
}

}  // namespace bizrec::identity

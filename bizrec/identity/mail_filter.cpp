#include "bizrec/identity/mail_filter.hpp"

#include <algorithm>

#include "bizrec/base/base64url.hpp"
#include "bizrec/base/utf8.hpp"
#include "bizrec/identity/percent.hpp"

namespace bizrec::identity {

namespace {

constexpr std::string_view run_marks = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
constexpr std::size_t shortest_run = 2;

std::string behind_host(const UrlParts& url) {
    std::string text(url.path);
    if (!url.query.empty())
        text.append("?").append(url.query);
    if (!url.fragment.empty())
        text.append("#").append(url.fragment);
    return text;
}

/// Returns the length in octets of the first `count` characters of UTF-8 text.
std::size_t octets_of(std::string_view text, std::size_t count) noexcept {
    std::size_t at = 0;
    for (; count > 0 && at < text.size(); --count)
        do
            ++at;
        while (at < text.size() && is_utf8_continuation(text[at]));
    return at;
}

/// Copies `text`, and puts the characters of `replaced` in the place of its stars (see from_proofpoint3()). Stars for
/// which no character is left stay.
std::string without_stars(std::string_view text, std::string_view replaced) {
    std::string address;
    for (std::size_t at = 0; at < text.size(); ++at) {
        if (text[at] != '*' || replaced.empty()) {
            address += text[at];
            continue;
        }
        std::size_t count = 1;
        if (text.compare(at, 2, "**") == 0 && at + 2 < text.size()) {
            count = shortest_run + std::min(run_marks.find(text[at + 2]), run_marks.size());
            at += 2;
        }
        const std::size_t octets = octets_of(replaced, count);
        address += replaced.substr(0, octets);
        replaced.remove_prefix(octets);
    }
    return address;
}

}  // namespace

std::string from_proofpoint2(std::string value) {
    for (char& c : value)
        c = c == '-' ? '%' : c == '_' ? '/' : c;
    return percent_decode(value);
}

std::string from_proofpoint3(const UrlParts& url) {
    const std::string text = behind_host(url);
    const std::size_t mark = text.find("__");
    if (mark == std::string::npos)
        return {};
    const std::string_view rest =
        std::string_view(text).substr(std::min(text.find_first_not_of('_', mark), text.size()));
    const std::size_t end = rest.find("__;");
    if (end == std::string_view::npos)  // Check Point writes three underscores and a dot
        return std::string(rest.substr(0, std::min(rest.find("___."), rest.find("__"))));
    const std::string_view behind = rest.substr(end + 3);
    std::string replaced;
    decode_base64url(behind.substr(0, behind.find('!')), replaced);
    return without_stars(rest.substr(0, end), replaced);
}

}  // namespace bizrec::identity

#include "bizrec/identity/url_repair.hpp"

#include <algorithm>
#include <array>
#include <cstddef>

#include "bizrec/base/ascii.hpp"
#include "bizrec/base/hex.hpp"

namespace bizrec::identity {

namespace {

struct Written {
    std::string_view text;  ///< in lower case
    char mark;
};

constexpr std::array<Written, 16> defused = {{{" [dot] ", '.'},
                                              {" (dot) ", '.'},
                                              {"[dot]", '.'},
                                              {"(dot)", '.'},
                                              {"{dot}", '.'},
                                              {"(.)", '.'},
                                              {"{.}", '.'},
                                              {"[.]", '.'},
                                              {" [at] ", '@'},
                                              {" (at) ", '@'},
                                              {"[at]", '@'},
                                              {"(at)", '@'},
                                              {"{at}", '@'},
                                              {"(@)", '@'},
                                              {"[@]", '@'},
                                              {"(:)", ':'}}};

/// The mark that the beginning of a text stands for ("." for "[dot]com"), and the length of this beginning. Length 0:
/// it stands for none.
struct Found {
    char mark = '\0';
    std::size_t length = 0;
};

template <std::size_t Count>
Found find_written(std::string_view text, const std::array<Written, Count>& table) noexcept {
    for (const Written& each : table)
        if (starts_with_ignoring_case(text, each.text))
            return {each.mark, each.text.size()};
    return {};
}

Found find_mark(std::string_view text) noexcept {
    return std::string_view(" [({").find(text.front()) == std::string_view::npos ? Found()
                                                                                 : find_written(text, defused);
}

std::string with_plain_marks(std::string_view text) {
    std::string plain;
    for (std::size_t at = 0; at < text.size();) {
        const Found found = find_mark(text.substr(at));
        plain += found.length > 0 ? found.mark : text[at];
        at += std::max<std::size_t>(found.length, 1);
    }
    return plain;
}

/// Returns the address of a link that has its text in front: "Joe's#https://joes.com#" of Access,
/// "Joe's|https://joes.com|tip" of Jira. Empty if the text is no such link.
std::string_view after_link_text(std::string_view text) noexcept {
    for (const char mark : {'#', '|'}) {
        const std::size_t begin = text.find(mark);
        if (begin == std::string_view::npos)
            continue;
        const std::string_view link = text.substr(begin + 1);
        if (starts_with_ignoring_case(link, "http") || starts_with_ignoring_case(link, "www."))
            return link.substr(0, link.find(mark));
    }
    return {};
}

}  // namespace

std::string_view without_mail_escapes(std::string_view text) noexcept {
    constexpr std::array<std::string_view, 11> escapes = {"20", "09", "0A", "0D", "22", "3C",
                                                          "3D", "3E", "3F", "C2", "E2"};
    // "/store=2056" is a number of a page.
    const auto goes_on = [text](std::size_t at) { return at < text.size() && is_digit(text[at]); };
    for (std::size_t at = text.find('='); at != std::string_view::npos; at = text.find('=', at + 1))
        if (std::find(escapes.begin(), escapes.end(), text.substr(at + 1, 2)) != escapes.end() && !goes_on(at + 3))
            return text.substr(0, at);
    return text.substr(0, text.size() - (ends_with(text, "=") && !ends_with(text, "==") ? 1 : 0));
}

std::string repair_written_marks(std::string_view cleaned) {
    const std::string_view link = after_link_text(cleaned);
    const std::string_view text = without_mail_escapes(link.empty() ? cleaned.substr(0, cleaned.find("'>")) : link);
    std::string plain = with_plain_marks(text);
    return plain == cleaned ? std::string() : plain;
}

}  // namespace bizrec::identity

#include "bizrec/identity/host_repair.hpp"

#include <algorithm>
#include <array>
#include <cstddef>

#include "bizrec/identity/idna.hpp"
#include "bizrec/identity/url_text.hpp"

namespace bizrec::identity {

namespace {

/// Length of "www" and the wrong marks after it; 0 if the text does not begin with them.
std::size_t broken_www(std::string_view text) noexcept {
    if (!starts_with_ignoring_case(text, "www"))
        return 0;
    const std::size_t end = text.find_first_not_of(".:,; ", 3);
    if (end == std::string_view::npos || end == 3)
        return 0;
    // If all marks are dots, there is nothing to repair: one dot is correct, and several are an empty label, which is
    // an error.
    return text.substr(3, end - 3).find_first_not_of('.') == std::string_view::npos ? 0 : end;
}

/// Whether the text is "http:" or "https:" with blanks inside, as in "h ttp:".
bool is_spaced_scheme(std::string_view text) {
    std::string letters(text);
    letters.erase(std::remove(letters.begin(), letters.end(), ' '), letters.end());
    return equals_ignoring_case(letters, "http:") || equals_ignoring_case(letters, "https:");
}

/// Returns the text after its scheme and the blanks and marks that follow it: "joes.com" of "https://+joes.com" and
/// "h ttp://joes.com".
std::string_view without_scheme(std::string_view text) {
    constexpr std::size_t longest = 12;
    const std::size_t slashes = text.find("//");
    if (slashes > longest || (slashes > 7 && !is_spaced_scheme(text.substr(0, slashes))))
        return text;
    return trim_pasted(text.substr(slashes + 2));
}

/// Words that people write before a website, in the languages of our records. In folded case.
constexpr std::array<std::string_view, 66> labels = {"website",
                                                     "web",
                                                     "url",
                                                     "site",
                                                     "homepage",
                                                     "home page",
                                                     "our website",
                                                     "our site",
                                                     "official site",
                                                     "official website",
                                                     "web site",
                                                     "web-site",
                                                     "website address",
                                                     "web address",
                                                     "web page",
                                                     "webpage",
                                                     "website url",
                                                     "company website",
                                                     "company domain",
                                                     "company domain name",
                                                     "domain name",
                                                     "old",
                                                     "old site",
                                                     "old website",
                                                     "new",
                                                     "new site",
                                                     "new website",
                                                     "current website",
                                                     "w",
                                                     "www",
                                                     "internet",
                                                     "internetseite",
                                                     "webseite",
                                                     "webpräsenz",
                                                     "site web",
                                                     "site internet",
                                                     "site officiel",
                                                     "sitio web",
                                                     "página web",
                                                     "pagina web",
                                                     "página",
                                                     "web oficial",
                                                     "sito",
                                                     "sito web",
                                                     "sito internet",
                                                     "strona",
                                                     "strona www",
                                                     "strona internetowa",
                                                     "webové stránky",
                                                     "honlap",
                                                     "weboldal",
                                                     "hemsida",
                                                     "hjemmeside",
                                                     "nettside",
                                                     "kotisivut",
                                                     "web sitesi",
                                                     "сайт",
                                                     "веб-сайт",
                                                     "网站",
                                                     "网址",
                                                     "官网",
                                                     "網站",
                                                     "ホームページ",
                                                     "ウェブサイト",
                                                     "hp",
                                                     "홈페이지"};

bool is_website_label(std::string_view text) {
    std::string word(bizrec::trim_blanks(text));
    fold_case(word);
    return std::find(labels.begin(), labels.end(), word) != labels.end();
}

/// Returns the text after a label and its mark: "joes.com" of "Webseite: joes.com", "网站：joes.com" and
/// "website=joes.com". Empty if the text begins with no label.
std::string_view after_label(std::string_view text) {
    constexpr std::size_t longest = 48;
    constexpr std::string_view wide_colon = "：";
    const std::size_t wide = text.substr(0, longest).find(wide_colon);
    const std::size_t mark = std::min(text.substr(0, longest).find_first_of(":="), wide);
    if (mark == std::string_view::npos)
        return {};
    if (!is_website_label(text.substr(0, mark)))
        return {};
    return trim_pasted(text.substr(mark + (mark == wide ? wide_colon.size() : 1)));
}

/// Length of the number that begins an item of a list, with its mark and blank: "1. joes.com", "12) joes.com". 0 if the
/// text does not begin with one.
std::size_t list_number(std::string_view text) noexcept {
    std::size_t end = 0;
    while (end < text.size() && is_digit(text[end]))
        ++end;
    const bool is_number =
        end > 0 && end <= 3 && end + 2 < text.size() && (text[end] == '.' || text[end] == ')') && text[end + 1] == ' ';
    return is_number ? end + 2 : 0;
}

}  // namespace

std::string_view in_front_of_glued(std::string_view host) noexcept {
    for (std::string_view scheme : {"https", "http"})
        if (host.size() > scheme.size() && equals_ignoring_case(host.substr(host.size() - scheme.size()), scheme))
            return host.substr(0, host.size() - scheme.size());
    for (std::size_t at = 1; at + 4 < host.size(); ++at)
        if (is_alnum(host[at - 1]) && starts_with_ignoring_case(host.substr(at), "www."))
            return host.substr(0, at);
    return {};
}

std::string_view last_word_apart(std::string_view cleaned) {
    const std::size_t blank = cleaned.rfind(' ');
    if (blank == std::string_view::npos || blank + 1 == cleaned.size())
        return {};
    const std::string_view word = cleaned.substr(blank + 1);
    const std::string_view front = bizrec::trim_blanks(cleaned.substr(0, blank));
    const std::string_view before = front.substr(front.rfind(' ') + 1);
    const auto is_before = [before](std::string_view mark) { return before == mark; };
    constexpr std::array<std::string_view, 7> marks = {"-", "|", "/", "–", "—", "•", "·"};
    const bool is_apart = word.front() == '(' || word.front() == '[' ||
                          std::any_of(marks.begin(), marks.end(), is_before) || ends_with(before, ",") ||
                          ends_with(before, ";") ||
                          (ends_with(before, ":") && is_website_label(before.substr(0, before.size() - 1)));
    return is_apart ? trim_pasted(word) : std::string_view();
}

std::string repair_host_marks(std::string_view cleaned) {
    if (const std::size_t number = list_number(cleaned); number > 0)
        return std::string(cleaned.substr(number));
    if (const std::string_view address = after_label(cleaned); !address.empty())
        return std::string(address);
    // "://joes.com", "./joes.com", ".joes.com" (the domain of a cookie)
    const std::size_t mark = cleaned.find_first_not_of(".:/");
    if (mark != std::string_view::npos && mark > 0)
        return std::string(cleaned.substr(mark));
    const std::string_view text = without_scheme(cleaned);
    const std::string_view front = cleaned.substr(0, static_cast<std::size_t>(text.data() - cleaned.data()));
    const bool had_marks = front.find(' ') != std::string_view::npos || (!front.empty() && !ends_with(front, "//"));
    const std::size_t broken = broken_www(text);
    const bool has_www = broken > 0 || starts_with_ignoring_case(text, "www.");
    std::string_view rest = text.substr(broken > 0 ? broken : has_www ? 4 : 0);
    std::string host(rest.substr(0, rest.find_first_of("/?# ")));
    rest.remove_prefix(host.size());
    const std::size_t all = host.size();
    host = trim(host, ".");
    const bool had_dots = host.size() < all;  // "https://.joes.com", "www..joes.com", "joes.com../menu"
    const bool comma_for_dot = host.find('.') == std::string::npos && host.find(',') != std::string::npos;
    if (broken == 0 && !comma_for_dot && !had_dots)
        return had_marks ? std::string(text) : std::string();
    if (comma_for_dot)
        std::replace(host.begin(), host.end(), ',', '.');
    return (has_www ? "www." : "") + host.append(rest);
}

}  // namespace bizrec::identity

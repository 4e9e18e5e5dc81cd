#include "bizrec/identity/page_address.hpp"

#include <algorithm>
#include <cstddef>

#include "bizrec/base/ascii.hpp"
#include "bizrec/identity/percent.hpp"
#include "bizrec/identity/profile_address.hpp"
#include "bizrec/identity/url_text.hpp"

namespace bizrec::identity {

namespace {

constexpr ByteSet list_marks(";,|");

bool names_a_file(std::string_view word) noexcept {
    for (std::string_view ending : {".html", ".htm", ".php", ".asp", ".aspx", ".jsp", ".cfm", ".shtml", ".pdf"})
        if (word.size() > ending.size() && ends_with_ignoring_case(word, ending))
            return true;
    return false;
}

/// Whether a slash in the word parts two names of folders: "menu/lunch". False for "24/7", "w/", "//" and
/// "anns.com/menu".
bool parts_folders(std::string_view word) noexcept {
    const std::size_t slash = word.find('/');
    return slash != std::string_view::npos && slash > 0 && slash + 1 < word.size() && is_letter(word[slash - 1]) &&
           word[slash + 1] != '/' && word.find('.') > slash;
}

/// Whether the text after a blank in a path is a remark for certain: it begins with a mark, "and", "or" or an address,
/// or it is a telephone number or a mail address.
bool is_remark(std::string_view text, const KnowsHost& knows_host) {
    const std::string_view word = text.substr(0, text.find(' '));
    return begins_remark(text) || knows_host(word);
}

/// Whether the text is "and" or "or", and another address: "or best.com/menu.html".
bool is_second_address(std::string_view text, const KnowsHost& knows_host) {
    const std::string_view word = text.substr(0, text.find(' '));
    if (word.size() == text.size() || !(equals_ignoring_case(word, "and") || equals_ignoring_case(word, "or")))
        return false;
    const std::string_view next = text.substr(word.size() + 1);
    return knows_host(next.substr(0, next.find(' ')));
}

/// Whether the text after a blank in a path belongs to the path: "/our menu/lunch", "/our menu.html".
bool continues_path(std::string_view text) noexcept {
    if (names_a_file(text))
        return true;
    while (!text.empty()) {
        const std::string_view word = text.substr(0, text.find(' '));
        if (parts_folders(word))
            return true;
        text.remove_prefix(std::min(text.size(), word.size() + 1));
    }
    return false;
}

/// Whether the text begins with a word in capitals: "NEW site".
bool begins_in_capitals(std::string_view text) noexcept {
    const std::string_view word = text.substr(0, text.find(' '));
    return word.size() > 1 &&
           std::all_of(word.begin(), word.end(), [](char c) { return is_letter(c) && !is_lower(c); });
}

/// Cuts the text at the blank before prose or a remark: "/menu - our menu". Words in small letters are prose, too
/// ("/menu in Warrington"), and words in capitals after a path that is not in capitals ("/menu NEW"), unless the
/// website has pages of many businesses. There, they may belong to the name of a business ("/farms/Green meadow"), and
/// the path alone says which business is meant.
std::string_view path_without_prose(std::string_view text, bool is_page_of_stranger, const KnowsHost& knows_host) {
    for (std::size_t blank = text.find(' '); blank != std::string_view::npos; blank = text.find(' ', blank + 1)) {
        const std::string_view after = text.substr(blank + 1);
        if (is_second_address(after, knows_host))
            return text.substr(0, blank);
        if (continues_path(after))
            return text;
        // No name of a page ends with a slash, a bracket or a list mark: "/menu/ Ann's", "/menu) Ann's".
        const bool is_ended = blank > 0 && std::string_view("/)]>,;:'").find(text[blank - 1]) != std::string_view::npos;
        const bool begins_small = !after.empty() && is_lower(after.front());
        // A street with its number: "/menu 123 Main St".
        const bool begins_street =
            !after.empty() && is_digit(after.front()) && after.find(' ') != std::string_view::npos;
        const bool begins_large = begins_in_capitals(after) && std::any_of(text.begin(), text.end(), is_lower);
        if (is_ended || is_remark(after, knows_host) ||
            ((begins_small || begins_large || begins_street) && !is_page_of_stranger))
            return text.substr(0, blank);
    }
    return text;
}

/// Cuts at a list mark before a host: "/a;best.com". Tries only the first four marks, so that a long list takes linear
/// time.
std::string_view without_second_host(std::string_view text, const KnowsHost& knows_host) {
    int left = 4;
    for (std::size_t at = list_marks.find_in(text); at != std::string_view::npos && left > 0;
         at = list_marks.find_in(text, at + 1), --left) {
        const std::string_view after = text.substr(at + 1);
        const std::string_view word = after.substr(0, list_marks.find_in(after));
        if (word.find('.') < word.find('/') && knows_host(word))
            return text.substr(0, at);
    }
    return text;
}

/// Cuts at the cells of a row that follow the address: "/menu,Joe's,Austin". A cell begins with a capital, and no slash
/// follows it. After a slash, every list mark begins a cell.
std::string_view without_cells(std::string_view text) noexcept {
    for (std::size_t at = list_marks.find_in(text); at != std::string_view::npos;
         at = list_marks.find_in(text, at + 1)) {
        const std::string_view after = text.substr(at + 1);
        const bool is_cell = !after.empty() && is_letter(after.front()) && !is_lower(after.front()) &&
                             after.find('/') == std::string_view::npos;
        if (is_cell || (at > 0 && text[at - 1] == '/'))
            return text.substr(0, at);
    }
    return text;
}

/// Cuts at a second address that is glued to the path: "/menuhttps://best.com".
std::string_view without_glued_link(std::string_view text) noexcept {
    for (std::string_view scheme : {"http://", "https://"}) {
        const std::size_t at = text.find(scheme);
        if (at != std::string_view::npos && at > 0)
            text = text.substr(0, at);
    }
    return text;
}

/// Decodes "%3F", "%23", "%26" and "%3D" in a path, and nothing else.
void decode_delimiters(std::string_view path, std::string& out) {
    out.clear();
    for (std::size_t at = 0; at < path.size(); ++at) {
        const int byte = escape_at(path, at);
        const bool decodes = byte == '?' || byte == '#' || byte == '&' || byte == '=';
        out += decodes ? static_cast<char>(byte) : path[at];
        at += decodes ? 2 : 0;
    }
}

/// Removes an escaped fragment from the path ("%23…"), and the parameters after an escaped "?" or "&". These become the
/// query if the page has none.
void split_escaped(PageAddress& page, std::string& buffer) {
    decode_delimiters(page.path, buffer);
    if (buffer.size() == page.path.size())
        return;
    std::string_view text = buffer;
    text = text.substr(0, text.find('#'));
    const std::size_t question = text.find('?');
    const std::string_view path = without_stray_query(text.substr(0, question));
    if (path.size() == buffer.size())
        return;  // "/b%26b" is a name, and stays escaped
    if (page.query.empty() && path.size() < text.size())
        page.query = text.substr(path.size() + 1);
    page.path = path;
}

}  // namespace

PageAddress page_address(const UrlParts& url, bool is_page_of_stranger, const KnowsHost& knows_host,
                         std::string& buffer) {
    PageAddress page{path_without_prose(url.path, is_page_of_stranger, knows_host),
                     url.query.substr(0, url.query.find(' '))};
    page.path = without_cells(without_glued_link(without_second_host(page.path, knows_host)));
    if (page.path.find('%') != std::string_view::npos)
        split_escaped(page, buffer);
    page.path = trim_pasted_end(page.path);
    return page;
}

}  // namespace bizrec::identity

#include "bizrec/identity/url_repair.hpp"

#include <cstddef>

#include "bizrec/base/ascii.hpp"
#include "bizrec/identity/url_text.hpp"

namespace bizrec::identity {

namespace {

/// `target`: the text after "(" of a Markdown link. Returns the address at its beginning, or `otherwise` if no address
/// is there.
std::string_view link_target(std::string_view target, std::string_view otherwise) noexcept {
    std::ptrdiff_t depth = 1;
    for (std::size_t at = 0; at < target.size(); ++at) {
        depth += target[at] == '(' ? 1 : target[at] == ')' ? -1 : 0;
        if (depth == 0 || (is_blank(target[at]) && at > 0)) {
            target = target.substr(0, at);
            break;
        }
    }
    target = trim_pasted(target);
    return target.substr(0, target.find('/')).find_first_of(".:") != std::string_view::npos ? target : otherwise;
}

/// Returns the target of a Markdown link: "[Joe's](https://joes.com/menu "Menu")", up to the closing bracket or a
/// blank. The text stays unchanged if no link begins with "[" at the beginning of a word, or if its target is not an
/// address.
std::string_view inside_markdown_link(std::string_view text) noexcept {
    // The text of a link may be an image, whose address comes first: "[![Logo](img.png)](https://joes.com)".
    const std::size_t image = starts_with(text, "[![") ? text.find(")](") : std::string_view::npos;
    if (image != std::string_view::npos)
        return link_target(text.substr(image + 3), text);
    const std::size_t middle = text.find("](");
    if (middle == std::string_view::npos)
        return text;
    const std::size_t open = text.rfind('[', middle);
    constexpr std::string_view before_a_link = " !\"'*_(>\t\n";
    if (open == std::string_view::npos || text.substr(0, middle).find("://") < open ||
        (open > 0 && before_a_link.find(text[open - 1]) == std::string_view::npos))
        return text;
    return link_target(text.substr(middle + 2), text);
}

/// Returns the address of a forum link: "[url]https://joes.com[/url]" and "[url=https://joes.com]Joe's[/url]". Returns
/// `text` if it is not such a link.
std::string_view inside_forum_link(std::string_view text) noexcept {
    const std::string_view link = trim_where(text, is_blank);
    const std::size_t close = starts_with_ignoring_case(link, "[url") ? link.find(']') : std::string_view::npos;
    if (close == std::string_view::npos)
        return text;
    if (link[4] == '=')
        return link.substr(5, close - 5);
    const std::string_view inside = link.substr(close + 1);
    return inside.substr(0, inside.find("[/"));
}

/// Returns the address of a link of Org ("[[https://joes.com][Joe's]]"), LaTeX ("\\href{https://joes.com}{Joe's}"),
/// MediaWiki ("[https://joes.com Joe's]") or a report of Salesforce ("_HL_ENCODED_https://joes.com_HL_Joe's_HL_").
/// Returns `text` if it is not such a link.
std::string_view inside_bracketed_link(std::string_view text) noexcept {
    struct Form {
        std::string_view opening, middle;
    };
    const std::string_view link = trim_where(text, is_blank);
    for (const Form& form :
         {Form{"[[", "]["}, Form{"\\href{", "}{"}, Form{"[http", " "}, Form{"_HL_ENCODED_", "_HL_"}}) {
        const std::size_t begin = form.opening == "[http" ? 1 : form.opening.size();
        const std::size_t middle =
            starts_with(link, form.opening) ? link.find(form.middle, begin) : std::string_view::npos;
        if (middle != std::string_view::npos && (form.middle != " " || ends_with(link, "]")))
            return link.substr(begin, middle - begin);
    }
    return text;
}

}  // namespace

std::string_view inside_angle_brackets(std::string_view text) noexcept {
    const std::size_t open = text.rfind('<');
    if (open == std::string_view::npos || open + 1 >= text.size())
        return text;
    const std::string_view inside = text.substr(open + 1);
    const std::size_t close = inside.find('>');
    const std::string_view address = inside.substr(0, close);
    return address.find('.') != std::string_view::npos && address.find(' ') == std::string_view::npos ? address : text;
}

std::string_view inside_link_markup(std::string_view text) noexcept {
    return inside_bracketed_link(inside_forum_link(inside_markdown_link(text)));
}

}  // namespace bizrec::identity

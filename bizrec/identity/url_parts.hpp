#pragma once

#include <string_view>

namespace bizrec::identity {

/// A pasted address in pieces. The views point into the text that was parsed; `refusal` is static.
struct UrlParts {
    std::string_view host;      ///< raw: any case, maybe escaped, maybe Unicode
    std::string_view path;      ///< with its leading slash, or empty
    std::string_view query;     ///< without "?"
    std::string_view fragment;  ///< without "#"
    std::string_view tail;      ///< the text after white space within the authority; the caller decides what it is
    std::string_view glued;     ///< the text that a second scheme is glued to: "joes.com" of "joes.comhttps://best.com"
    std::string_view refusal;   ///< not empty: why this is no website (reasons.hpp)
    bool is_list = false;       ///< a comma or similar mark ends the first of several addresses
    bool is_odd = false;        ///< the path has marks, blanks or escapes, or the query has blanks: see page_address()
    bool has_scheme = false;    ///< http or https was written, correctly or misspelt
    bool has_user = false;      ///< something stood before an "@"
    bool is_mail = false;       ///< mailto:, or an e-mail address without a scheme

    bool has_path() const noexcept { return path.find_first_not_of('/') != std::string_view::npos; }
};

/// Splits `text` (the output of clean_pasted()) as the URL standard does, and repairs the schemes that people type:
/// missing, doubled, misspelt ("htp://", "https;//", "http//", "http:example.com"), or a label in prose ("Website:
/// example.com"). Linear time in the length of `text`, no allocation.
UrlParts split_url(std::string_view text) noexcept;

}  // namespace bizrec::identity

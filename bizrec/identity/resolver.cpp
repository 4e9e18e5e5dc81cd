#include "bizrec/identity/resolver.hpp"

#include <algorithm>
#include <optional>

#include "bizrec/base/ascii.hpp"
#include "bizrec/identity/host_name.hpp"
#include "bizrec/identity/host_repair.hpp"
#include "bizrec/identity/host_suffixes.hpp"
#include "bizrec/identity/page_address.hpp"
#include "bizrec/identity/page_path.hpp"
#include "bizrec/identity/pasted_lines.hpp"
#include "bizrec/identity/percent.hpp"
#include "bizrec/identity/profile_address.hpp"
#include "bizrec/identity/profile_list.hpp"
#include "bizrec/identity/reasons.hpp"
#include "bizrec/identity/redirect.hpp"
#include "bizrec/identity/url_repair.hpp"
#include "bizrec/identity/url_text.hpp"

namespace bizrec::identity {

namespace {

constexpr int max_redirects = 2;
constexpr int max_later_addresses = 4;
constexpr ByteSet between_addresses(" ,;|"), authority_ends("/?#");

/// Whether the word begins like an address: "http://…", "https://…", "www.…".
bool has_beginning(std::string_view word) noexcept {
    return starts_with_ignoring_case(word, "http") || starts_with_ignoring_case(word, "www.");
}

/// Whether the text begins with a word and a colon that programs write before an address: "item1.URL:https://joes.com",
/// "microsoft-edge:https://joes.com". Other schemes, such as "data:" and "ftp:", say what follows them.
bool is_label_like(std::string_view cleaned) noexcept {
    const std::string_view word = cleaned.substr(0, cleaned.find(':'));
    for (std::string_view label : {"url", "urlto", "mebkm", "microsoft-edge", "read", "blob"})
        if (equals_ignoring_case(word, label))
            return true;
    return ends_with_ignoring_case(word, ".url");
}

/// Whether an escape in the host is one of the marks that end a host: "/", "?", "#".
bool has_escaped_end(std::string_view host) noexcept {
    std::size_t at = host.find('%');
    while (at != std::string_view::npos && !authority_ends.has(static_cast<char>(escape_at(host, at))))
        at = host.find('%', at + 1);
    return at != std::string_view::npos;
}

/// Whether the text after white space in a host can be ignored. It can if it is prose or a second address ("www.a.org
/// (under construction)", "a.org  a.org"). A single word may be the rest of the host's name; then the address is an
/// error ("exa.mple com").
bool is_passed_over(std::string_view tail, std::string_view raw_host) noexcept {
    const std::size_t begin = tail.find_first_not_of(' ');
    if (begin == std::string_view::npos)
        return true;
    tail.remove_prefix(begin);
    if (tail.front() == '.' && tail.size() > 1 && is_alnum(tail[1]))
        return false;  // "joes.co .nz" is not joes.co
    if (has_telephone(tail) || is_placeholder(tail))
        return true;
    return !is_alnum(tail.front()) || has_beginning(tail) || starts_with(tail, raw_host) ||
           tail.find(' ') != std::string_view::npos;
}

/// Whether the first label leads to the same pages as "www": a misspelling, a glued scheme ("ww", "httpswww", "https")
/// and, unless the host has pages of strangers, a number or a host for telephones ("www2", "m"). A stranger's page may
/// be on "www5.provider.example" only.
bool begins_like_www(std::string_view host, bool has_strangers) noexcept {
    if (host.front() != 'w' && host.front() != 'm' && host.front() != 'h' && host.front() != 'a')
        return false;
    std::string_view label = host.substr(0, host.find('.'));
    if (label == "m" || label == "mobile" || label == "amp")
        return !has_strangers;
    if (label == "http" || label == "https")
        return true;
    while (!has_strangers && !label.empty() && is_digit(label.back()))
        label.remove_suffix(1);
    return ends_with(label, "ww") && label.find_first_not_of("htpsw") == std::string_view::npos;
}

/// Appends what tells the pages of one path apart. If the website belongs to one business, pages without it are found,
/// too, so all texts may count. Not inlined, because most addresses have no query and no fragment.
[[gnu::noinline]] void append_page_details(bool is_page_of_stranger, std::string_view query, std::string_view fragment,
                                           std::string& path) {
    append_page_numbers(query, is_page_of_stranger ? PageTexts::some : PageTexts::all, path);
    append_page_route(fragment, path);
    mark_page_variant(path);
}

}  // namespace

void Resolver::clear() noexcept {
    out_.key.clear();
    out_.host.clear();
    out_.path.clear();
    out_.reason = {};
    out_.is_page_of_stranger = false;
}

void Resolver::set(Kind kind, std::string_view reason) noexcept {
    clear();
    out_.kind = kind;
    out_.reason = reason;
}

/// Not inlined, because few texts have breaks.
[[gnu::noinline]] void Resolver::resolve_lines(std::string_view text, LoneWords lone_words,
                                               const std::function<void(std::string_view)>& one) {
    const auto knows_host = [this](std::string_view word) { return is_known_host(word); };
    const std::vector<std::string> texts = separate_lines(text, lone_words, knows_host);
    for (const std::string& each : texts) {
        one(each);
        if (out_.names_business() && (out_.host.empty() || suffixes_.match(out_.host).is_listed))
            return;
        // A lone word that is no host, such as "exa" before "mple.com", may be a part of a broken host or a word before
        // an address. The code cannot tell which, so it refuses the whole text.
        const bool is_lone_word = is_lower(each.front()) && each.find(' ') == std::string::npos;
        if (out_.kind == Kind::reject && out_.reason == reason::single_label && is_lone_word)
            return;
    }
    if (texts.size() != 1)
        one(texts.empty() ? std::string() : texts.front());
}

void Resolver::website(std::string_view text) {
    read(text, max_redirects);
}

void Resolver::read(std::string_view text, int redirects_left) {
    std::string buffer;
    const std::string_view cleaned = clean_pasted(text, buffer);
    if (!buffer.empty() && has_inner_break(text))
        return resolve_lines(text, LoneWords::joined,
                             [&](std::string_view line) { resolve(clean_pasted(line, buffer), redirects_left); });
    resolve(cleaned, redirects_left);
    if (out_.kind == Kind::reject)
        resolve_word_apart(cleaned, redirects_left);
}

void Resolver::resolve(std::string_view cleaned, int redirects_left) {
    clear();
    if (cleaned.empty())
        return reject(reason::empty);
    const UrlParts url = split_url(cleaned);
    resolve_parts(url, redirects_left);
    if (url.is_list && resolve_comma_for_dot(cleaned, url, redirects_left))
        return;
    // split_url() reads "www.joes,com" as a list whose first host is "www.joes", so a key that begins with "www." also
    // needs repair.
    const bool is_odd = out_.kind == Kind::reject || (out_.kind == Kind::domain && starts_with(out_.key, "www."));
    if (is_odd && resolve_repaired(cleaned, redirects_left))
        return;
    if (out_.kind == Kind::none)
        return resolve_later_address(cleaned, redirects_left);
    if (out_.kind != Kind::reject ||
        (out_.reason == reason::other_scheme && (resolve_app_link(cleaned, redirects_left) || !is_label_like(cleaned))))
        return;
    const std::string_view address = find_address(cleaned, 1);
    if (address.empty())
        return;
    // The address must be separate from the other words: "localhost/?to=https://joes.com" names no business, a cell of
    // a row does.
    const bool is_prose = out_.reason == reason::space_in_host || out_.reason == reason::bad_host ||
                          cleaned.find(' ') != std::string_view::npos;
    const char before = cleaned[static_cast<std::size_t>(address.data() - cleaned.data()) - 1];
    if (is_prose || std::string_view("\"',;|:([{>").find(before) != std::string_view::npos)
        resolve_parts(split_url(address), redirects_left);
}

/// For a comma in place of the dot before a country: "joes.co,uk" is not joes.co. Returns false if the comma is that of
/// a list.
[[gnu::noinline]] bool Resolver::resolve_comma_for_dot(std::string_view cleaned, const UrlParts& url,
                                                       int redirects_left) {
    constexpr std::size_t country_letters = 2;
    const auto comma = static_cast<std::size_t>(url.host.data() + url.host.size() - cleaned.data());
    if (comma >= cleaned.size() || cleaned[comma] != ',')
        return false;
    const std::string_view country = cleaned.substr(comma + 1, authority_ends.find_in(cleaned, comma) - comma - 1);
    if (country.size() != country_letters || !is_lower(country[0]) || !is_lower(country[1]))
        return false;
    std::string text(cleaned);
    text[comma] = '.';
    std::string host;
    if (!normalise_host(split_url(text).host, host).empty())
        return false;
    const SuffixList::Match match = suffixes_.match(host);
    if (!match.is_listed || std::count(match.suffix.begin(), match.suffix.end(), '.') == 0)
        return false;  // "joes.com,ca" is a row with a state
    resolve_parts(split_url(text), redirects_left);
    return true;
}

/// Not inlined, like is_known_host(): few addresses need these functions, and a longer caller slows down all addresses.
[[gnu::noinline]] void Resolver::resolve_later_address(std::string_view cleaned, int redirects_left) {
    const std::string_view why = out_.reason;
    const std::size_t end = between_addresses.find_in(cleaned);
    if (end == std::string_view::npos || cleaned.find('?') < end)
        return;  // the message in a share link may hold an address
    const std::string_view first = cleaned.substr(0, end);
    const bool is_mail = first.find('@') < first.find('/');
    int left = max_later_addresses;
    for (std::size_t at = end; at < cleaned.size() && left > 0;) {
        const std::size_t begin = cleaned.find_first_not_of(" ,;|", at);
        if (begin == std::string_view::npos)
            break;
        const std::size_t word_end = std::min(between_addresses.find_in(cleaned, begin), cleaned.size());
        const std::string_view word = trim_pasted(cleaned.substr(begin, word_end - begin));
        // A host inside a name does not count ("maps/place/The Booking.com Office"). A later address counts only if the
        // first one is a mail address, if it begins with a scheme or "www.", or if a list mark and a blank precede it.
        const std::string_view gap = cleaned.substr(at, begin - at);
        at = word_end;
        const bool is_listed =
            gap.find(' ') != std::string_view::npos && gap.find_first_of(",;|") != std::string_view::npos;
        const bool stands_apart = is_mail || is_listed || has_beginning(word);
        if (!stands_apart || word.find('.') == std::string_view::npos)
            continue;
        --left;
        resolve_parts(split_url(word), redirects_left);
        if (out_.names_business() && (out_.host.empty() || suffixes_.match(out_.host).is_listed))
            return;
    }
    none(why);
}

bool Resolver::resolve_repaired(std::string_view cleaned, int redirects_left) {
    const auto is_known = [this] {
        const bool is_domain = out_.kind == Kind::domain || out_.kind == Kind::hosted;
        return out_.kind != Kind::reject && (!is_domain || suffixes_.match(out_.host).is_listed);
    };
    // Texts that name something else for certain stay refused: "ftp://joes.com/x#www.best.com".
    const bool is_sure =
        out_.kind != Kind::reject || out_.reason == reason::other_scheme || out_.reason == reason::ip_address;
    const std::string with_host = repair_host_marks(cleaned);
    if (!with_host.empty()) {
        resolve_parts(split_url(with_host), redirects_left);
        if (is_known())
            return true;
    }
    const std::string with_marks = redirects_left > 0 && !is_sure ? repair_written_marks(cleaned) : std::string();
    if (!with_marks.empty()) {
        std::string buffer;
        resolve(clean_pasted(with_marks, buffer),
                redirects_left - 1);  // it counts as a redirect, so nesting is bounded
        if (is_known())
            return true;
    }
    if (!with_host.empty() || !with_marks.empty())
        resolve_parts(split_url(cleaned), redirects_left);
    return false;
}

/// Resolves an address that a program has escaped except for its scheme: "facebook.com%2Fjoes". Counts as a redirect.
[[gnu::noinline]] bool Resolver::resolve_escaped_host(const UrlParts& url, int redirects_left) {
    if (redirects_left == 0 || !has_escaped_end(url.host))
        return false;
    std::string decoded = percent_decode(url.host).append(url.path);
    if (!url.query.empty())
        decoded.append("?").append(url.query);
    resolve_parts(split_url(decoded), redirects_left - 1);
    return true;
}

void Resolver::resolve_parts(const UrlParts& url, int redirects_left) {
    clear();
    if (!url.glued.empty() && is_known_host(url.glued))
        return resolve_parts(split_url(url.glued), redirects_left);
    if (!url.refusal.empty())
        return reject(url.refusal);
    // "mailto:?to=…" and "mailto:joe%40joes.com" count as redirects, so that nesting is bounded.
    if (url.is_mail && redirects_left > 0) {
        if (const auto to = url.host.empty() && !url.has_user ? query_value(url.query, "to") : std::nullopt)
            return resolve_parts(split_url(*to), redirects_left - 1);
        if (url.host.find("%40") != std::string_view::npos) {
            const std::string decoded = percent_decode(url.host);
            return resolve_parts(split_url(decoded), redirects_left - 1);
        }
    }
    if (const std::string_view why = normalise_host(url.host, out_.host); !why.empty()) {
        if (resolve_escaped_host(url, redirects_left))
            return;
        return reject(why == reason::single_label && !url.tail.empty() ? reason::space_in_host : why);
    }
    const HostSuffixes suffixes(out_.host);
    const SuffixList::Match match = suffixes_.match(suffixes);
    if (!url.tail.empty() && !(match.is_listed && (url.is_list || is_passed_over(url.tail, url.host) ||
                                                   is_known_host(url.tail) || is_remark_after_host(url.tail))))
        return reject(reason::space_in_host);
    if (match.registrable.empty() && !match.is_private)
        return reject_suffix(url);
    const bool may_be_glued = !match.is_listed || out_.host.size() > match.registrable.size() + sizeof "www.a.b";
    if (may_be_glued && resolve_glued(url, redirects_left))
        return;
    const SuffixList::Match owner = match.is_private ? suffixes_.match_icann(suffixes) : match;
    is_shared_ = is_variant_ = false;
    if (resolve_special(url, suffixes, match, owner, redirects_left))
        return;
    const bool builder_itself =
        match.is_private && (match.registrable.empty() || first_label(match.registrable) == "www");
    if (builder_itself)
        return set_company(owner.registrable.empty() ? match.suffix : owner.registrable);
    set_domain(url, match);
}

[[gnu::noinline]] bool Resolver::resolve_glued(const UrlParts& url, int redirects_left) {
    const std::string front(in_front_of_glued(out_.host));
    if (front.empty() || !is_known_host(front))
        return false;
    UrlParts first = url;
    first.host = front;
    first.path = first.query = first.fragment = first.tail = {};
    resolve_parts(first, redirects_left);
    return true;
}

[[gnu::noinline]] void Resolver::reject_suffix(const UrlParts& url) {
    const std::string portal = "www." + out_.host;
    reject(reason::public_suffix);
    out_.host = portal;
    if (!url.is_mail)
        normalise_page_path(url.path, out_.path);
}

[[gnu::noinline]] bool Resolver::is_known_host(std::string_view word) const {
    const UrlParts url = split_url(trim_where(word, is_blank));
    std::string host;
    if (!url.refusal.empty() || !normalise_host(url.host, host).empty())
        return false;
    const SuffixList::Match match = suffixes_.match(host);
    return match.is_listed && !match.registrable.empty();
}

void Resolver::set_company(std::string_view registrable) {
    out_.kind = Kind::domain;
    out_.key = registrable;
    out_.host = out_.key;
}

void Resolver::set_domain(const UrlParts& url, const SuffixList::Match& match) {
    out_.kind = match.is_private ? Kind::hosted : Kind::domain;
    out_.is_page_of_stranger = is_shared_ && out_.kind == Kind::domain;
    out_.key = match.registrable;
    const std::string_view host = without_www(out_.host, match.registrable);
    out_.host.erase(0, out_.host.size() - host.size());
    if (is_variant_ || out_.host.size() > match.registrable.size())
        drop_front_label();
    if (url.is_mail)
        return;
    if (url.is_odd)
        return set_odd_page(url);
    normalise_page_path(url.path, out_.path);
    if (!url.query.empty() || !url.fragment.empty())
        append_page_details(out_.is_page_of_stranger, url.query, url.fragment, out_.path);
    else if (!out_.path.empty())
        mark_page_variant(out_.path);
}

[[gnu::noinline]] void Resolver::drop_front_label() {
    if (is_variant_ || begins_like_www(out_.host, is_shared_))
        out_.host.erase(0, out_.host.find('.') + 1);
    else if (!is_shared_ && lacks_dot_after_www(out_.host))
        out_.host.erase(0, 3);
}

[[gnu::noinline]] void Resolver::set_odd_page(const UrlParts& url) {
    std::string buffer;
    const PageAddress page = page_address(
        url, out_.is_page_of_stranger, [this](std::string_view word) { return is_known_host(word); }, buffer);
    normalise_page_path(page.path, out_.path);
    append_page_details(out_.is_page_of_stranger, page.query, url.fragment, out_.path);
}

bool Resolver::is_host_of_many(std::string_view domain) {
    resolve(domain, 0);
    return !out_.host.empty() && has_pages_of_others(out_.host);
}

bool Resolver::has_pages_of_others(std::string_view host) const {
    const HostSuffixes suffixes(host);
    const SuffixList::Match match = suffixes_.match(suffixes);
    const std::string_view brand = match.is_listed ? first_label(match.registrable) : std::string_view();
    return match.is_private || rules_.hosts().find(suffixes, brand) != nullptr;
}

}  // namespace bizrec::identity

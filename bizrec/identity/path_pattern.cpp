#include "bizrec/identity/path_pattern.hpp"

#include <algorithm>
#include <iterator>

#include "bizrec/base/ascii.hpp"
#include "bizrec/identity/idna.hpp"
#include "bizrec/identity/percent.hpp"
#include "bizrec/identity/url_text.hpp"

namespace bizrec::identity {

namespace {

constexpr std::size_t max_handle_bytes = 200;
constexpr std::size_t min_trailing_id_digits = 5;  // a number of 4 digits may be a year: "joes-diner-2015"
constexpr std::size_t max_number_digits = 24;      // Google+ had ids of 21 digits

bool is_handle_octet(char c, std::string_view octets) noexcept {
    return is_alnum(c) || octets.find(c) != std::string_view::npos;
}

bool has_handle_octets(std::string_view handle, std::string_view octets) noexcept {
    if (octets == "any")
        return std::none_of(handle.begin(), handle.end(), [](char c) { return is_blank(c) || c == '/' || c == '"'; });
    return std::all_of(handle.begin(), handle.end(), [octets](char c) { return is_handle_octet(c, octets); }) &&
           std::any_of(handle.begin(), handle.end(), is_alnum);
}

bool take_number(std::string_view digits, std::string& handle) {
    if (!all_digits(digits) || digits.size() > max_number_digits)
        return false;
    handle += digits;
    return true;
}

/// Takes the digits after the last `mark`, or a segment that is only digits.
bool take_trailing_number(std::string_view segment, char mark, std::size_t shortest, std::string& handle) {
    const std::size_t at = segment.rfind(mark);
    const std::string_view digits = at == std::string_view::npos ? segment : segment.substr(at + 1);
    return digits.size() >= shortest && take_number(digits, handle);
}

bool take_id(std::string_view segment, std::string& handle) {
    const std::string id = percent_decode(segment);
    if (id.empty() || id.size() > max_handle_bytes)
        return false;
    for (char c : id)
        if (!is_alnum(c) && c != '-' && c != '_' && c != '=')
            return false;
    handle += id;
    return true;
}

/// Takes "d" and digits: the id of a place in a TripAdvisor address. They are the whole segment, or follow a hyphen and
/// precede "-", "." or the end.
bool take_location_id(std::string_view segment, std::string& handle) {
    if (starts_with(segment, "d") && take_number(segment.substr(1), handle)) {
        handle.insert(handle.size() - segment.size() + 1, 1, 'd');
        return true;
    }
    for (std::size_t at = segment.find("-d"); at != std::string_view::npos; at = segment.find("-d", at + 2)) {
        const std::string_view digits = segment.substr(at + 2, segment.find_first_of("-.", at + 2) - at - 2);
        if (all_digits(digits) && digits.size() <= max_number_digits) {
            handle += 'd';
            handle += digits;
            return true;
        }
    }
    return false;
}

bool take_handle(std::string_view segment, const PlatformTraits& platform, std::string& handle) {
    std::string one;
    if (!normalise_handle(segment, platform, one))
        return false;
    handle += one;
    return true;
}

bool take(std::string_view token, std::string_view segment, const PlatformTraits& platform, std::string& handle) {
    if (!handle.empty())
        handle += '/';
    if (token == "{h}")
        return take_handle(segment, platform, handle);
    if (token == "@{h}") {
        const bool marked = starts_with(segment, "@") || starts_with(segment, "%40");
        return marked && take_handle(segment, platform, handle);
    }
    if (token == "+{h}")
        return starts_with(segment, "+") && take_handle(segment.substr(1), platform, handle);
    if (token == "{n}") {
        // Phone numbers come as "+1 (555) 123-4567".
        std::string digits = percent_decode(segment);
        digits.erase(
            std::remove_if(digits.begin(), digits.end(),
                           [](char c) { return std::string_view("+ -().").find(c) != std::string_view::npos; }),
            digits.end());
        return take_number(digits, handle);
    }
    if (token == "{-n}") {
        if (starts_with(segment, "@"))
            segment.remove_prefix(1);
        return take_trailing_number(segment, '-', min_trailing_id_digits, handle);
    }
    if (token == "{~n}")
        return segment.find('~') != std::string_view::npos && take_trailing_number(segment, '~', 1, handle);
    if (token == "{n_}")
        return take_number(segment.substr(0, segment.find('_')), handle);
    if (token == "{c}")
        return take_id(segment, handle);
    return token == "{d}" && take_location_id(segment, handle);
}

/// Whether the token is a capture. It must be part of a pattern that PathTable::read() has accepted.
bool is_capture(std::string_view token) noexcept {
    return token.back() == '}';
}

bool match_query(std::string_view parameter, std::string_view query, const PlatformTraits& platform,
                 std::string& handle) {
    const std::size_t equals = parameter.find('=');
    const auto value = query_value(query, parameter.substr(0, equals));
    return value && take(parameter.substr(equals + 1), *value, platform, handle);
}

}  // namespace

bool is_capture_token(std::string_view token) noexcept {
    constexpr std::string_view tokens[] = {"{h}", "@{h}", "+{h}", "{n}", "{-n}", "{~n}", "{n_}", "{c}", "{d}"};
    return std::find(std::begin(tokens), std::end(tokens), token) != std::end(tokens);
}

std::string_view next_segment(std::string_view& path) noexcept {
    const std::size_t begin = path.find_first_not_of('/');
    if (begin == std::string_view::npos) {
        path = {};
        return {};
    }
    const std::size_t end = std::min(path.find('/', begin), path.size());
    const std::string_view segment = path.substr(begin, end - begin);
    path.remove_prefix(end);
    return segment;
}

bool is_alternative(std::string_view alternatives, std::string_view segment) noexcept {
    while (!alternatives.empty()) {
        const std::size_t bar = alternatives.find('|');
        if (equals_ignoring_case(segment, alternatives.substr(0, bar)))
            return true;
        alternatives.remove_prefix(bar == std::string_view::npos ? alternatives.size() : bar + 1);
    }
    return false;
}

bool normalise_handle(std::string_view raw, const PlatformTraits& platform, std::string& handle) {
    const std::string decoded = percent_decode_twice(without_stray_query(raw));
    std::string_view text = trim_pasted(decoded);
    if (starts_with(text, "@"))
        text.remove_prefix(1);
    handle.clear();
    bool ascii = true;
    for (char c : text) {
        if (c == '.' && platform.dots == PlatformTraits::Dots::ignored)
            continue;
        ascii = ascii && is_ascii(c);
        handle += platform.letter_case == PlatformTraits::Case::folds ? lower(c) : c;
    }
    if (handle == "http" || handle == "https")
        return false;  // the beginning of a link, not a handle
    if (handle.empty() || handle.size() > max_handle_bytes || !has_handle_octets(handle, platform.octets))
        return false;
    if (ascii)
        return true;
    if (platform.letter_case == PlatformTraits::Case::folds)
        fold_case(handle);
    compose(handle);  // after folding, which may decompose a letter
    return true;
}

bool match_pattern(std::string_view pattern, const ProfilePath& address, const PlatformTraits& platform,
                   std::string& handle) {
    handle.clear();
    const std::size_t question = pattern.find('?');
    std::string_view segments = pattern.substr(0, question);
    std::string_view path = address.path;
    for (std::string_view token = next_segment(segments); !token.empty(); token = next_segment(segments)) {
        const std::string_view segment = next_segment(path);
        if (segment.empty())
            return false;
        if (is_capture(token) ? !take(token, segment, platform, handle)
                              : token != "*" && !is_alternative(token, segment))
            return false;
    }
    return question == std::string_view::npos ||
           match_query(pattern.substr(question + 1), address.query, platform, handle);
}

}  // namespace bizrec::identity

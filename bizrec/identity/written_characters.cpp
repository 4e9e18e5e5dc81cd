#include "bizrec/identity/url_repair.hpp"

#include <algorithm>
#include <array>
#include <cstddef>

#include "bizrec/base/ascii.hpp"
#include "bizrec/base/hex.hpp"
#include "bizrec/base/utf8.hpp"

namespace bizrec::identity {

namespace {

/// The character that the beginning of a text stands for, and the length of this beginning. Length 0: it stands for
/// none.
struct Decoded {
    char32_t character = 0;
    std::size_t length = 0;
};

struct Entity {
    std::string_view text;  ///< in lower case
    char32_t character;
};

/// Entities in addresses and around them.
constexpr std::array<Entity, 37> named_entities = {
    {{"&amp;", '&'},      {"&quot;", '"'},     {"&apos;", '\''},    {"&lt;", '<'},        {"&gt;", '>'},
     {"&colon;", ':'},    {"&sol;", '/'},      {"&period;", '.'},   {"&commat;", '@'},    {"&quest;", '?'},
     {"&num;", '#'},      {"&equals;", '='},   {"&lowbar;", '_'},   {"&hyphen;", '-'},    {"&plus;", '+'},
     {"&nbsp;", ' '},     {"&ensp;", ' '},     {"&emsp;", ' '},     {"&thinsp;", ' '},    {"&tab;", ' '},
     {"&newline;", ' '},  {"&shy;", 0xAD},     {"&zwnj;", 0x200C},  {"&zwj;", 0x200D},    {"&lrm;", 0x200E},
     {"&rlm;", 0x200F},   {"&ndash;", 0x2013}, {"&mdash;", 0x2014}, {"&lsquo;", 0x2018},  {"&rsquo;", 0x2019},
     {"&ldquo;", 0x201C}, {"&rdquo;", 0x201D}, {"&bull;", 0x2022},  {"&hellip;", 0x2026}, {"&laquo;", 0xAB},
     {"&raquo;", 0xBB},   {"&middot;", 0xB7}}};

/// The characters that Windows-1252 shows for the bytes 80 to 9F. It has none for five bytes; programs show them as the
/// control characters of Latin-1.
constexpr std::array<char16_t, 32> windows_1252 = {0x20AC, 0x0081, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021,
                                                   0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0x008D, 0x017D, 0x008F,
                                                   0x0090, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014,
                                                   0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0x009D, 0x017E, 0x0178};

constexpr char32_t lone_lead = 0xC2;  ///< "Â", all that is left of a no-break space whose second byte became a space
constexpr ByteSet may_be_written("&\\_<\xC3");  // "\xC3" begins the letters that show the first byte of a sequence

/// Returns the character if a text may contain it; a space for a control character.
Decoded with_value(std::int64_t value, std::size_t length) noexcept {
    if (value <= 0 || value > 0x10FFFF || (value >= 0xD800 && value <= 0xDFFF))
        return {};
    return {value < ' ' ? U' ' : static_cast<char32_t>(value), length};
}

/// Reads "&#47;" and "&#x2F;".
Decoded find_number(std::string_view text) noexcept {
    constexpr std::size_t longest = 10;
    const std::size_t end = text.substr(0, longest).find(';');
    if (!starts_with(text, "&#") || end == std::string_view::npos)
        return {};
    std::string_view digits = text.substr(2, end - 2);
    const bool is_hex = !digits.empty() && lower(digits.front()) == 'x';
    digits.remove_prefix(is_hex ? 1 : 0);
    std::int64_t value = 0;
    for (const char c : digits) {
        const int digit = hex_value(c);
        if (digit < 0 || (!is_hex && digit > 9))
            return {};
        value = value * (is_hex ? 16 : 10) + digit;
    }
    return with_value(value, end + 1);
}

Decoded find_entity(std::string_view text) noexcept {
    for (const Entity& entity : named_entities)
        if (starts_with_ignoring_case(text, entity.text))
            return {entity.character, entity.text.size()};
    return find_number(text);
}

/// Reads the four hexadecimal digits at `at`.
Decoded find_digits(std::string_view text, std::size_t at, std::size_t length) noexcept {
    const int high = text.size() >= length ? hex_byte(text, at) : -1;
    const int low = high < 0 ? -1 : hex_byte(text, at + 2);
    return low < 0 ? Decoded() : with_value(high * 0x100 + low, length);
}

/// Reads "\\u002f" and "\\u200b", escapes of ASCII and of marks. Others are no escapes: "\\ubeef.com" may be a folder.
Decoded find_escape_of_json(std::string_view text) noexcept {
    const Decoded found = starts_with(text, "\\u") ? find_digits(text, 2, 6) : Decoded();
    const bool is_mark =
        found.character < 0x100 || (found.character >= 0x2000 && found.character < 0x2070) || found.character == 0xFEFF;
    return is_mark ? found : Decoded();
}

/// Reads "<wbr>", where a browser may break a long address, as an invisible character.
Decoded find_break_of_html(std::string_view text) noexcept {
    constexpr char32_t zero_width_space = 0x200B;
    for (const std::string_view tag : {"<wbr>", "<wbr/>"})
        if (starts_with_ignoring_case(text, tag))
            return {zero_width_space, tag.size()};
    return {};
}

/// Returns the byte that Windows-1252 shows as this character; -1 if it is none of 80 to BF, which continue a sequence.
int continuation_of(char32_t c) noexcept {
    if (c >= 0xA0 && c <= 0xBF)
        return static_cast<int>(c);
    const auto* const at = std::find(windows_1252.begin(), windows_1252.end(), c);
    if (at != windows_1252.end())
        return 0x80 + static_cast<int>(at - windows_1252.begin());
    return c >= 0x80 && c <= 0x9F ? static_cast<int>(c) : -1;
}

/// Reads what is left of a sequence whose last byte was lost: "Â" of a no-break space, "â€" of a closing quote.
/// `length`: the length of the characters of the sequence.
Decoded find_cut_sequence(std::string_view text, std::size_t length, char32_t first, std::string_view bytes) noexcept {
    const std::string_view after = text.substr(length);
    const bool is_at_end = after.empty() || is_blank(after.front()) || starts_with_ignoring_case(after, "http") ||
                           starts_with_ignoring_case(after, "www.");
    if (bytes.size() == 1 && first == lone_lead && is_at_end)
        return {' ', length};
    return is_at_end && bytes == "\xE2\x80" ? Decoded{'"', length} : Decoded();
}

/// Reads a character whose bytes in UTF-8 a program has read as Windows-1252 or Latin-1: "â€œ".
Decoded find_misread(std::string_view text) noexcept {
    std::size_t end = 0;
    const char32_t first = next_code_point(text, end);
    if (first < 0xC2 || first > 0xF4)
        return {};
    const std::size_t wanted = first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4;
    std::array<char, 4> bytes = {static_cast<char>(first)};
    std::size_t count = 1;
    while (count < wanted && end < text.size()) {
        std::size_t next = end;
        const int byte = continuation_of(next_code_point(text, next));
        if (byte < 0)
            break;
        bytes[count++] = static_cast<char>(byte);
        end = next;
    }
    const std::string_view sequence(bytes.data(), count);
    if (count < wanted)
        return find_cut_sequence(text, end, first, sequence);
    std::size_t behind = 0;
    const char32_t character = utf8_sequence_length(sequence) == count ? next_code_point(sequence, behind) : 0;
    return with_value(character, end);
}

Decoded decode_at(std::string_view text) noexcept {
    if (text.front() == '&')
        return find_entity(text);
    if (text.front() == '\\')
        return find_escape_of_json(text);
    if (text.front() == '<')
        return find_break_of_html(text);
    if (text.front() == '_')
        return starts_with(text, "_x") && text.size() > 6 && text[6] == '_' ? find_digits(text, 2, 7) : Decoded();
    return text.front() == '\xC3' ? find_misread(text) : Decoded();
}

/// Decodes once. Returns "" if there is nothing to decode.
std::string decode_once(std::string_view text) {
    std::string decoded;
    std::size_t done = 0;
    for (std::size_t at = may_be_written.find_in(text); at != std::string_view::npos;
         at = may_be_written.find_in(text, at)) {
        const Decoded found = decode_at(text.substr(at));
        if (found.length == 0) {
            ++at;
            continue;
        }
        decoded.append(text.substr(done, at - done));
        append_code_point(decoded, found.character);
        at += found.length;
        done = at;
    }
    return done == 0 ? std::string() : decoded.append(text.substr(done));
}

}  // namespace

std::string decode_written(std::string_view text) {
    std::string decoded = decode_once(text);
    if (decoded.empty())
        return decoded;
    std::string again = decode_once(decoded);
    return again.empty() ? decoded : again;
}

}  // namespace bizrec::identity

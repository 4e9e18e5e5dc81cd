#include "bizrec/text/digraphs.hpp"

#include "bizrec/base/ascii.hpp"
#include "bizrec/base/utf8.hpp"

namespace bizrec::text {
namespace {

constexpr char32_t diaeresis = 0x0308;
constexpr char32_t ring = 0x030A;

std::string_view digraph_of(char32_t c) noexcept {
    switch (c) {
        case U'ä':
        case U'Ä':
            return "ae";
        case U'ö':
        case U'Ö':
        case U'ø':
        case U'Ø':
            return "oe";
        case U'ü':
        case U'Ü':
            return "ue";
        case U'å':
        case U'Å':
            return "aa";
        default:
            return {};
    }
}

char32_t composed(char32_t letter, char32_t mark) noexcept {
    if (mark == ring) {
        return letter == U'a' || letter == U'A' ? U'å' : letter;
    }
    switch (mark == diaeresis ? letter : 0) {
        case U'a':
        case U'A':
            return U'ä';
        case U'o':
        case U'O':
            return U'ö';
        case U'u':
        case U'U':
            return U'ü';
        default:
            return letter;
    }
}

bool is_plain_vowel(char c) noexcept {
    const char small = lower(c);
    return small == 'a' || small == 'e' || small == 'i' || small == 'o' || small == 'u' || small == 'y';
}

/// The letter at `at` in lower case; a space if there is no letter.
char letter_at(std::string_view text, std::size_t at) noexcept {
    return at < text.size() && is_letter(text[at]) ? lower(text[at]) : ' ';
}

bool is_digraph(std::string_view text, std::size_t at) noexcept {
    const char first = letter_at(text, at);
    const char second = letter_at(text, at + 1);
    if ((second != 'e' || (first != 'a' && first != 'o' && first != 'u')) && (second != 'a' || first != 'a')) {
        return false;
    }
    const char before = at == 0 ? ' ' : letter_at(text, at - 1);
    const char behind = letter_at(text, at + 2);
    const bool ends_in_s = behind == 's' && letter_at(text, at + 3) == ' ';
    return before != 'q' && !is_plain_vowel(before) && behind != ' ' && !is_plain_vowel(behind) && !ends_in_s;
}

/// The position of the first digraph; the size of the text if there is none. Tests the second letter of a pair first,
/// because that rules out most pairs.
std::size_t first_digraph(std::string_view text) noexcept {
    for (std::size_t second = 1; second < text.size(); ++second) {
        const char letter = lower(text[second]);
        if ((letter == 'e' || letter == 'a') && is_digraph(text, second - 1)) {
            return second - 1;
        }
    }
    return text.size();
}

}  // namespace

bool expand_digraphs(std::string_view utf8, bool rings_stay, std::string& out) {
    if (all_ascii(utf8)) {
        return false;
    }
    out.clear();
    bool changed = false;
    for (std::size_t i = 0; i < utf8.size();) {
        const std::size_t begin = i;
        const char32_t letter = next_code_point(utf8, i);
        std::size_t end = i;
        const char32_t whole = end < utf8.size() ? composed(letter, next_code_point(utf8, end)) : letter;
        i = whole == letter ? i : end;
        const std::string_view digraph = digraph_of(whole);
        const bool stays = digraph.empty() || (rings_stay && digraph == "aa");
        out += stays ? utf8.substr(begin, i - begin) : digraph;
        changed = changed || !stays;
    }
    return changed;
}

bool contract_digraphs(std::string_view text, std::string& out) {
    std::size_t i = first_digraph(text);
    if (i == text.size() || !all_ascii(text)) {
        return false;
    }
    out.assign(text.substr(0, i));
    for (; i < text.size(); ++i) {
        out += text[i];
        i += is_digraph(text, i) ? 1U : 0U;
    }
    return true;
}

}  // namespace bizrec::text

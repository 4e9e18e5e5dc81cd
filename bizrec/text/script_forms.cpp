#include "bizrec/text/script_forms.hpp"

#include "bizrec/base/utf8.hpp"
#include "bizrec/text/letters.hpp"

namespace bizrec::text {
namespace {

constexpr char32_t first_hiragana = 0x3041;
constexpr char32_t long_vowel_sign = 0x30FC;
constexpr char32_t katakana_to_hiragana = 0x60;

// The vowels of U+3041 (small a) to U+3096 (small ke); a space for a character without a vowel.
constexpr std::u32string_view vowels =
    U"ああいいううええおおああいいううええおおああいいううええおおああいいうううええおおあいうえお"
    U"あああいいいうううえええおおおあいうえおああううおおあいうえおああいえお"
    U" うあえ";

/// Turns katakana into hiragana. The small ka and ke become big ones, because they stand for these in names of places.
char32_t to_hiragana(char32_t c) noexcept {
    if (c == U'ヵ' || c == U'ゕ') {
        return U'か';
    }
    if (c == U'ヶ' || c == U'ゖ') {
        return U'け';
    }
    const bool is_paired = (c >= 0x30A1 && c <= 0x30F6) || c == 0x30FD || c == 0x30FE;
    return is_paired ? c - katakana_to_hiragana : c;
}

/// The vowel in which a hiragana ends; 0 if it ends in none.
char32_t vowel_of(char32_t hiragana) noexcept {
    const bool has_one = hiragana >= first_hiragana && hiragana - first_hiragana < vowels.size();
    const char32_t vowel = has_one ? vowels[hiragana - first_hiragana] : U' ';
    return vowel == U' ' ? 0 : vowel;
}

bool is_arabic(char32_t c) noexcept {
    return c >= 0x0600 && c <= 0x06FF;
}

bool is_letter_of_hebrew(char32_t c) noexcept {
    return c >= 0x05D0 && c <= 0x05EA;
}

bool is_point_of_hebrew(char32_t c) noexcept {
    return c >= 0x0591 && c <= 0x05C7 && is_mark(c);
}

/// The form of an Arabic character; 0 if it is dropped.
char32_t arabic_form(char32_t c) noexcept {
    switch (c) {
        case 0x0622:  // alef with madda, hamza above, hamza below, wasla
        case 0x0623:
        case 0x0625:
        case 0x0671:
            return 0x0627;
        case 0x0624:  // waw with hamza
            return 0x0648;
        case 0x0626:  // yeh with hamza, alef maksura, Farsi yeh, yeh barree
        case 0x0649:
        case 0x06CC:
        case 0x06D2:
        case 0x06D3:
            return 0x064A;
        case 0x0629:  // teh marbuta, heh doachashmee, heh with yeh, heh goal, its hamza, ae
        case 0x06BE:
        case 0x06C0:
        case 0x06C1:
        case 0x06C2:
        case 0x06D5:
            return 0x0647;
        case 0x06A9:  // keheh
            return 0x0643;
        case 0x0640:  // tatweel
            return 0;
        default:
            return is_mark(c) ? 0 : c;
    }
}

constexpr std::string_view article = "\u0627\u0644";
constexpr std::size_t min_bytes_after_article = 6;  // three letters of U+0600 to U+06FF

/// Drops the article of the Arabic word that extends from `begin` to the end of `out`, if three letters are left.
void drop_article(std::string& out, std::size_t begin) {
    while (out.size() - begin >= article.size() + min_bytes_after_article &&
           out.compare(begin, article.size(), article) == 0) {
        out.erase(begin, article.size());
    }
}

class Former {
public:
    explicit Former(std::string& out) noexcept : out_(out) {}

    void append(char32_t c) {
        if (is_arabic(c)) {
            append_arabic(c);
            return;
        }
        end_arabic();
        if (is_point_of_hebrew(c) && is_letter_of_hebrew(last_)) {
            return;
        }
        if (c == long_vowel_sign && !is_word_character(last_)) {
            return;
        }
        if (c == long_vowel_sign && vowel_of(last_) != 0) {
            c = vowel_of(last_);
        }
        last_ = to_hiragana(simplified_han(c));
        append_code_point(out_, last_);
    }

    void end_arabic() {
        if (in_arabic_) {
            drop_article(out_, begin_);
            in_arabic_ = false;
        }
    }

private:
    /// Drops characters only inside a word. A mark dropped elsewhere would let a later mark attach to another letter.
    void append_arabic(char32_t c) {
        last_ = c;
        const char32_t form = arabic_form(c);
        if (form == 0 && in_arabic_) {
            return;
        }
        if (!is_word_character(c)) {
            end_arabic();
        } else if (!in_arabic_ && form != 0) {
            in_arabic_ = true;
            begin_ = out_.size();
        }
        append_code_point(out_, form == 0 ? c : form);
    }

    std::string& out_;
    char32_t last_ = 0;
    bool in_arabic_ = false;
    std::size_t begin_ = 0;
};

}  // namespace

void append_script_forms(std::string_view folded, std::string& out) {
    Former former(out);
    for (std::size_t i = 0; i < folded.size();) {
        former.append(next_code_point(folded, i));
    }
    former.end_arabic();
}

}  // namespace bizrec::text

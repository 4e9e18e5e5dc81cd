#include "bizrec/text/tokens.hpp"

#include <algorithm>
#include <array>

#include "bizrec/base/ascii.hpp"
#include "bizrec/base/thread_scratch.hpp"
#include "bizrec/base/utf8.hpp"
#include "bizrec/text/fold.hpp"
#include "bizrec/text/letters.hpp"
#include "bizrec/text/script_forms.hpp"
#include "bizrec/text/word_forms.hpp"

namespace bizrec::text {
namespace {

enum class Class : std::uint8_t { wall, lower, upper, digit, apostrophe, blank, hyphen, stop, conjunction, beyond };

constexpr std::array<Class, 256> make_classes() noexcept {
    std::array<Class, 256> classes{};
    for (std::size_t i = 0; i < 256; ++i) {
        classes[i] = i >= 0x80                              ? Class::beyond
                     : i >= 'a' && i <= 'z'                 ? Class::lower
                     : i >= 'A' && i <= 'Z'                 ? Class::upper
                     : i >= '0' && i <= '9'                 ? Class::digit
                     : i == '\'' || i == '`'                ? Class::apostrophe
                     : i == '&' || i == '+'                 ? Class::conjunction
                     : i == '.'                             ? Class::stop
                     : i == '-' || i == '_'                 ? Class::hyphen
                     : i == ' ' || (i >= '\t' && i <= '\r') ? Class::blank
                                                            : Class::wall;
    }
    return classes;
}
constexpr std::array<Class, 256> classes = make_classes();

Class class_of(char byte) noexcept {
    return classes[static_cast<unsigned char>(byte)];
}

constexpr LowerOf ascii_word(is_alnum);

/// Whether the byte is a letter or digit, or the first byte of a character that may be one.
bool may_start_word(char byte) noexcept {
    const Class c = class_of(byte);
    return c == Class::lower || c == Class::upper || c == Class::digit || c == Class::beyond;
}

/// Each letter keeps at most max_marks - 1 marks. Further marks are dropped.
constexpr std::uint32_t max_marks = 16;

class Cutter {
public:
    Cutter(std::string_view text, Tokens& out) noexcept : text_(text), out_(out) {}

    void run() {
        for (at_ = 0; at_ < text_.size();) {
            step(class_of(text_[at_]));
        }
        end_token();
    }

private:
    void step(Class c) {
        switch (c) {
            case Class::lower:
            case Class::digit:
            case Class::upper:
                append_ascii();
                return;
            case Class::apostrophe:
                apostrophe();
                return;
            case Class::beyond:
                append_beyond();
                return;
            case Class::stop:
                if (open_) {
                    token_.stopped = true;
                }
                [[fallthrough]];
            case Class::hyphen:
                separate(Gap::tight);
                return;
            case Class::blank:
                separate(Gap::soft);
                return;
            case Class::conjunction:
                conjunction();
                return;
            case Class::wall:
                separate(Gap::wall);
                return;
        }
    }

    void open(Token::Kind kind) {
        if (open_ && token_.kind == kind) {
            return;
        }
        end_token();
        token_ = Token();
        token_.begin = static_cast<std::uint32_t>(out_.bytes.size());
        token_.kind = kind;
        token_.gap = gap_;
        gap_ = Gap::none;
        capitals_ = 0;
        marks_ = 0;
        open_ = true;
    }

    void end_token() {
        if (!open_) {
            return;
        }
        open_ = false;
        token_.size = static_cast<std::uint32_t>(out_.bytes.size()) - token_.begin;
        token_.capitals = token_.size >= 2 && capitals_ == token_.size;
        out_.list.push_back(token_);
    }

    void separate(Gap gap) {
        end_token();
        gap_ = std::max(gap_, gap);
        ++at_;
    }

    void conjunction() {
        end_token();
        open(Token::Kind::conjunction);
        end_token();
        ++at_;
    }

    /// Reads the ASCII letters and digits from here on. Most words have no other characters.
    void append_ascii() {
        open(Token::Kind::word);
        alone_ = false;
        const std::size_t begin = at_;
        while (at_ < text_.size() && ascii_word[text_[at_]] != 0) {
            capitals_ += class_of(text_[at_++]) == Class::upper ? 1 : 0;
        }
        const std::size_t kept = std::min<std::size_t>(at_ - begin, max_word - token_.length);
        token_.length += static_cast<std::uint32_t>(kept);
        const std::size_t written = out_.bytes.size();
        out_.bytes.append(text_, begin, kept);
        std::transform(out_.bytes.begin() + static_cast<std::ptrdiff_t>(written), out_.bytes.end(),
                       out_.bytes.begin() + static_cast<std::ptrdiff_t>(written), [](char c) { return ascii_word[c]; });
    }

    /// Reads a character outside ASCII. A mark is kept only after a letter or digit: after a dropped apostrophe it
    /// would attach to another letter.
    void append_beyond() {
        const std::size_t begin = at_;
        const char32_t code_point = next_code_point(text_, at_);
        if (!is_word_character(code_point) || (is_mark(code_point) && !open_)) {
            end_token();
            gap_ = Gap::wall;
            return;
        }
        if (is_mark(code_point)) {
            if (alone_ || ++marks_ >= max_marks) {
                return;
            }
        } else {
            open(is_unspaced_letter(code_point) ? Token::Kind::run : Token::Kind::word);
            marks_ = 0;
            alone_ = false;
        }
        if (token_.kind == Token::Kind::run || token_.length < max_word) {
            ++token_.length;
            out_.bytes.append(text_.substr(begin, at_ - begin));
        }
    }

    char peek(std::size_t ahead) const noexcept { return at_ + ahead < text_.size() ? text_[at_ + ahead] : ' '; }

    void apostrophe() {
        const std::string_view word(out_.bytes.data() + token_.begin, open_ ? out_.bytes.size() - token_.begin : 0);
        if (word.empty() || token_.kind != Token::Kind::word || !may_start_word(peek(1))) {
            end_token();
            gap_ = std::max(gap_, Gap::tight);  // "'n'", "P.J.'s"
        } else if ((peek(1) == 's' || peek(1) == 'S') && !may_start_word(peek(2))) {
            at_ += word.back() == 's' ? 1 : 0;  // "James's"
        } else if (word == "n" || ((peek(1) == 'n' || peek(1) == 'N') && class_of(peek(2)) == Class::apostrophe)) {
            end_token();
            gap_ = Gap::tight;  // "rock'n'roll"
        } else if (is_elided_word(word) && may_start_word(peek(2))) {
            token_.elided = true;
            end_token();
            gap_ = Gap::wall;
        }
        alone_ = true;
        ++at_;
    }

    std::string_view text_;
    Tokens& out_;
    std::size_t at_ = 0;
    Token token_;
    bool open_ = false;
    std::uint32_t capitals_ = 0;
    std::uint32_t marks_ = 0;
    bool alone_ = false;  // the last character was a dropped apostrophe
    Gap gap_ = Gap::wall;
};

bool has_lower_or_beyond(std::string_view text) noexcept {
    return std::any_of(text.begin(), text.end(), [](char byte) { return is_lower(byte) || !is_ascii(byte); });
}

/// The size of the sign with which the text begins, if people use it as an apostrophe: curly quotes, primes, the
/// saltillo, an Armenian and a Hebrew sign. Otherwise 0.
std::size_t size_of_apostrophe(std::string_view text) noexcept {
    constexpr std::string_view signs[] = {"\u2018", "\u2019", "\u201B", "\u2032",
                                          "\u2035", "\uA78C", "\u055A", "\u05F3"};
    for (const std::string_view sign : signs) {
        if (text.substr(0, sign.size()) == sign) {
            return sign.size();
        }
    }
    return 0;
}

void append_with_plain_apostrophes(std::string_view folded, std::string& out) {
    for (std::size_t i = 0; i < folded.size();) {
        const std::size_t sign = is_ascii(folded[i]) ? 0 : size_of_apostrophe(folded.substr(i));
        out += sign != 0 ? '\'' : folded[i];
        i += sign != 0 ? sign : 1;
    }
}

struct PieceScratch {
    std::string text;
    std::string folded, plain;
};

/// Splits at blanks and folds the pieces that are not ASCII. ASCII pieces stay unchanged, because folding loses which
/// letters were capitals. Pieces can be folded one by one, because no characters compose across a blank.
std::string_view fold_pieces(std::string_view utf8, PieceScratch& scratch) {
    scratch.text.clear();
    for (std::size_t i = 0; i < utf8.size();) {
        std::size_t end = i;
        while (end < utf8.size() && !is_space(utf8[end])) {
            ++end;
        }
        const std::string_view piece = utf8.substr(i, end - i);
        if (all_ascii(piece)) {
            scratch.text += piece;
        } else {
            fold(piece, scratch.folded);
            scratch.plain.clear();
            append_with_plain_apostrophes(scratch.folded, scratch.plain);
            append_script_forms(scratch.plain, scratch.text);
        }
        if (end < utf8.size()) {
            scratch.text += ' ';
            ++end;
        }
        i = end;
    }
    return scratch.text;
}

}  // namespace

void cut_tokens(std::string_view utf8, Tokens& out) {
    out.bytes.clear();
    out.list.clear();
    out.shouted = !has_lower_or_beyond(utf8);
    if (all_ascii(utf8)) {
        Cutter(utf8, out).run();
        return;
    }
    Cutter(fold_pieces(utf8, thread_scratch<PieceScratch>()), out).run();
}

}  // namespace bizrec::text

#include "bizrec/text/analyser.hpp"

#include <algorithm>

#include "bizrec/base/ascii.hpp"
#include "bizrec/base/thread_scratch.hpp"
#include "bizrec/text/letters.hpp"
#include "bizrec/text/plural.hpp"
#include "bizrec/text/tokens.hpp"
#include "bizrec/text/word_forms.hpp"

namespace bizrec::text {
namespace {

constexpr std::uint32_t version = 3;
constexpr std::uint32_t min_after_mc = 3;

struct WriterScratch {
    Tokens tokens;
    std::vector<std::uint32_t> unit_ends;
    std::string written;  // the word as typed, before WordForms may change it
};

/// Turns tokens into words.
class Writer {
public:
    Writer(const WordForms& forms, const Tokens& tokens, WriterScratch& scratch, bool for_index,
           AnalysedText& out) noexcept
        : forms_(forms),
          tokens_(tokens),
          unit_ends_(scratch.unit_ends),
          written_(scratch.written),
          for_index_(for_index),
          out_(out) {}

    void run() {
        out_.bytes.clear();
        out_.words.clear();
        for (std::size_t i = 0; i < tokens_.list.size();) {
            i = for_index_ ? add_hyphenated(i) : add_from(i);
        }
    }

private:
    const Token& token(std::size_t i) const noexcept { return tokens_.list[i]; }
    std::string_view view(std::size_t i) const noexcept { return tokens_.view(tokens_.list[i]); }
    bool exists(std::size_t i) const noexcept { return i < tokens_.list.size(); }

    /// Writes the words that begin at token `i`. Returns the next token.
    std::size_t add_from(std::size_t i) {
        if (token(i).kind == Token::Kind::run) {
            add_run(view(i));
            return i + 1;
        }
        if (token(i).kind == Token::Kind::conjunction) {
            if (i > 0 && exists(i + 1)) {
                add("and", WordKind::stop);
            }
            return i + 1;
        }
        if (const std::size_t end = end_of_phrase(i); end > i) {
            add_joined(i, end, true);
            return end;
        }
        for (const std::size_t end : {end_of_pair(i), end_of_initials(i)}) {
            if (end > i) {
                add_joined(i, end, false);
                return end;
            }
        }
        add_word(i);
        return i + 1;
    }

    void add(std::string_view bytes, WordKind kind) {
        Word word;
        word.begin = static_cast<std::uint32_t>(out_.bytes.size());
        word.size = static_cast<std::uint32_t>(bytes.size());
        word.kind = kind;
        out_.bytes.append(bytes);
        out_.words.push_back(word);
    }

    // ---- one word

    /// Replaces the word from `begin` to the end of `out_.bytes` with the form that the index has for it: from the word
    /// tables, or without its plural ending. Returns whether it is a stop word.
    bool to_index_form(std::size_t begin) {
        const auto word = [&] { return std::string_view(out_.bytes).substr(begin); };
        WordForm form = forms_.find(word());
        if (form.word.empty()) {
            if (!may_be_plural(word()) || !std::all_of(word().begin(), word().end(), is_lower)) {
                return false;
            }
            const std::size_t size = word().size();
            written_.assign(word());
            const std::size_t folded = fold_plural(&out_.bytes[begin], size);
            if (folded == size) {
                return false;
            }
            out_.bytes.resize(begin + folded);
            form = forms_.find(word());
            if (form.is_stop) {  // "Vons" is a name, not the function word "von"
                out_.bytes.replace(begin, std::string::npos, written_);
                return false;
            }
        }
        if (!form.word.empty() && form.word != word()) {
            out_.bytes.replace(begin, std::string::npos, form.word);
        }
        return form.is_stop;
    }

    void add_index_form(std::string_view first, std::string_view second, WordKind wanted) {
        Word word;
        word.begin = static_cast<std::uint32_t>(out_.bytes.size());
        out_.bytes.append(first).append(second);
        const bool is_stop = to_index_form(word.begin);
        word.size = static_cast<std::uint32_t>(out_.bytes.size()) - word.begin;
        word.kind = wanted == WordKind::plain && is_stop ? WordKind::stop : wanted;
        out_.words.push_back(word);
    }

    void add_word(std::size_t i) {
        if (links_words(i)) {
            add(view(i) == "y" ? "y" : "and", WordKind::stop);
            return;
        }
        if (token(i).elided) {
            add(view(i), view(i) == "sant" ? WordKind::plain : WordKind::stop);
            return;
        }
        const bool had_stop = !out_.words.empty() && out_.words.back().kind == WordKind::stop;
        add_index_form(view(i), {}, WordKind::plain);
        Word& word = out_.words.back();
        if (!for_index_ && word.kind == WordKind::stop && means_state(i, had_stop)) {
            word.kind = WordKind::plain;
        }
        if (for_index_ && i > 0 && token(i - 1).elided && token(i - 1).length + token(i).length <= max_word) {
            add_index_form(view(i - 1), view(i), WordKind::part);  // so "dorsay" finds "d'Orsay"
        }
    }

    /// Whether "n" or "y" comes between two words and so means "and": "Shop n Save", "Arte y Vino".
    bool links_words(std::size_t i) const noexcept {
        return (view(i) == "n" || view(i) == "y") && i > 0 && exists(i + 1) && !token(i).stopped &&
               token(i).gap != Gap::wall && token(i + 1).gap != Gap::wall;
    }

    /// Whether a stop word of a query more likely means a state. In capitals it does ("Portland OR"), unless the whole
    /// text is in capitals. In small letters it does at the end of the text or before a number ("portland or",
    /// "portland or 97201"), because other texts do not end with "or", "in" or "de". Never: the first word of a text;
    /// "me" after a stop word ("near me"). Not in small letters: any code after a stop word ("in la"); "co"; "as".
    bool means_state(std::size_t i, bool had_stop) const noexcept {
        const std::string_view word = view(i);
        if (!may_be_state_code(word) || i == 0 || (had_stop && word == "me")) {
            return false;
        }
        if (token(i).capitals && !tokens_.shouted) {
            return true;
        }
        const bool ends_text = !exists(i + 1) || (token(i + 1).size > 0 && is_digit(view(i + 1).front()));
        return ends_text && !had_stop && word != "co" && word != "as";
    }

    // ---- several tokens, one word

    bool is_single_letter(std::size_t i) const noexcept {
        return token(i).kind == Token::Kind::word && token(i).size == 1 && is_lower(view(i).front()) &&
               !token(i).elided;
    }

    /// The end of the initials that begin with this token: "U.S.A.", "P. F.", "J C", "A-1". Initials are single
    /// letters, perhaps followed by one digit. Returns `begin` if no initials begin here.
    std::size_t end_of_initials(std::size_t begin) const noexcept {
        std::size_t end = begin;
        const Gap inner = exists(begin + 1) ? token(begin + 1).gap : Gap::wall;
        if (inner != Gap::tight && inner != Gap::soft) {
            return begin;
        }
        while (exists(end) && is_single_letter(end) && (end == begin || token(end).gap == inner)) {
            ++end;
        }
        if (end > begin && exists(end) && token(end).gap == inner && token(end).size == 1 &&
            is_digit(view(end).front())) {
            return end + 1;
        }
        if (end > begin && end_of_pair(end - 1) > end) {
            --end;  // in "a B & B", the first B begins a pair
        }
        return end > begin + 1 ? end : begin;
    }

    bool is_short(std::size_t i) const noexcept {
        return exists(i) && token(i).kind == Token::Kind::word && token(i).size <= 2 && !token(i).elided &&
               has_letters_only(i);
    }

    bool has_letters_only(std::size_t i) const noexcept {
        return std::all_of(view(i).begin(), view(i).end(), is_lower);
    }

    /// The end of a pair of short words that begins with this token; `begin` if no pair begins here. Short words have
    /// one or two letters. Around "&" without spaces, any two short words are a pair: "AT&T". Around "&" with a space,
    /// at least one must be a single letter: "H & M". Around "and", both must be single letters: "B and B".
    std::size_t end_of_pair(std::size_t begin) const noexcept {
        const std::size_t sign = begin + 1;
        const std::size_t last = begin + 2;
        if (!is_short(begin) || !is_short(last) || token(sign).gap == Gap::wall || token(last).gap == Gap::wall) {
            return begin;
        }
        if (token(sign).kind != Token::Kind::conjunction) {
            return view(sign) == "and" && token(begin).size == 1 && token(last).size == 1 ? last + 1 : begin;
        }
        const bool touches = token(sign).gap == Gap::none && token(last).gap == Gap::none;
        return touches || token(begin).size == 1 || token(last).size == 1 ? last + 1 : begin;
    }

    bool is_word(std::size_t i) const noexcept {
        return exists(i) && token(i).kind == Token::Kind::word && !token(i).elided;
    }

    /// The end of a phrase that begins with this token and is one word: "Bar-B-Q", "bar b que", "Do-Nuts", "Mc
    /// Donald's". Returns `begin` if no such phrase begins here.
    std::size_t end_of_phrase(std::size_t begin) const noexcept {
        const std::size_t next = begin + 1;
        if (!is_word(begin) || !is_word(next) || token(next).gap == Gap::wall) {
            return begin;
        }
        if (view(begin) == "mc") {
            return token(next).length >= min_after_mc && has_letters_only(next) ? next + 1 : begin;
        }
        if (view(begin) == "do") {
            return token(next).gap == Gap::tight && (view(next) == "nut" || view(next) == "nuts") ? next + 1 : begin;
        }
        if (view(begin) != "bar" || view(next) != "b" || !is_word(next + 1)) {
            return begin;
        }
        const std::string_view last = view(next + 1);
        return last == "q" || last == "que" || last == "cue" ? begin + 3 : begin;
    }

    /// Writes the tokens [begin, end) as one word, without any "and". When a record is analysed, also writes each of
    /// these words except "and", as WordKind::part.
    void add_joined(std::size_t begin, std::size_t end, bool is_phrase) {
        Word joined;
        joined.begin = static_cast<std::uint32_t>(out_.bytes.size());
        for (std::size_t i = begin; i < end; ++i) {
            if (view(i) != "and") {
                out_.bytes.append(view(i));
            }
        }
        if (is_phrase) {
            to_index_form(joined.begin);
        }
        joined.size = std::min(static_cast<std::uint32_t>(out_.bytes.size()) - joined.begin, max_word);
        out_.bytes.resize(joined.begin + joined.size);
        out_.words.push_back(joined);
        for (std::size_t i = begin; for_index_ && i < end; ++i) {
            if (token(i).kind == Token::Kind::word && view(i) != "and") {
                add_index_form(view(i), {}, WordKind::part);
            }
        }
    }

    // ---- "Coca-Cola" is also "cocacola"

    bool is_hyphenated_with_next(std::size_t i) const noexcept {
        return is_word(i) && is_word(i + 1) && token(i + 1).gap == Gap::tight && !token(i).stopped;
    }

    /// Writes the words of the tokens that hyphens join, from token `i` on, and then one word that consists of all of
    /// them. Returns the next token.
    std::size_t add_hyphenated(std::size_t i) {
        std::size_t end = i + 1;
        while (is_hyphenated_with_next(end - 1)) {
            ++end;
        }
        const std::size_t first_word = out_.words.size();
        std::size_t next = i;
        while (next < end) {
            next = add_from(next);
        }
        if (end - i > 1) {
            add_as_one(i, end, first_word);
        }
        return next;
    }

    /// Writes the tokens as one word. Writes nothing if all tokens begin with a digit, if the word would be too long,
    /// or if the words from `first_word` on already include it.
    void add_as_one(std::size_t begin, std::size_t end, std::size_t first_word) {
        std::uint32_t length = 0;
        bool has_letters = false;
        for (std::size_t i = begin; i < end; ++i) {
            length += token(i).length;
            has_letters = has_letters || !is_digit(view(i).front());
        }
        if (length > max_word || !has_letters) {
            return;
        }
        Word whole;
        whole.begin = static_cast<std::uint32_t>(out_.bytes.size());
        whole.kind = WordKind::part;
        for (std::size_t i = begin; i < end; ++i) {
            out_.bytes.append(view(i));
        }
        to_index_form(whole.begin);
        whole.size = static_cast<std::uint32_t>(out_.bytes.size()) - whole.begin;
        const auto first = out_.words.begin() + static_cast<std::ptrdiff_t>(first_word);
        if (std::none_of(first, out_.words.end(),
                         [&](const Word& word) { return out_.view(word) == out_.view(whole); })) {
            out_.words.push_back(whole);
        }
    }

    // ---- scripts without spaces

    void add_run(std::string_view run) {
        split_units(run, unit_ends_);
        if (unit_ends_.size() == 1) {
            add(run, WordKind::plain);
            return;
        }
        std::uint32_t begin = 0;
        for (std::size_t i = 0; i + 1 < unit_ends_.size(); ++i) {
            add(run.substr(begin, unit_ends_[i + 1] - begin), WordKind::plain);
            begin = unit_ends_[i];
        }
        begin = 0;
        for (std::size_t i = 0; for_index_ && i < unit_ends_.size(); ++i) {
            add(run.substr(begin, unit_ends_[i] - begin), WordKind::part);
            begin = unit_ends_[i];
        }
    }

    const WordForms& forms_;
    const Tokens& tokens_;
    std::vector<std::uint32_t>& unit_ends_;
    std::string& written_;
    bool for_index_;
    AnalysedText& out_;
};

void write_words(const WordForms& forms, const Tokens& tokens, WriterScratch& scratch, bool for_index,
                 AnalysedText& out) {
    Writer(forms, tokens, scratch, for_index, out).run();
}

void analyse(const WordForms& forms, std::string_view utf8, bool for_index, AnalysedText& out) {
    WriterScratch& buffers = thread_scratch<WriterScratch>();
    cut_tokens(utf8, buffers.tokens);
    write_words(forms, buffers.tokens, buffers, for_index, out);
}

/// Whether a word counts as plain in whole_text_key(). A stop word that may be a state's code never does, even if a
/// query uses it as one. Otherwise the key of a query would differ from the key of the record.
bool counts(const WordForms& forms, std::string_view word, WordKind kind) noexcept {
    return kind == WordKind::plain && !(may_be_state_code(word) && forms.find(word).is_stop);
}

}  // namespace

std::uint32_t analyser_version() noexcept {
    return version;
}

void analyse_record(const WordForms& forms, std::string_view utf8, AnalysedText& out) {
    analyse(forms, utf8, true, out);
}

void analyse_record(const WordForms& forms, const Tokens& tokens, AnalysedText& out) {
    write_words(forms, tokens, thread_scratch<WriterScratch>(), true, out);
}

void analyse_query(const WordForms& forms, std::string_view utf8, AnalysedText& out) {
    analyse(forms, utf8, false, out);
}

std::uint32_t whole_text_key(const WordForms& forms, const AnalysedText& text, std::size_t from, std::size_t to,
                             std::string& out) {
    const auto is_plain = [&](const Word& word) { return counts(forms, text.view(word), word.kind); };
    const auto begin = text.words.begin() + static_cast<std::ptrdiff_t>(from);
    const auto end = text.words.begin() + static_cast<std::ptrdiff_t>(to);
    const bool has_plain = std::any_of(begin, end, is_plain);
    std::uint32_t words = 0;
    out.clear();
    for (auto word = begin; word != end; ++word) {
        if (has_plain ? is_plain(*word) : word->kind != WordKind::part) {
            out.append(words == 0 ? "" : " ").append(text.view(*word));
            ++words;
        }
    }
    return words;
}

}  // namespace bizrec::text

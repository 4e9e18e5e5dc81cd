#include "bizrec/api/word_origin.hpp"

#include <algorithm>

#include "bizrec/api/record_place.hpp"
#include "bizrec/base/ascii.hpp"
#include "bizrec/base/utf8.hpp"
#include "bizrec/format/place_entry.hpp"
#include "bizrec/place/folded_names.hpp"
#include "bizrec/text/digraphs.hpp"
#include "bizrec/text/fold.hpp"
#include "bizrec/text/letters.hpp"
#include "bizrec/where/location.hpp"

namespace bizrec::api {
namespace {

constexpr std::size_t max_quote_bytes = 120;  // bytes; of a longer text, such as a description, only the field is named
constexpr std::size_t max_ending_bytes = 3;   // bytes: of an English plural, "ies"

constexpr bool is_separator(char c) noexcept {
    return is_ascii(c) && !is_alnum(c);
}

/// Whether `written` is so similar to the word that it needs no explanation: it begins with the word, except perhaps
/// for the last letter, and is at most max_ending_bytes bytes longer. This holds for plurals ("anchors" for "anchor",
/// "parties" for "party") and for some other forms ("colour" for "color").
bool is_written_so(std::string_view written, std::string_view word) {
    std::string folded;
    text::fold(written, folded);
    const auto [end, ignored] = std::mismatch(folded.begin(), folded.end(), word.begin(), word.end());
    const auto same = static_cast<std::size_t>(end - folded.begin());
    return same + 1 >= word.size() && folded.size() <= word.size() + max_ending_bytes;
}

/// Whether a text has a letter of another script than Latin. Names in other scripts are also found in Latin letters.
bool has_foreign_letters(std::string_view text) {
    for (std::size_t at = 0; at < text.size();) {
        const char32_t c = next_code_point(text, at);
        if (c >= 0x370 && text::is_word_character(c) && !(c >= 0x1E00 && c < 0x1F00)) {
            return true;
        }
    }
    return false;
}

}  // namespace

WordOrigin::WordOrigin(const store::Generation& generation, std::uint32_t docid)
    : generation_(&generation), docid_(docid) {
    std::string row;
    if (generation.append_row_head(docid, row)) {
        texts_.read(std::string_view(row).substr(format::row_content_offset));
    }
}

std::string WordOrigin::describe(std::string_view word) {
    for (const auto kind : {SearchedTexts::names, SearchedTexts::labels, SearchedTexts::place,
                            SearchedTexts::other_names, SearchedTexts::street, SearchedTexts::texts}) {
        for (const SearchedText& each : texts_.of_kind(kind)) {
            if (has_word(each.text, word)) {
                const std::string_view written = find_written(each.text, word);
                return "in " + quoted(each) +
                       (written.empty() || is_written_so(written, word) ? "" : " as \"" + std::string(written) + '"');
            }
        }
    }
    for (const auto form : {&WordOrigin::of_spelling, &WordOrigin::of_place, &WordOrigin::of_other_script}) {
        std::string found = (this->*form)(word);
        if (!found.empty()) {
            return found;
        }
    }
    return "another form of a name or of its place";
}

/// Tries other spellings of the record's texts: "Mueller" for "Müller", and "Muller" for "Mueller".
std::string WordOrigin::of_spelling(std::string_view word) {
    for (const auto kind : {SearchedTexts::names, SearchedTexts::other_names, SearchedTexts::place}) {
        for (const SearchedText& each : texts_.of_kind(kind)) {
            for (const int way : {0, 1, 2}) {
                const bool changes = way == 2 ? text::contract_digraphs(each.text, other_)
                                              : text::expand_digraphs(each.text, way == 1, other_);
                if (changes && has_word(other_, word)) {
                    return "another spelling of " + quoted(each) + ": \"" + std::string(find_written(other_, word)) +
                           '"';
                }
            }
        }
    }
    return {};
}

/// Names the state or country that a word such as "New" (of New York) comes from. The index knows only whole names of
/// places, so a single word is attributed by elimination: other spellings were tried before, and if no name of the
/// record is in another script, the word comes from a name of its state or country.
std::string WordOrigin::of_place(std::string_view word) {
    const SearchedText* state = nullptr;
    const SearchedText* country = nullptr;
    std::string all;
    for (const SearchedText& each : texts_.of_kind(SearchedTexts::place)) {
        state = each.field == "state" ? &each : state;
        country = each.field == "country" ? &each : country;
    }
    place::fold_state(word, other_);
    format::query_state_key(other_, key_);
    if (state != nullptr && stands_in(*generation_, key_, docid_)) {
        return "a name of its " + quoted(*state);
    }
    const auto code = search::resolve_country(*generation_, word);
    if (country != nullptr && code) {
        format::country_key(*code, key_);
        if (stands_in(*generation_, key_, docid_)) {
            return "a name of its " + quoted(*country);
        }
    }
    for (const SearchedTexts::Kind kind : {SearchedTexts::names, SearchedTexts::other_names}) {
        for (const SearchedText& each : texts_.of_kind(kind)) {
            if (has_foreign_letters(each.text)) {
                return {};
            }
        }
    }
    for (const SearchedText* each : {state, country}) {
        if (each != nullptr) {
            all += (all.empty() ? "in a name of its " : " or its ") + quoted(*each);
        }
    }
    return all;
}

std::string WordOrigin::of_other_script(std::string_view word) {
    if (!all_ascii(word)) {
        return {};
    }
    for (const auto kind : {SearchedTexts::names, SearchedTexts::other_names}) {
        for (const SearchedText& each : texts_.of_kind(kind)) {
            if (has_foreign_letters(each.text)) {
                return quoted(each) + " in Latin letters";
            }
        }
    }
    return {};
}

bool WordOrigin::has_word(std::string_view text, std::string_view word) {
    text::analyse_record(generation_->rules().words, text, analysed_);
    return std::any_of(analysed_.words.begin(), analysed_.words.end(),
                       [&](const text::Word& each) { return analysed_.view(each) == word; });
}

/// Returns how `text` spells the word: the part of it whose analysed form is `word`, such as "Joe's" for "joes". Tries
/// parts between punctuation first, then parts between spaces. "" if the word is not a single such part.
std::string_view WordOrigin::find_written(std::string_view text, std::string_view word) {
    for (const bool by_spaces : {false, true}) {
        const auto ends_piece = [by_spaces](char c) { return by_spaces ? is_space(c) : is_separator(c); };
        for (std::size_t at = 0; at < text.size();) {
            if (ends_piece(text[at])) {
                ++at;
                continue;
            }
            const std::size_t begin = at;
            while (at < text.size() && !ends_piece(text[at])) {
                ++at;
            }
            const std::string_view piece = text.substr(begin, at - begin);
            if (has_word(piece, word)) {
                return piece;
            }
        }
    }
    return {};
}

std::string WordOrigin::quoted(const SearchedText& text) {
    const std::string field(text.field);
    return text.text.size() > max_quote_bytes ? field : field + " \"" + std::string(text.text) + '"';
}

}  // namespace bizrec::api

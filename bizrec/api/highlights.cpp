#include "bizrec/api/highlights.hpp"

#include <algorithm>

#include "bizrec/base/ascii.hpp"
#include "bizrec/base/json_text.hpp"

namespace bizrec::api {
namespace {

constexpr std::size_t max_highlight_bytes = 200;  // maximum bytes of a text that is added whole, see find_in()
constexpr std::string_view punctuation = " \t\r\n,;:.!?()[]{}\"|/";

std::string whole_key(const text::WordForms& forms, std::string_view text, text::AnalysedText& analysed) {
    std::string key;
    text::analyse_record(forms, text, analysed);
    text::whole_text_key(forms, analysed, 0, analysed.words.size(), key);
    return key;
}

}  // namespace

void Highlights::begin(const text::WordForms& forms, const std::vector<std::string_view>& words,
                       const std::vector<std::string>& tags) {
    forms_ = &forms;
    words_ = words;
    tags_.clear();
    for (const std::string& tag : tags) {
        tags_.push_back(whole_key(forms, tag, analysed_));
    }
}

void Highlights::append(std::string_view record, std::string& out) {
    found_.clear();
    is_met_.assign(words_.size(), 0);
    if ((!words_.empty() || !tags_.empty()) && texts_.read(record)) {
        for (const SearchedTexts::Kind kind : {SearchedTexts::names, SearchedTexts::labels, SearchedTexts::place}) {
            find_in(kind);
        }
        for (const SearchedTexts::Kind kind :
             {SearchedTexts::other_names, SearchedTexts::street, SearchedTexts::texts}) {
            if (!found_all_words()) {
                find_in(kind);
            }
        }
        if (found_.empty() && !texts_.of_kind(SearchedTexts::names).empty()) {
            add(texts_.of_kind(SearchedTexts::names).front().text);
        }
    }
    out += '[';
    for (std::size_t i = 0; i < found_.size(); ++i) {
        out += i == 0 ? "" : ",";
        append_json_string(out, found_[i]);
    }
    out += ']';
}

void Highlights::find_in(SearchedTexts::Kind kind) {
    for (const SearchedText& each : texts_.of_kind(kind)) {
        if (!is_done()) {
            kind == SearchedTexts::labels ? find_label(each.text) : find_in(each.text);
        }
    }
}

void Highlights::find_label(std::string_view label) {
    if (!tags_.empty() && std::find(tags_.begin(), tags_.end(), whole_key(*forms_, label, analysed_)) != tags_.end()) {
        add(label);
    } else {
        find_in(label);
    }
}

void Highlights::find_in(std::string_view text) {
    if (!has_word(text)) {
        return;
    }
    const std::size_t before = found_.size();
    find_pieces(text);
    if (found_.size() == before && !is_done() && text.size() <= max_highlight_bytes) {
        add(text);  // "AT & T": the text has the word, but no single piece has it
    }
}

/// Whether `text` has a word that was searched for. Marks all such words in is_met_.
bool Highlights::has_word(std::string_view text) {
    bool any = false;
    text::analyse_record(*forms_, text, analysed_);
    for (const text::Word& word : analysed_.words) {
        const auto found = std::find(words_.begin(), words_.end(), analysed_.view(word));
        if (found != words_.end()) {
            is_met_[static_cast<std::size_t>(found - words_.begin())] = 1;
            any = true;
        }
    }
    return any;
}

/// Adds one highlight for each run of adjacent pieces that each have a searched word. Pieces are separated by spaces.
void Highlights::find_pieces(std::string_view text) {
    const auto is_blank_at = [&](std::size_t at) { return is_space(text[at]); };
    std::size_t begin = std::string_view::npos;  // begin of the current run
    std::size_t end = 0;
    for (std::size_t at = 0; at < text.size() && !is_done();) {
        if (is_blank_at(at)) {
            ++at;
            continue;
        }
        const std::size_t piece = at;
        while (at < text.size() && !is_blank_at(at)) {
            ++at;
        }
        if (has_word(text.substr(piece, at - piece))) {
            begin = std::min(begin, piece);
            end = at;
        } else if (begin != std::string_view::npos) {
            add(text.substr(begin, end - begin));
            begin = std::string_view::npos;
        }
    }
    if (begin != std::string_view::npos && !is_done()) {
        add(text.substr(begin, end - begin));
    }
}

void Highlights::add(std::string_view text) {
    const std::string_view trimmed = trim(text, punctuation);
    if (!trimmed.empty() && std::find(found_.begin(), found_.end(), trimmed) == found_.end()) {
        found_.push_back(trimmed);
    }
}

bool Highlights::found_all_words() const noexcept {
    return std::all_of(is_met_.begin(), is_met_.end(), [](std::uint8_t met) { return met != 0; });
}

}  // namespace bizrec::api

#pragma once

#include <set>
#include <string>
#include <string_view>

#include "bizrec/text/analyser.hpp"
#include "bizrec/text/word_forms.hpp"

namespace bizrec::text {

/// Words joined by spaces, with "/s" after stop words and "/p" after parts.
inline std::string shown(const AnalysedText& text) {
    std::string out;
    for (const Word& word : text.words) {
        out += out.empty() ? "" : " ";
        out += text.view(word);
        out += word.kind == WordKind::stop ? "/s" : word.kind == WordKind::part ? "/p" : "";
    }
    return out;
}

inline std::string query_words(std::string_view utf8) {
    AnalysedText text;
    analyse_query(WordForms::built_in(), utf8, text);
    return shown(text);
}

inline std::string record_words(std::string_view utf8) {
    AnalysedText text;
    analyse_record(WordForms::built_in(), utf8, text);
    return shown(text);
}

inline std::string query_key(std::string_view utf8) {
    AnalysedText text;
    std::string key;
    analyse_query(WordForms::built_in(), utf8, text);
    whole_text_key(WordForms::built_in(), text, 0, text.words.size(), key);
    return key;
}

inline std::string record_key(std::string_view utf8) {
    AnalysedText text;
    std::string key;
    analyse_record(WordForms::built_in(), utf8, text);
    whole_text_key(WordForms::built_in(), text, 0, text.words.size(), key);
    return key;
}

/// Whether every plain word of the query is a word of the record, which is the meaning of "all words".
inline bool finds(std::string_view query, std::string_view record) {
    AnalysedText wanted;
    AnalysedText held;
    analyse_query(WordForms::built_in(), query, wanted);
    analyse_record(WordForms::built_in(), record, held);
    std::set<std::string_view> words;
    for (const Word& word : held.words) {
        words.insert(held.view(word));
    }
    bool any = false;
    for (const Word& word : wanted.words) {
        if (word.kind == WordKind::plain) {
            any = true;
            if (words.count(wanted.view(word)) == 0) {
                return false;
            }
        }
    }
    return any;
}

}  // namespace bizrec::text

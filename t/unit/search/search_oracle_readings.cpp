#include <algorithm>
#include <tuple>

#include "bizrec/base/utf8.hpp"
#include "bizrec/format/vocabulary.hpp"
#include "bizrec/text/analyser.hpp"
#include "bizrec/text/word_forms.hpp"
#include "edit_distance.hpp"
#include "search_oracle.hpp"

/// What else the typed words may mean: neighbours joined, typing errors corrected, a word split.
namespace bizrec::search::testing {

namespace {

std::u32string letters_of(const std::string& word) {
    std::u32string out;
    for (std::size_t at = 0; at < word.size();) {
        out += next_code_point(word, at);
    }
    return out;
}

/// Two neighbours swapped, or a letter that repeats the one before it put in or left out: tried in every place.
bool is_slip(const std::u32string& typed, const std::u32string& meant) {
    for (std::size_t i = 0; i + 1 < typed.size(); ++i) {
        std::u32string other = typed;
        std::swap(other[i], other[i + 1]);
        if (other == meant && other != typed) {
            return true;
        }
    }
    const auto doubles = [](const std::u32string& shorter, const std::u32string& longer) {
        for (std::size_t i = 0; i < shorter.size(); ++i) {
            std::u32string other = shorter;
            other.insert(i, 1, shorter[i]);
            if (other == longer) {
                return true;
            }
        }
        return false;
    };
    return doubles(typed, meant) || doubles(meant, typed);
}

/// The one word that a text is, as the index has it; "" where it is several or none.
std::string form_of(const std::string& written) {
    text::AnalysedText text;
    text::analyse_query(text::WordForms::built_in(), written, text);
    return text.words.size() == 1 ? std::string(text.view(text.words[0])) : "";
}

using Join = std::pair<std::string, std::vector<std::string>>;

/// The words that are looked for with two of them put together, or one with a function word next to it: each joined
/// word and all words of that reading.
std::vector<Join> joins_of(const std::string& typed, bool with_stop_words) {
    text::AnalysedText text;
    text::analyse_query(text::WordForms::built_in(), typed, text);
    std::vector<std::pair<std::string, bool>> words;
    for (const text::Word& word : text.words) {
        words.emplace_back(text.view(word), word.kind == text::WordKind::plain);
    }
    if (std::none_of(words.begin(), words.end(), [](const auto& word) { return word.second; })) {
        for (auto& word : words) {
            word.second = true;
        }
    }
    if (!with_stop_words) {
        words.erase(std::remove_if(words.begin(), words.end(), [](const auto& word) { return !word.second; }),
                    words.end());
    }
    std::vector<Join> out;
    std::ptrdiff_t plain_before = 0;
    for (std::size_t i = 0; i + 1 < words.size() && plain_before < 8; plain_before += words[i++].second ? 1 : 0) {
        if (with_stop_words == (words[i].second == words[i + 1].second)) {
            continue;
        }
        auto joined = words;
        joined[i] = {form_of(words[i].first + words[i + 1].first), true};
        joined.erase(joined.begin() + static_cast<std::ptrdiff_t>(i) + 1);
        out.emplace_back(joined[i].first, std::vector<std::string>());
        for (const auto& [word, is_used] : joined) {
            if (is_used) {
                out.back().second.push_back(word);
            }
        }
    }
    return out;
}

}  // namespace

SearchOracle::Words SearchOracle::meanings(const Lists& lists, const std::string& typed) const {
    struct Meaning {
        unsigned distance;
        bool no_slip;
        std::size_t missing_documents;  // greatest minus documents: more is worse
        std::string word;
        bool operator<(const Meaning& other) const {
            return std::tie(distance, no_slip, missing_documents, word) <
                   std::tie(other.distance, other.no_slip, other.missing_documents, other.word);
        }
    };
    const std::u32string letters = letters_of(typed);
    std::vector<Meaning> found;
    if (!format::belongs_to_vocabulary(typed) || find(words_, typed) != nullptr) {
        return {};
    }
    const unsigned allowed = letters.size() >= 8 ? 2 : 1;
    for (const auto& [word, list] : lists) {
        if (!format::belongs_to_vocabulary(word) || word.size() > typed.size() + 8 || typed.size() > word.size() + 8) {
            continue;
        }
        const std::u32string meant = letters_of(word);
        const unsigned distance = edit_distance(letters, meant);
        if (distance <= (letters[0] == meant[0] ? allowed : 1)) {
            const bool slip = distance == 1 && is_slip(letters, meant);
            found.push_back({distance, !slip, documents_.size() - list.postings.size(), word});
        }
    }
    std::sort(found.begin(), found.end());
    Words out;
    for (const Meaning& meaning : found) {
        out.push_back(meaning.word);
    }
    out.resize(std::min<std::size_t>(out.size(), 4));
    return out;
}

/// All readings with all words but the typed one, in the order in which they are tried.
std::vector<SearchOracle::OtherReading> SearchOracle::readings(const SearchQuery& query, const Texts& typed,
                                                               Texts& likeliest) const {
    std::vector<OtherReading> out;
    likeliest = typed;
    struct Side {
        const Lists& lists;
        Words Texts::*words;
        const std::string& text;
    };
    const Side sides[] = {{words_, &Texts::query, query.query}, {name_words_, &Texts::store_name, query.store_name}};
    struct Missing {
        const Side* side;
        std::string word;
        Words meanings;
    };
    std::vector<Missing> missing;
    for (const Side& side : sides) {
        std::set<std::string> seen;
        for (const std::string& word : typed.*side.words) {
            if (find(side.lists, word) == nullptr && seen.insert(word).second) {
                missing.push_back({&side, word, missing.size() < 8 ? meanings(side.lists, word) : Words()});
            }
        }
    }
    const auto distinct = [](const Words& words) { return std::set<std::string>(words.begin(), words.end()).size(); };
    if (missing.empty() && distinct(typed.query) < 2 && distinct(typed.store_name) < 2) {
        return {};  // one word that exists is meant
    }
    for (const bool with_stop_words : {false, true}) {
        for (const Side& side : sides) {
            for (const auto& [word, words] : joins_of(side.text, with_stop_words)) {
                if (find(side.lists, word) != nullptr) {
                    out.push_back({Reading::joined, typed});
                    out.back().texts.*side.words = words;
                }
            }
        }
    }
    const auto replace = [](Texts& texts, const Missing& what, const std::string& meaning) {
        Words& words = texts.*(what.side->words);
        std::replace(words.begin(), words.end(), what.word, meaning);
    };
    const std::size_t choices = missing.size() <= 2 ? 4 : missing.size() <= 4 ? 2 : 1;
    std::vector<Texts> corrected = {typed};
    for (const Missing& what : missing) {
        std::vector<Texts> next;
        for (const Texts& texts : corrected) {
            for (std::size_t i = 0; i < what.meanings.size() && i < choices; ++i) {
                next.push_back(texts);
                replace(next.back(), what, what.meanings[i]);
            }
        }
        corrected = next;
        if (!what.meanings.empty()) {
            replace(likeliest, what, what.meanings[0]);
        }
    }
    if (!missing.empty()) {
        for (const Texts& texts : corrected) {
            out.push_back({Reading::corrected, texts});
        }
    }
    struct Rarest {
        const Side* side = nullptr;
        std::string word;
        std::size_t documents = 0;
    };
    Rarest rarest;
    for (const Side& side : sides) {
        for (const std::string& word : typed.*side.words) {
            const List* list = find(side.lists, word);
            const std::size_t documents = list == nullptr ? 0 : list->postings.size();
            if (rarest.side == nullptr || documents < rarest.documents) {
                rarest = {&side, word, documents};
            }
        }
    }
    if (missing.size() < 2 && format::belongs_to_vocabulary(rarest.word)) {
        const std::u32string letters = letters_of(rarest.word);
        std::size_t splits = 0;
        std::size_t cut = 0;
        for (std::size_t half = 1; half + 2 <= letters.size() && splits < 4; ++half) {
            next_code_point(rarest.word, cut);
            const std::string first = form_of(rarest.word.substr(0, cut));
            const std::string second = form_of(rarest.word.substr(cut));
            const Lists& lists = rarest.side->lists;
            if (half < 2 || find(lists, first) == nullptr || find(lists, second) == nullptr) {
                continue;
            }
            ++splits;
            Texts split = typed;
            Words& words = split.*(rarest.side->words);
            const auto place = std::find(words.begin(), words.end(), rarest.word);
            *place = second;
            words.insert(place, first);
            out.push_back({Reading::split, split});
        }
    }
    return out;
}

}  // namespace bizrec::search::testing

#include <algorithm>
#include <tuple>

#include "bizrec/base/utf8.hpp"
#include "bizrec/format/vocabulary.hpp"
#include "bizrec/query/place_reading.hpp"
#include "bizrec/text/analyser.hpp"
#include "bizrec/text/word_forms.hpp"
#include "t/unit/query/edit_distance.hpp"
#include "t/unit/query/search_oracle.hpp"

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

std::uint32_t SearchOracle::impact_in(const List* list, std::uint32_t docid) {
    if (list == nullptr) {
        return 0;
    }
    const auto found = std::find_if(list->postings.begin(), list->postings.end(),
                                    [docid](const Posting& posting) { return posting.docid == docid; });
    return found == list->postings.end() ? 0 : found->impact;
}

SearchOracle::Words SearchOracle::joined_name(const SearchQuery& query, const Conditions& conditions,
                                              const Texts& typed) const {
    const auto of_street = [this](const std::string& word) -> std::uint32_t {
        format::Occurrences street;
        street.street = 1;
        return format::impact(format::saturation(street, {}, statistics_), find(words_, word)->idf,
                              format::Whole::neither, false);
    };
    const auto is_number = [](const std::string& word) {
        return std::all_of(word.begin(), word.end(), [](char c) { return c >= '0' && c <= '9'; });
    };
    const auto hits = [&](const Texts& texts) {
        SearchAnswer answer;
        rank(query, conditions, texts, false, answer);
        return answer.rows;
    };
    const std::vector<SearchRow> as_typed = hits(typed);
    const std::vector<Join> joins = joins_of(query.query, false);
    for (std::size_t i = 0; i < joins.size() && !as_typed.empty(); ++i) {
        const std::string &left = typed.query[i], &right = typed.query[i + 1];
        const List* named = find(name_words_, joins[i].first);
        const bool is_by_street = std::all_of(as_typed.begin(), as_typed.end(), [&, this](const SearchRow& row) {
            return impact_in(find(words_, left), row.docid) <= of_street(left) &&
                   impact_in(find(words_, right), row.docid) <= of_street(right);
        });
        if (named == nullptr || left == right || (is_number(left) && is_number(right)) || !is_by_street) {
            continue;
        }
        const std::vector<SearchRow> joined = hits({joins[i].second, typed.store_name});
        if (std::any_of(joined.begin(), joined.end(),
                        [&](const SearchRow& row) { return impact_in(named, row.docid) != 0; })) {
            return joins[i].second;
        }
    }
    return {};
}

std::vector<SearchOracle::Meaning> SearchOracle::meanings(const Lists& lists, const std::string& typed) const {
    struct Candidate {
        unsigned distance;
        bool no_slip;
        std::size_t missing_documents;  // greatest minus documents: more is worse
        std::string word;
        std::uint32_t idf;
        bool operator<(const Candidate& other) const {
            return std::tie(distance, no_slip, missing_documents, word) <
                   std::tie(other.distance, other.no_slip, other.missing_documents, other.word);
        }
    };
    const std::u32string letters = letters_of(typed);
    std::vector<Candidate> found;
    if (!format::belongs_to_vocabulary(typed) || (find(lists, typed) == nullptr && find(words_, typed) != nullptr)) {
        return {};
    }
    const unsigned allowed = letters.size() >= 6 ? 2 : 1;
    for (const auto& [word, list] : lists) {
        if (word == typed || !format::belongs_to_vocabulary(word) || word.size() > typed.size() + 8 ||
            typed.size() > word.size() + 8) {
            continue;
        }
        const std::u32string meant = letters_of(word);
        const unsigned distance = edit_distance(letters, meant);
        if (distance <= (letters[0] == meant[0] ? allowed : 1)) {
            const bool slip = distance == 1 && is_slip(letters, meant);
            found.push_back({distance, !slip, documents_.size() - list.postings.size(), word, list.idf});
        }
    }
    std::sort(found.begin(), found.end());
    found.resize(std::min<std::size_t>(found.size(), 24));
    std::vector<Meaning> out;
    for (const Candidate& each : found) {
        std::uint32_t least = each.idf;
        for (const Candidate& other : found) {
            if ((other.distance > 1) == (each.distance > 1)) {
                least = std::min(least, other.idf);
            }
        }
        const std::uint32_t likelihood = each.distance > 1 ? 128 : each.no_slip ? 192 : 208;
        out.push_back({each.word, std::max(likelihood * least / std::max(each.idf, 1U), 1U)});
    }
    return out;
}

std::set<std::string> SearchOracle::words_of_place(const SearchQuery& query, const Words& typed) const {
    QueryWords words;
    PlaceReading place;
    words.analyse(generation_.rules().words, query.query, query.store_name);
    words.ask(generation_, words.typed());
    words.read(generation_);
    if (!place.find(generation_, query, words, PlaceReading::Cities::any) || place.rest().empty()) {
        return {};
    }
    const Words rest = looked_for(place.rest());
    std::set<std::string> out;
    for (const std::string& word : rest.empty() ? Words() : typed) {
        if (std::find(rest.begin(), rest.end(), word) == rest.end()) {
            out.insert(word);
        }
    }
    return out;
}

/// All ways to write a word as several, each tried; the four likeliest.
std::vector<SearchOracle::Words> SearchOracle::cuts(const Lists& lists, const std::string& word) const {
    struct Way {
        std::uint32_t cost = 0;
        std::vector<std::size_t> begins;  // of the last piece first
        Words all, plain;
        bool operator<(const Way& other) const { return std::tie(cost, begins) < std::tie(other.cost, other.begins); }
    };
    std::vector<std::size_t> ends = {0};
    for (std::size_t at = 0; at < word.size();) {
        next_code_point(word, at);
        ends.push_back(at);
    }
    const std::size_t letters = ends.size() - 1;
    std::vector<std::vector<Way>> ways(letters + 1);
    ways[0].push_back({});
    for (std::size_t end = 2; letters >= 4 && end <= letters; ++end) {
        for (std::size_t begin = end > 20 ? end - 20 : 0; begin + 2 <= end; ++begin) {
            const std::string written = word.substr(ends[begin], ends[end] - ends[begin]);
            const std::string form = find(lists, written) != nullptr ? written
                                     : end - begin > 2               ? form_of(written)
                                                                     : "";
            const List* list = find(lists, form);
            if (list == nullptr || end - begin == letters) {
                continue;
            }
            for (Way way : ways[begin]) {
                way.cost += list->idf + 640U + (end - begin == 2 ? 400U : 0U);
                way.begins.insert(way.begins.begin(), begin);
                way.all.push_back(form);
                if (!text::WordForms::built_in().find(form).is_stop) {
                    way.plain.push_back(form);
                }
                ways[end].push_back(way);
            }
        }
    }
    std::sort(ways[letters].begin(), ways[letters].end());
    std::vector<Words> out;
    for (const Way& way : ways[letters]) {
        out.push_back(way.plain.empty() ? way.all : way.plain);
    }
    out.resize(std::min<std::size_t>(out.size(), 4));
    return out;
}

/// Of all documents, the one whose words and meanings are worth most.
SearchOracle::Combinations SearchOracle::combinations(const SearchQuery& query, const Conditions& conditions,
                                                      const Texts& typed, const std::vector<TypedWord>& words,
                                                      std::size_t varied, bool left_out) const {
    Combinations out;
    const auto existing = static_cast<std::size_t>(
        std::count_if(words.begin(), words.end(), [](const TypedWord& word) { return word.exists; }));
    const std::size_t others = std::max<std::size_t>(varied, left_out ? 1 : 0);
    if (others != 0 && existing <= others) {
        return out;
    }
    std::map<std::pair<Words, Words>, std::vector<std::uint32_t>> wholes;
    std::map<const List*, std::map<std::uint32_t, std::uint32_t>> impacts;
    const auto impact = [&impacts](const List* list, std::uint32_t docid) {
        if (list == nullptr) {
            return 0U;
        }
        auto& of_list = impacts[list];
        if (of_list.empty()) {
            for (const Posting& posting : list->postings) {
                of_list[posting.docid] = posting.impact;
            }
        }
        const auto found = of_list.find(docid);
        return found == of_list.end() ? 0U : found->second;
    };
    for (const std::uint32_t docid : conditions.docids) {
        const auto tags = conditions.tag_evidence.find(docid);
        if (!query.tags.empty() && tags == conditions.tag_evidence.end()) {
            continue;
        }
        Combination here;
        std::map<std::pair<bool, std::string>, std::string> meant;
        std::vector<std::size_t> lacking;
        here.worth = query.tags.empty() ? 0 : 256 * tags->second;
        for (std::size_t i = 0; i < words.size(); ++i) {
            const TypedWord& word = words[i];
            std::uint64_t most = 256 * impact(find(*word.lists, word.typed), docid);
            if (most == 0) {
                here.varied += word.exists ? 1 : 0;
                for (const Meaning& meaning : word.exists&& varied == 0 ? std::vector<Meaning>() : word.meanings) {
                    const std::uint64_t worth = meaning.weight * impact(find(*word.lists, meaning.word), docid);
                    if (worth > most) {
                        most = worth;
                        meant[{word.factor == 1, word.typed}] = meaning.word;
                    }
                }
                if (most == 0) {
                    here.varied -= word.exists ? 1 : 0;
                    meant[{word.factor == 1, word.typed}] = "";
                    lacking.push_back(i);
                }
            }
            here.worth += most * word.factor;
        }
        if (lacking.empty() ? here.varied > varied : !left_out || lacking.size() > 1 || here.varied != 0) {
            continue;
        }
        const auto is_of_same_text = [&](const TypedWord& word) {
            return !lacking.empty() && word.factor == words[lacking[0]].factor;
        };
        if (std::count_if(words.begin(), words.end(), is_of_same_text) == 1) {
            continue;  // no text is left out whole
        }
        out.lacking.insert(lacking.begin(), lacking.end());
        for (const auto side : {&Texts::query, &Texts::store_name}) {
            for (const std::string& word : typed.*side) {
                const auto found = meant.find({side == &Texts::query, word});
                if (found == meant.end() || !found->second.empty()) {
                    (here.texts.*side).push_back(found == meant.end() ? word : found->second);
                }
            }
        }
        std::vector<std::uint32_t>& greatest = wholes[{here.texts.query, here.texts.store_name}];
        if (greatest.empty()) {
            greatest.resize(documents_.size());
            add_exact_matches(here.texts.query, true, greatest);
            add_exact_matches(here.texts.store_name, false, greatest);
        }
        here.worth += 256 * greatest[docid];
        here.is_found = true;
        Combination& best = lacking.empty() ? out.all : out.most;
        if (!best.is_found || here.varied < best.varied || (here.varied == best.varied && here.worth > best.worth)) {
            best = here;
        }
    }
    return out;
}

/// One or two words that exist read as their neighbours; or one left out.
void SearchOracle::add_neighbours(const SearchQuery& query, const Conditions& conditions, const Texts& typed,
                                  std::vector<TypedWord> words, std::vector<OtherReading>& out) const {
    const auto existing = std::count_if(words.begin(), words.end(), [](const TypedWord& word) { return word.exists; });
    const auto find_meanings = [&](std::size_t i) {
        if (words[i].exists && !words[i].is_kept && i < 12) {
            words[i].meanings = meanings(*words[i].lists, words[i].typed);
        }
    };
    Combinations found;
    if (words.size() >= 3) {
        found = combinations(query, conditions, typed, words, 0, true);
        if (found.most.is_found && existing >= 2) {
            for (const std::size_t i : found.lacking) {
                find_meanings(i);
            }
            found = combinations(query, conditions, typed, words, 1, true);
        }
    }
    if (!found.all.is_found && !found.most.is_found && existing >= 2) {
        for (std::size_t i = 0; i < words.size(); ++i) {
            find_meanings(i);
        }
        found = combinations(query, conditions, typed, words, words.size() >= 3 ? 2 : 1, false);
    }
    if (found.all.is_found) {
        out.push_back({Reading::neighbours, found.all.texts});
    }
    if (found.most.is_found && words.size() >= 4) {
        out.push_back({Reading::most_words, found.most.texts});
    }
}

/// All readings with all words but the typed one, in the order in which they are tried.
std::vector<SearchOracle::OtherReading> SearchOracle::readings(const SearchQuery& query, const Conditions& conditions,
                                                               const Texts& typed, Texts& likeliest) const {
    std::vector<OtherReading> out;
    likeliest = typed;
    struct Side {
        const Lists& lists;
        Words Texts::*words;
        const std::string& text;
        std::uint32_t factor;
    };
    const Side sides[] = {{words_, &Texts::query, query.query, 1},
                          {name_words_, &Texts::store_name, query.store_name, 4}};
    const std::set<std::string> of_place = words_of_place(query, typed.query);
    std::vector<TypedWord> words;
    bool any_missing = false, all_have_meanings = true, has_several = false;
    for (const Side& side : sides) {
        std::set<std::string> seen;
        for (const std::string& word : typed.*side.words) {
            if (!seen.insert(word).second) {
                continue;
            }
            const bool exists = find(side.lists, word) != nullptr;
            const bool is_kept = exists && side.factor == 1 && of_place.count(word) != 0;
            words.push_back({side.words, &side.lists, side.factor, word, exists, is_kept, {}});
            if (!exists) {
                any_missing = true;
                words.back().meanings = words.size() <= 12 ? meanings(side.lists, word) : std::vector<Meaning>();
                all_have_meanings = all_have_meanings && !words.back().meanings.empty();
            }
        }
        has_several = has_several || seen.size() > 1;
    }
    if (!any_missing && !has_several) {
        return {};  // one word that exists is meant
    }
    for (const bool with_stop_words : {false, true}) {
        for (const Side& side : sides) {
            for (const auto& [word, joined] : joins_of(side.text, with_stop_words)) {
                if (find(side.lists, word) != nullptr) {
                    out.push_back({Reading::joined, typed});
                    out.back().texts.*side.words = joined;
                }
            }
        }
    }
    if (any_missing && all_have_meanings) {
        const Combinations corrected = combinations(query, conditions, typed, words, 0, false);
        if (corrected.all.is_found) {
            out.push_back({Reading::corrected, corrected.all.texts});
        }
    }
    const auto put = [](Texts& texts, const TypedWord& word, const Words& meant) {
        Words& all = texts.*(word.words);
        const auto place = std::find(all.begin(), all.end(), word.typed);
        if (place != all.end()) {
            all.insert(all.erase(place), meant.begin(), meant.end());
        }
    };
    const TypedWord* rarest = nullptr;
    const auto documents = [&](const TypedWord& word) {
        return word.exists ? find(*word.lists, word.typed)->postings.size() : 0;
    };
    for (const TypedWord& word : words) {
        rarest = rarest == nullptr || documents(word) < documents(*rarest) ? &word : rarest;
    }
    if (rarest->is_kept) {
        rarest = nullptr;
        for (std::size_t i = 0; i < std::min<std::size_t>(words.size(), 12); ++i) {
            if (!words[i].is_kept && (rarest == nullptr || documents(words[i]) < documents(*rarest))) {
                rarest = &words[i];
            }
        }
    }
    std::vector<std::pair<const TypedWord*, std::vector<Words>>> glued;
    for (std::size_t i = 0; i < words.size(); ++i) {
        if (any_missing ? !words[i].exists && i < 12 : &words[i] == rarest) {
            const std::vector<Words> ways = cuts(*words[i].lists, words[i].typed);
            if (!ways.empty()) {
                glued.emplace_back(&words[i], ways);
            }
        }
    }
    for (std::size_t way = 0; !glued.empty() && way < (glued.size() == 1 ? glued[0].second.size() : 1); ++way) {
        Texts split = typed;
        for (const auto& [word, ways] : glued) {
            put(split, *word, ways[way]);
        }
        out.push_back({Reading::split, split});
    }
    if (has_several) {
        add_neighbours(query, conditions, typed, words, out);
    }
    for (const auto& [word, ways] : glued) {
        if (!word->exists && word->meanings.empty() && ways[0].size() * 3 <= word->typed.size()) {
            put(likeliest, *word, ways[0]);
        }
    }
    for (const TypedWord& word : words) {
        if (!word.exists && !word.meanings.empty()) {
            std::replace((likeliest.*word.words).begin(), (likeliest.*word.words).end(), word.typed,
                         word.meanings[0].word);
        }
    }
    return out;
}

}  // namespace bizrec::search::testing

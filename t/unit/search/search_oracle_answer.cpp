#include <algorithm>
#include <tuple>

#include "bizrec/format/vocabulary.hpp"
#include "bizrec/text/analyser.hpp"
#include "bizrec/text/code_points.hpp"
#include "search_oracle.hpp"

/// From lists to answers.
namespace bizrec::search::testing {

namespace {

using text::WordKind;

/// The words of a text that a request looks for.
std::vector<std::string> looked_for(const std::string& typed) {
    text::AnalysedText text;
    text::analyse_query(typed, text);
    std::vector<std::string> plain, all;
    for (const text::Word& word : text.words) {
        all.emplace_back(text.view(word));
        if (word.kind == WordKind::plain) {
            plain.emplace_back(text.view(word));
        }
    }
    return plain.empty() ? all : plain;
}

std::u32string letters_of(const std::string& word) {
    std::u32string out;
    for (std::size_t at = 0; at < word.size();) {
        out += text::next_code_point(word, at);
    }
    return out;
}

unsigned edits_between(const std::u32string& a, const std::u32string& b) {
    std::vector<std::vector<unsigned>> table(a.size() + 1, std::vector<unsigned>(b.size() + 1));
    for (std::size_t i = 0; i <= a.size(); ++i) {
        for (std::size_t j = 0; j <= b.size(); ++j) {
            if (i == 0 || j == 0) {
                table[i][j] = static_cast<unsigned>(i + j);
                continue;
            }
            table[i][j] = std::min(
                {table[i - 1][j] + 1, table[i][j - 1] + 1, table[i - 1][j - 1] + (a[i - 1] == b[j - 1] ? 0U : 1U)});
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) {
                table[i][j] = std::min(table[i][j], table[i - 2][j - 2] + 1);
            }
        }
    }
    return table[a.size()][b.size()];
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

std::string join(const std::vector<std::string>& words, std::size_t from, std::size_t to) {
    std::string out;
    for (std::size_t i = from; i < to; ++i) {
        out += (i == from ? "" : " ") + words[i];
    }
    return out;
}

}  // namespace

/// What holds whatever the words are.
struct SearchOracle::Conditions {
    std::vector<std::uint32_t> docids;
    std::vector<std::pair<std::uint32_t, std::set<std::uint32_t>>> boosts;  // evidence, documents
    std::map<std::uint32_t, std::uint32_t> tag_evidence;                    // by document
};

const SearchOracle::List* SearchOracle::find(const Lists& lists, const std::string& key) const {
    const auto found = lists.find(key);
    return found == lists.end() ? nullptr : &found->second;
}

std::vector<std::uint32_t> SearchOracle::allowed(const SearchQuery& query) const {
    EnrichQuery anybody;
    anybody.has_profile = true;
    anybody.profile.kind = identity::Kind::social;
    anybody.profile.key = everybody;
    anybody.locations = query.locations;
    anybody.limit = UINT32_MAX;
    std::set<std::uint32_t> placed;
    for (const EnrichRow& row : places_.answer(anybody).rows) {
        placed.insert(row.docid);
    }
    for (const std::string& keyword : query.exclude_keywords) {
        for (const std::uint32_t docid : holders_of_all(keyword)) {
            placed.erase(docid);
        }
    }
    std::vector<std::uint32_t> out;
    for (const std::uint32_t docid : placed) {
        if (passes(query, documents_[docid]) && !is_excluded(query, documents_[docid])) {
            out.push_back(docid);
        }
    }
    return out;
}

bool SearchOracle::passes(const SearchQuery& query, const Document& document) const {
    const ColumnBounds& bounds = query.bounds;
    const builder::Record& record = document.record;
    const auto within = [](bool given, auto value, auto missing, auto least, auto most) {
        return !given || (value != missing && value >= least && value <= most);
    };
    return within(bounds.by_locations, record.num_stores, format::missing_count, bounds.least_locations,
                  bounds.most_locations) &&
           within(bounds.by_reviews, record.reviews, format::missing_count, bounds.least_reviews,
                  bounds.most_reviews) &&
           within(bounds.by_rating, record.rating, format::missing_rating, bounds.least_rating, bounds.most_rating) &&
           within(bounds.by_tier, record.price_tier, format::missing_tier, bounds.least_tier, bounds.most_tier) &&
           within(bounds.by_opened, record.opened, format::missing_time, bounds.opened_from, bounds.opened_to) &&
           within(bounds.by_refreshed, record.refreshed, format::missing_time, bounds.refreshed_from,
                  bounds.refreshed_to) &&
           (bounds.ownerships == 0 || (bounds.ownerships >> static_cast<unsigned>(record.ownership) & 1U) != 0) &&
           (record.flags & bounds.flags_wanted) == bounds.flags_wanted && (record.flags & bounds.flags_unwanted) == 0;
}

bool SearchOracle::is_excluded(const SearchQuery& query, const Document& document) const {
    return std::any_of(query.excluded_keys.begin(), query.excluded_keys.end(), [&](const std::string& key) {
        const OracleDocument& identity = *document.identity;
        return identity.has_key(key) &&
               (places_.shared_keys.count(key) == 0 || (identity.host == key && identity.path.empty()));
    });
}

std::set<std::uint32_t> SearchOracle::holders_of_all(const std::string& keyword) const {
    const Words words = looked_for(keyword);
    std::map<std::uint32_t, std::size_t> held;
    const std::set<std::string> distinct(words.begin(), words.end());
    for (const std::string& word : distinct) {
        if (const List* list = find(words_, word)) {
            for (const Posting& posting : list->postings) {
                ++held[posting.docid];
            }
        }
    }
    std::set<std::uint32_t> out;
    for (const auto& [docid, count] : held) {
        if (count == distinct.size()) {
            out.insert(docid);
        }
    }
    return out;
}

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
        const unsigned distance = edits_between(letters, meant);
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
std::vector<SearchOracle::Texts> SearchOracle::readings(const Texts& typed, Texts& likeliest) const {
    std::vector<Texts> out;
    likeliest = typed;
    struct Side {
        const Lists& lists;
        Words Texts::*words;
    };
    const Side sides[] = {{words_, &Texts::query}, {name_words_, &Texts::store_name}};
    for (const Side& side : sides) {
        const Words& words = typed.*side.words;
        for (std::size_t i = 0; i + 1 < words.size() && i < 8; ++i) {
            if (find(side.lists, words[i] + words[i + 1]) != nullptr) {
                Texts joined = typed;
                (joined.*side.words)[i] += words[i + 1];
                (joined.*side.words).erase((joined.*side.words).begin() + static_cast<std::ptrdiff_t>(i) + 1);
                out.push_back(joined);
            }
        }
    }
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
        out.insert(out.end(), corrected.begin(), corrected.end());
    }
    if (missing.size() == 1 && format::belongs_to_vocabulary(missing[0].word)) {
        const std::u32string letters = letters_of(missing[0].word);
        std::size_t splits = 0;
        std::size_t cut = 0;
        for (std::size_t half = 1; half + 2 <= letters.size() && splits < 4; ++half) {
            text::next_code_point(missing[0].word, cut);
            const std::string first = missing[0].word.substr(0, cut);
            const std::string second = missing[0].word.substr(cut);
            const Lists& lists = missing[0].side->lists;
            if (half < 2 || find(lists, first) == nullptr || find(lists, second) == nullptr) {
                continue;
            }
            ++splits;
            Texts split = typed;
            Words& words = split.*(missing[0].side->words);
            const auto place = std::find(words.begin(), words.end(), missing[0].word);
            *place = second;
            words.insert(place, first);
            out.push_back(split);
        }
    }
    return out;
}

void SearchOracle::add_wholes(const Words& words, bool is_query, std::vector<std::uint32_t>& greatest) const {
    const auto offer = [&](std::size_t from, std::size_t to) {
        std::uint64_t sum = 0;
        for (std::size_t i = from; i < to; ++i) {
            const List* list = find(is_query ? words_ : name_words_, words[i]);
            sum += list == nullptr ? 0U : list->idf;
        }
        const std::string key = join(words, from, to);
        const auto give = [&](const List* list, unsigned sixteenths) {
            if (list != nullptr) {
                for (const Posting& posting : list->postings) {
                    const std::uint64_t evidence = sum * sixteenths * (is_query ? 1U : 4U) / 256;
                    greatest[posting.docid] = std::max(greatest[posting.docid], static_cast<std::uint32_t>(evidence));
                }
            }
        };
        give(find(whole_names_, key), format::whole_name_sixteenths);
        if (is_query) {
            give(find(labels_, key), format::whole_label_sixteenths);
        }
    };
    for (std::size_t from = 0; from < words.size(); ++from) {
        for (std::size_t to = from + 2; to <= words.size(); ++to) {
            const bool whole = from == 0 && to == words.size();
            const bool end = (from == 0 || to == words.size()) && to - from <= 8;
            if (whole || end) {
                offer(from, to);
            }
        }
    }
}

bool SearchOracle::rank(const SearchQuery& query, const Conditions& conditions, const Texts& texts, bool any_word,
                        SearchAnswer& answer) const {
    std::vector<std::uint32_t> evidence(documents_.size()), wholes(documents_.size());
    std::vector<bool> holds(documents_.size(), true);
    for (const bool is_query : {true, false}) {
        const Words& words = is_query ? texts.query : texts.store_name;
        if (words.empty()) {
            continue;
        }
        const std::set<std::string> distinct(words.begin(), words.end());
        std::vector<std::size_t> held(documents_.size());
        for (const std::string& word : distinct) {
            if (const List* list = find(is_query ? words_ : name_words_, word)) {
                for (const Posting& posting : list->postings) {
                    ++held[posting.docid];
                    evidence[posting.docid] += posting.impact * (is_query ? 1U : 4U);
                }
            }
        }
        for (std::size_t docid = 0; docid < held.size(); ++docid) {
            holds[docid] = holds[docid] && held[docid] >= (any_word ? 1 : distinct.size());
        }
        add_wholes(words, is_query, wholes);
    }
    const std::uint32_t base = texts.query.empty() && texts.store_name.empty() ? 1 : 0;
    answer.rows.clear();
    for (const std::uint32_t docid : conditions.docids) {
        const auto tags = conditions.tag_evidence.find(docid);
        if (!holds[docid] || (!query.tags.empty() && tags == conditions.tag_evidence.end())) {
            continue;
        }
        std::uint32_t sum = base + evidence[docid] + wholes[docid] + (query.tags.empty() ? 0 : tags->second);
        for (const auto& [worth, holders] : conditions.boosts) {
            sum += holders.count(docid) != 0 ? worth : 0;
        }
        answer.rows.push_back({docid, format::search_score(sum, documents_[docid].record.quality)});
    }
    std::sort(answer.rows.begin(), answer.rows.end(), [](const SearchRow& a, const SearchRow& b) {
        return a.score > b.score || (a.score == b.score && a.docid < b.docid);
    });
    return !answer.rows.empty();
}

SearchAnswer SearchOracle::answer(const SearchQuery& query) const {
    SearchAnswer answer;
    const Texts typed = {looked_for(query.query), looked_for(query.store_name)};
    if ((!query.query.empty() && typed.query.empty()) || (!query.store_name.empty() && typed.store_name.empty())) {
        return answer;
    }
    Conditions conditions;
    conditions.docids = allowed(query);
    std::set<std::string> tags;
    for (const std::string& tag : query.tags) {
        const Words words = looked_for(tag);
        const std::string key = join(words, 0, words.size());
        const List* list = find(labels_, key);
        if (list == nullptr || !tags.insert(key).second) {
            continue;
        }
        for (const Posting& posting : list->postings) {
            conditions.tag_evidence[posting.docid] += 16U * std::clamp(list->idf / 16U, 1U, 255U);
        }
    }
    std::set<std::set<std::string>> keywords;
    for (const std::string& keyword : query.include_keywords) {
        const Words words = looked_for(keyword);
        const std::set<std::string> distinct(words.begin(), words.end());
        if (!keywords.insert(distinct).second) {
            continue;
        }
        std::uint32_t idf = 0;
        for (const std::string& word : distinct) {
            const List* list = find(words_, word);
            idf += list == nullptr ? 0U : list->idf;
        }
        conditions.boosts.emplace_back(std::max(idf / 32, 1U), holders_of_all(keyword));
    }

    if (rank(query, conditions, typed, false, answer) || (typed.query.empty() && typed.store_name.empty())) {
        return answer;
    }
    Texts likeliest;
    answer.reading = Reading::corrected;
    for (const Texts& texts : readings(typed, likeliest)) {
        if (rank(query, conditions, texts, false, answer)) {
            return answer;
        }
    }
    answer.reading = Reading::any_word;
    text::AnalysedText text;
    text::analyse_query(query.query, text);
    std::set<std::string> stop_words;
    bool has_plain = false;
    for (const text::Word& word : text.words) {
        if (word.kind == text::WordKind::stop) {
            stop_words.emplace(text.view(word));
        } else {
            has_plain = true;
        }
    }
    if (!has_plain) {
        stop_words.clear();
    }
    for (const std::string& word : stop_words) {
        if (const List* list = find(words_, word)) {
            std::set<std::uint32_t> holders;
            for (const Posting& posting : list->postings) {
                holders.insert(posting.docid);
            }
            conditions.boosts.emplace_back(std::max(list->idf * 3U / 64U, 1U), holders);
        }
    }
    rank(query, conditions, likeliest, true, answer);
    return answer;
}

}  // namespace bizrec::search::testing

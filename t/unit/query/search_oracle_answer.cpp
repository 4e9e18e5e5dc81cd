#include <algorithm>
#include <iterator>

#include "bizrec/lookup/boosts.hpp"
#include "bizrec/lookup/other_spaces.hpp"
#include "bizrec/text/analyser.hpp"
#include "bizrec/text/word_forms.hpp"
#include "t/unit/query/search_oracle.hpp"

/// Second half of the oracle: from lists to answers.
namespace bizrec::search::testing {

namespace {

using text::WordKind;

std::string join(const std::vector<std::string>& words, std::size_t from, std::size_t to) {
    std::string out;
    for (std::size_t i = from; i < to; ++i) {
        out += (i == from ? "" : " ") + words[i];
    }
    return out;
}

}  // namespace

SearchOracle::Words SearchOracle::looked_for(const std::string& typed) {
    text::AnalysedText text;
    text::analyse_query(text::WordForms::built_in(), typed, text);
    Words plain, all;
    for (const text::Word& word : text.words) {
        all.emplace_back(text.view(word));
        if (word.kind == WordKind::plain) {
            plain.emplace_back(text.view(word));
        }
    }
    return plain.empty() ? all : plain;
}

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
        const Document& document = documents_[docid];
        if (passes(query, document) && !belongs_to(query.excluded_domains, document) &&
            (!query.by_included_domains || belongs_to(query.included_domains, document))) {
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
    return within(bounds.num_stores.given, record.num_stores, format::missing_count, bounds.num_stores.min,
                  bounds.num_stores.max) &&
           within(bounds.reviews.given, record.reviews, format::missing_count, bounds.reviews.min,
                  bounds.reviews.max) &&
           within(bounds.rating.given, record.rating, format::missing_rating, bounds.rating.min, bounds.rating.max) &&
           within(bounds.price_tier.given, record.price_tier, format::missing_tier, bounds.price_tier.min,
                  bounds.price_tier.max) &&
           within(bounds.opened.given, record.opened, format::missing_time, bounds.opened.min, bounds.opened.max) &&
           within(bounds.refreshed.given, record.refreshed, format::missing_time, bounds.refreshed.min,
                  bounds.refreshed.max) &&
           (bounds.ownership.allowed == 0 ||
            (bounds.ownership.allowed >> static_cast<unsigned>(record.ownership) & 1U) != 0) &&
           (record.flags & bounds.flags.wanted) == bounds.flags.wanted && (record.flags & bounds.flags.unwanted) == 0;
}

bool SearchOracle::belongs_to(const std::vector<RootDomain>& domains, const Document& document) const {
    const OracleDocument& identity = *document.identity;
    std::string page;
    format::page_key(identity.host, identity.path, page);
    return std::any_of(domains.begin(), domains.end(), [&](const RootDomain& domain) {
        const bool of_page = domain.page_alone || places_.shared_keys.count(domain.key) != 0;
        if (!domain.page_alone && places_.tenant_keys.count(domain.key) != 0) {
            const std::string host = domain.page.substr(2, domain.page.find('/') - 2);
            return identity.has_key(domain.key) && places_.is_of_tenant(identity, domain.key, host);
        }
        return identity.has_key(domain.key) && (!of_page || (!identity.host.empty() && domain.page == page));
    });
}

std::set<std::uint32_t> SearchOracle::holders_of(const Lists& lists, const Words& words) const {
    std::map<std::uint32_t, std::size_t> held;
    const std::set<std::string> distinct(words.begin(), words.end());
    for (const std::string& word : distinct) {
        if (const List* list = find(lists, word)) {
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

std::set<std::uint32_t> SearchOracle::holders_of_all(const std::string& keyword) const {
    return holders_of(words_, looked_for(keyword));
}

void SearchOracle::add_exact_matches(const Words& words, bool is_query, std::vector<std::uint32_t>& greatest) const {
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
        give(find(whole_names_, key),
             to - from == words.size() ? format::whole_text_sixteenths : format::whole_name_sixteenths);
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

/// One clause for each distinct word; an empty clause if no record has the word.
std::vector<SearchOracle::Clause> SearchOracle::clauses_of(const Words& words, bool is_query, bool any_word) const {
    std::vector<Clause> clauses;
    for (const std::string& word : std::set<std::string>(words.begin(), words.end())) {
        const List* list = find(is_query ? words_ : name_words_, word);
        const auto times = any_word ? static_cast<std::uint32_t>(std::count(words.begin(), words.end(), word)) : 1U;
        clauses.push_back(list == nullptr ? Clause() : Clause{{list, times}});
    }
    return clauses;
}

/// Whether the first four records of the joined word also have both separate words.
bool SearchOracle::hold_both(const List& joined, const List& one, const List& other) const {
    const auto docids = [](const List& list) {
        std::set<std::uint32_t> out;
        for (const Posting& posting : list.postings) {
            out.insert(posting.docid);
        }
        return out;
    };
    const std::set<std::uint32_t> all = docids(joined), of_one = docids(one), of_other = docids(other);
    std::size_t looked = 0;
    for (const std::uint32_t docid : all) {
        if (looked++ == OtherSpaces::sample) {
            break;
        }
        if (of_one.count(docid) == 0 || of_other.count(docid) == 0) {
            return false;
        }
    }
    return true;
}

/// Lets clauses also accept names with other spaces. "zaco vell" then has the clauses (zaco or zacovell) and (vell or
/// zacovell).
void SearchOracle::add_other_spaces(const Words& words, bool is_query, std::vector<Clause>& clauses,
                                    std::vector<std::uint32_t>& greatest) const {
    const Lists& lists = is_query ? words_ : name_words_;
    const std::set<std::string> distinct(words.begin(), words.end());
    std::uint64_t idf = 0;
    for (const std::string& each : words) {
        const List* list = find(lists, each);
        idf += list == nullptr ? 0U : list->idf;
    }
    const bool is_label = is_query && words.size() > 1 && idf * format::whole_label_sixteenths / 256 != 0 &&
                          find(labels_, join(words, 0, words.size())) != nullptr;
    if (is_label || std::any_of(clauses.begin(), clauses.end(), [](const Clause& clause) { return clause.empty(); })) {
        return;
    }
    const auto clause_of = [&](const std::string& word) -> Clause& {
        return clauses[static_cast<std::size_t>(std::distance(distinct.begin(), distinct.find(word)))];
    };
    bool any = false;
    for (std::size_t i = 0; words.size() <= OtherSpaces::max_words && i + 1 < words.size(); ++i) {
        const List* joined = find(name_words_, words[i] + words[i + 1]);
        const List& one = *find(lists, words[i]);
        const List& other = *find(lists, words[i + 1]);
        if (joined != nullptr && words[i] != words[i + 1] &&
            std::min(one.postings.size(), other.postings.size()) <= OtherSpaces::max_records &&
            !hold_both(*joined, one, other) && !holders_of(name_words_, {words[i], words[i + 1]}).empty()) {
            clause_of(words[i]).emplace_back(joined, 1);
            clause_of(words[i + 1]).emplace_back(joined, 1);
            any = true;
        }
    }
    for (Clause& clause : clauses) {
        clause.front().second = any ? 2 : 1;
    }
    const std::string& word = words.front();
    if (words.size() != 1 || word.size() < OtherSpaces::min_apart || word.size() > OtherSpaces::max_apart) {
        return;
    }
    if (find(lists, word)->postings.size() > OtherSpaces::max_records) {
        return;
    }
    const List* whole = nullptr;
    std::size_t best = 0;
    for (std::size_t at = 1; at < word.size(); ++at) {
        const List* list = find(whole_names_, word.substr(0, at) + ' ' + word.substr(at));
        if (list != nullptr && (whole == nullptr || list->postings.size() > whole->postings.size())) {
            whole = list;
            best = at;
        }
    }
    if (whole == nullptr || find(name_words_, word) == nullptr ||
        find(labels_, word.substr(0, best) + ' ' + word.substr(best)) != nullptr) {
        return;
    }
    const List* one = find(lists, word.substr(0, best));
    const List* other = find(lists, word.substr(best));
    if (one == nullptr || other == nullptr) {
        return;
    }
    const List* typed = clauses.front().front().first;
    clauses = {{{typed, 1}, {one, 1}}, {{typed, 1}, {other, 1}}};
    const std::uint64_t sum = std::uint64_t{one->idf} + other->idf;
    for (const Posting& posting : whole->postings) {
        const std::uint64_t evidence = sum * format::whole_text_sixteenths * (is_query ? 1U : 4U) / 256;
        greatest[posting.docid] = std::max(greatest[posting.docid], static_cast<std::uint32_t>(evidence));
    }
}

std::vector<SearchRow> SearchOracle::rows_of(const SearchQuery& query, const OracleReading& reading) const {
    Conditions conditions = conditions_of(query);
    if (reading.function_words) {
        add_function_words(query, conditions);
    }
    add_preference(reading, conditions);
    std::vector<std::uint32_t> evidence(documents_.size()), exact_matches(documents_.size());
    std::vector<bool> holds(documents_.size(), true);
    for (const bool is_query : {true, false}) {
        const Words& words = is_query ? reading.query : reading.store_name;
        if (words.empty()) {
            continue;
        }
        std::vector<Clause> clauses = clauses_of(words, is_query, reading.any_word);
        if (reading.other_spaces) {
            add_other_spaces(words, is_query, clauses, exact_matches);
        }
        std::vector<std::size_t> held(documents_.size());
        for (const Clause& clause : clauses) {
            std::set<std::uint32_t> holders;
            for (const auto& [list, times] : clause) {
                for (const Posting& posting : list->postings) {
                    holders.insert(posting.docid);
                    evidence[posting.docid] += posting.impact * times * (is_query ? 1U : 4U);
                }
            }
            for (const std::uint32_t docid : holders) {
                ++held[docid];
            }
        }
        for (std::size_t docid = 0; docid < held.size(); ++docid) {
            holds[docid] = holds[docid] && held[docid] >= (reading.any_word ? 1 : clauses.size());
        }
        add_exact_matches(words, is_query, exact_matches);
    }
    const std::uint32_t base = reading.query.empty() && reading.store_name.empty() ? 1 : 0;
    std::vector<SearchRow> rows;
    for (const std::uint32_t docid : conditions.docids) {
        const auto tags = conditions.tag_evidence.find(docid);
        if (!holds[docid] || (!query.tags.empty() && tags == conditions.tag_evidence.end())) {
            continue;
        }
        std::uint32_t sum = base + evidence[docid] + exact_matches[docid] + (query.tags.empty() ? 0 : tags->second);
        for (const auto& [worth, holders] : conditions.boosts) {
            sum += holders.count(docid) != 0 ? worth : 0;
        }
        rows.push_back({docid, format::search_score(sum, documents_[docid].record.quality)});
    }
    std::sort(rows.begin(), rows.end(), [](const SearchRow& a, const SearchRow& b) {
        return a.score > b.score || (a.score == b.score && a.docid < b.docid);
    });
    return rows;
}

SearchOracle::Conditions SearchOracle::conditions_of(const SearchQuery& query) const {
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
    return conditions;
}

/// Adds a boost for each stop word of `query.query`, if that text has other words, too. For readings with
/// OracleReading::function_words.
void SearchOracle::add_function_words(const SearchQuery& query, Conditions& conditions) const {
    text::AnalysedText text;
    text::analyse_query(text::WordForms::built_in(), query.query, text);
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
}

void SearchOracle::add_preference(const OracleReading& reading, Conditions& conditions) const {
    if (reading.preferred_query.empty() && reading.preferred_name.empty()) {
        return;
    }
    std::set<std::uint32_t> all = holders_of(words_, reading.preferred_query);
    const std::set<std::uint32_t> of_name = holders_of(name_words_, reading.preferred_name);
    if (reading.preferred_query.empty()) {
        all = of_name;
    } else if (!reading.preferred_name.empty()) {
        for (auto docid = all.begin(); docid != all.end();) {
            docid = of_name.count(*docid) == 0 ? all.erase(docid) : std::next(docid);
        }
    }
    conditions.boosts.emplace_back(preferred_evidence, all);
}

std::vector<SearchRow> SearchOracle::as_typed(const SearchQuery& query) const {
    OracleReading typed;
    typed.query = looked_for(query.query);
    typed.store_name = looked_for(query.store_name);
    if ((!query.query.empty() && typed.query.empty()) || (!query.store_name.empty() && typed.store_name.empty())) {
        return {};
    }
    return rows_of(query, typed);
}

}  // namespace bizrec::search::testing

#include "t/quality/place_questions.hpp"

#include <algorithm>
#include <iterator>

#include "bizrec/base/ascii.hpp"
#include "bizrec/base/json_text.hpp"
#include "bizrec/base/sort_unique.hpp"

namespace bizrec::quality {
namespace {

constexpr std::size_t max_of_places = 200;

/// A city: its country, its name in the records (folded), and another name of it.
struct CityName {
    const char* country;
    const char* city;
    const char* other;
};

constexpr CityName other_languages[] = {
    {"jp", "京都市", "Kyoto"},
    {"fr", "paris", "Parigi"},
    {"fr", "marseille", "Marsella"},
    {"fr", "lyon", "Lione"},
    {"fr", "nice", "Nizza"},
    {"fr", "strasbourg", "Straßburg"},
    {"de", "munchen", "Munich"},
    {"de", "koln", "Cologne"},
    {"gb", "london", "Londres"},
    {"gb", "london", "Londra"},
    {"gb", "edinburgh", "Édimbourg"},
    {"us", "new york", "Nueva York"},
    {"us", "philadelphia", "Filadelfia"},
    {"us", "new york", "ニューヨーク"},
    {"us", "chicago", "芝加哥"},
    {"us", "san francisco", "Сан-Франциско"},
    {"us", "boston", "波士顿"},
    {"us", "new orleans", "Nueva Orleans"},
};

constexpr CityName short_names[] = {
    {"us", "new york", "NYC"},        {"us", "los angeles", "LA"},     {"us", "san francisco", "SF"},
    {"us", "philadelphia", "Philly"}, {"us", "salt lake city", "SLC"}, {"us", "las vegas", "Vegas"},
    {"us", "indianapolis", "Indy"},   {"us", "minneapolis", "Mpls"},   {"us", "new orleans", "NOLA"},
};

constexpr const char* states[][2] = {{"ca", "California"}, {"tx", "Texas"},   {"ny", "New York"},   {"or", "Oregon"},
                                     {"fl", "Florida"},    {"ga", "Georgia"}, {"wa", "Washington"}, {"co", "Colorado"},
                                     {"mi", "Michigan"},   {"me", "Maine"},   {"oh", "Ohio"},       {"va", "Virginia"}};
constexpr const char* countries[][2] = {{"fr", "France"},  {"jp", "Japan"},   {"gb", "United Kingdom"},
                                        {"ie", "Ireland"}, {"at", "Austria"}, {"kr", "South Korea"},
                                        {"us", "USA"}};

std::string body_of(const std::string& query, const std::string& country, const std::string& city) {
    std::string body = R"({"limit":10,"query":)";
    append_json_string(body, query);
    if (!country.empty()) {
        body += R"(,"location":[{"country":)";
        append_json_string(body, country);
        body += R"(,"city":)";
        append_json_string(body, city);
        body += "}]";
    }
    return body + "}";
}

/// At most `most` records for which `fits` is true, spread evenly.
template <class Fits>
std::vector<const RecordFacts*> chosen(const RecordBook& records, std::size_t most, Fits&& fits) {
    std::vector<const RecordFacts*> all;
    for (const RecordFacts& record : records.all()) {
        if (fits(record)) {
            all.push_back(&record);
        }
    }
    std::vector<const RecordFacts*> out;
    for (std::size_t i = 0; i < std::min(most, all.size()); ++i) {
        out.push_back(all[i * all.size() / std::min(most, all.size())]);
    }
    return out;
}

template <class Fits>
void add_question(const RecordBook& records, const std::string& label, const std::string& body, QuestionSet& set,
                  Fits&& is_right) {
    Question question{label, body, {}};
    for (const RecordFacts& record : records.all()) {
        if (is_right(record)) {
            question.right.insert(record.id);
        }
    }
    if (!question.right.empty()) {
        set.questions.push_back(std::move(question));
    }
}

bool holds(const RecordFacts& record, const std::string& category) {
    const auto has = [&category](const std::string& text) { return text.find(category) != std::string::npos; };
    return has(record.name) || std::any_of(record.categories.begin(), record.categories.end(), has);
}

constexpr const char* categories[] = {"museum", "brewery", "farmers market", "college", "pharmacy", "restaurant"};

/// Adds questions with the name of a record and another name of its city: to `queries` with the city in the query, to
/// `filters` with the city as a filter.
template <class Names>
void add_names(const RecordBook& records, const Names& names, QuestionSet& queries, QuestionSet& filters) {
    for (const CityName& name : names) {
        const auto in_city = [&name](const RecordFacts& record) {
            return record.country == name.country && record.city == name.city && !record.name.empty();
        };
        for (const RecordFacts* asked : chosen(records, max_of_places / std::size(names) + 1, in_city)) {
            const auto same = [&](const RecordFacts& record) { return in_city(record) && record.name == asked->name; };
            const std::string query = asked->name + " " + name.other;
            add_question(records, query, body_of(query, "", ""), queries, same);
            add_question(records, query + " as a filter", body_of(asked->name, name.country, name.other), filters,
                         same);
        }
    }
}

template <class Names>
void add_categories(const RecordBook& records, const Names& names, QuestionSet& set) {
    for (const CityName& name : names) {
        for (const char* category : categories) {
            for (const char* link : {" ", " in "}) {
                const std::string query = std::string(category) + link + name.other;
                add_question(records, query, body_of(query, "", ""), set, [&](const RecordFacts& record) {
                    return record.country == name.country && record.city == name.city && holds(record, category);
                });
            }
        }
    }
}

template <class Places>
void add_regions(const RecordBook& records, const Places& places, std::string RecordFacts::*field, const char* country,
                 QuestionSet& set) {
    for (const auto& place : places) {
        for (const char* category : categories) {
            for (const char* link : {" ", " in "}) {
                const std::string query = std::string(category) + link + place[1];
                add_question(records, query, body_of(query, "", ""), set, [&](const RecordFacts& record) {
                    return record.*field == place[0] && (*country == '\0' || record.country == country) &&
                           holds(record, category);
                });
            }
        }
    }
}

using Words = std::vector<std::string>;

Words pieces_of(const std::string& folded) {
    Words words(1);
    for (const char c : folded) {
        if (!is_ascii(c) || is_alnum(c)) {
            words.back() += c;
        } else if (!words.back().empty()) {
            words.emplace_back();
        }
    }
    words.resize(words.size() - (words.back().empty() ? 1 : 0));
    return words;
}

/// Adds questions with the beginning of a record's name, up to the end of a state's name in it: "university of
/// michigan" of the University of Michigan-Flint. Every record whose name has the words of the question is right. Words
/// of up to three letters need not match, because most are function words.
void add_names_to_state(const RecordBook& records, QuestionSet& set) {
    std::vector<Words> names_of_states;
    for (const auto& state : states) {
        std::string folded(state[1]);
        std::transform(folded.begin(), folded.end(), folded.begin(), lower);
        names_of_states.push_back(pieces_of(folded));
    }
    std::vector<Words> cut;
    for (const RecordFacts& record : records.all()) {
        const Words name = pieces_of(record.name);
        for (const Words& wanted : names_of_states) {
            const auto at = std::search(name.begin(), name.end(), wanted.begin(), wanted.end());
            const auto size = static_cast<std::ptrdiff_t>(wanted.size());
            if (at != name.begin() && at != name.end() && at + size != name.end()) {
                cut.emplace_back(name.begin(), at + size);
            }
        }
    }
    sort_unique(cut);
    const std::size_t asked = std::min(max_of_places, cut.size());
    for (std::size_t i = 0; i < asked; ++i) {
        Words wanted = cut[i * cut.size() / asked];
        std::string query;
        for (const std::string& word : wanted) {
            query += (query.empty() ? "" : " ") + word;
        }
        constexpr std::size_t long_word = 4;
        wanted.erase(
            std::remove_if(wanted.begin(), wanted.end(), [](const std::string& w) { return w.size() < long_word; }),
            wanted.end());
        std::sort(wanted.begin(), wanted.end());
        add_question(records, query, body_of(query, "", ""), set, [&wanted](const RecordFacts& record) {
            Words name = pieces_of(record.name);
            std::sort(name.begin(), name.end());
            return std::includes(name.begin(), name.end(), wanted.begin(), wanted.end());
        });
    }
}

}  // namespace

std::vector<QuestionSet> place_questions(const RecordBook& records) {
    QuestionSet language{"city_language", {}, 0.9, 0.9}, language_filter{"city_language_filter", {}, 0.95, 0.95};
    QuestionSet brief{"city_short", {}, 0.9, 0.9}, brief_filter{"city_short_filter", {}, 0.95, 0.95};
    QuestionSet category{"category_city", {}, 0.9, 0.9};
    QuestionSet state{"category_state", {}, 0.95, 0.95}, country{"category_country", {}, 0.95, 0.95};
    QuestionSet to_state{"name_to_state", {}, 0.92, 0.96};
    add_names(records, other_languages, language, language_filter);
    add_names(records, short_names, brief, brief_filter);
    add_categories(records, other_languages, category);
    add_categories(records, short_names, category);
    add_regions(records, states, &RecordFacts::state, "us", state);
    add_regions(records, countries, &RecordFacts::country, "", country);
    add_names_to_state(records, to_state);
    return {language, language_filter, brief, brief_filter, category, state, country, to_state};
}

}  // namespace bizrec::quality

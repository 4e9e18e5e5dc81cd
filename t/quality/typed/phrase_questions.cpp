#include <algorithm>
#include <functional>

#include "t/quality/typed/makers.hpp"
#include "t/quality/typed/natural.hpp"
#include "t/quality/typed/number_questions.hpp"

namespace bizrec::quality {
namespace {

constexpr std::size_t phrases_of_set = 300;
constexpr std::size_t branches = 40;  // a chain has at least this many

/// Replaces {what} and {city} in `text`.
std::string filled(std::string text, const std::string& what, const std::string& city) {
    for (const auto& [mark, value] : {std::pair(std::string("{what}"), what), {std::string("{city}"), city}}) {
        const std::size_t at = text.find(mark);
        if (at != std::string::npos) {
            text.replace(at, mark.size(), value);
        }
    }
    return text;
}

bool names_city(const char* text) {
    return std::string_view(text).find("{city}") != std::string_view::npos;
}

std::vector<const Holders*> chains(const Directory& directory) {
    std::vector<const Holders*> found;
    for (const Holders& name : directory.names()) {
        if (name.records.size() >= branches && has_long_word(name.typed, name.clear_letters())) {
            found.push_back(&name);
        }
    }
    return found;
}

/// The business or category that a question asks for.
struct Subject {
    const Holders* holders;
    bool is_name;
    bool wants_all = false;  // of a name: most rows must have it, not only the first
    std::function<bool(const Rows&)> judge(const Directory& directory, const Place& place) const {
        return wants_all ? name_rows(directory, *holders, place)
               : is_name ? name_first(directory, holders->key, place)
                         : category_rows(directory, *holders, place);
    }
};

/// Natural categories (natural_categories()), with one chain in every four subjects.
std::vector<Subject> subjects(const Directory& directory) {
    std::vector<Subject> all;
    const std::vector<const Holders*> names = chains(directory);
    for (const Holders* category : natural_categories(directory)) {
        all.push_back({category, false});
        if (all.size() % 4 == 3) {
            all.push_back({names[all.size() % names.size()], true});
        }
    }
    return all;
}

std::vector<Subject> names_of_chains(const Directory& directory, bool wants_all = false) {
    std::vector<Subject> all;
    for (const Holders* chain : chains(directory)) {
        all.push_back({chain, true, wants_all});
    }
    return all;
}

AskedSet by_patterns(const Directory& directory, const char* name, const std::vector<Subject>& all,
                     const std::vector<const char*>& patterns, unsigned seed) {
    AskedSet set{name, {}};
    Random random(seed);
    for (std::size_t turn = 0; set.questions.size() < phrases_of_set; ++turn) {
        const Subject& subject = all[turn % all.size()];
        const char* pattern = patterns[below(random, patterns.size())];
        Place place;
        const std::string city =
            names_city(pattern) ? choose_city(directory, *subject.holders, random, place) : std::string();
        const std::string query = filled(pattern, subject.holders->typed, city);
        set.questions.push_back({query, query, subject.judge(directory, place), 1, pattern});
    }
    return set;
}

AskedSet two_places(const Directory& directory) {
    AskedSet set{"two_places", {}};
    Random random(350);
    const std::vector<Subject> all = subjects(directory);
    for (std::size_t turn = 0; set.questions.size() < phrases_of_set; ++turn) {
        const Subject& subject = all[turn % all.size()];
        const std::uint32_t record = random_placed(directory, *subject.holders, random);
        if (record == Directory::no_record) {
            continue;
        }
        const Directory::Entry& entry = directory.at(record);
        Place place;
        place.city = entry.city;
        place.state = entry.state;
        const std::string city = as_typed(entry.facts->city), state = as_typed(entry.facts->state);
        std::string behind;
        std::string kind;
        switch (below(random, 4)) {
            case 0:
                kind = "city state";
                behind = city + " " + entry.state_name;
                break;
            case 1:
                kind = "city code";
                behind = city + " " + state;
                break;
            case 2:
                kind = "city, code";
                behind = city + ", " + state;
                break;
            default:
                kind = "city code zip";
                behind = city + " " + state + " " + as_typed(entry.zip);
                place.zip = entry.zip;
        }
        const std::string query = subject.holders->typed + (below(random, 2) == 0 ? " " : " in ") + behind;
        set.questions.push_back({query, query, subject.judge(directory, place), 1, kind});
    }
    return set;
}

/// Sets the position of `place` to the mean position of the records for which `fits` is true. Returns false if none of
/// them has coordinates.
template <class Fits>
bool find_middle(const Directory& directory, Place& place, Fits&& fits) {
    std::size_t count = 0;
    for (const Directory::Entry& entry : directory.entries()) {
        if ((entry.facts->latitude != 0 || entry.facts->longitude != 0) && fits(entry)) {
            place.latitude += entry.facts->latitude;
            place.longitude += entry.facts->longitude;
            ++count;
        }
    }
    if (count == 0) {
        return false;
    }
    place.latitude /= static_cast<double>(count);
    place.longitude /= static_cast<double>(count);
    return true;
}

/// Questions with "near". A row is right if it is a record of the subject within 25 km of the mean position of the
/// place's records. The first row must be right. Let n be the number of the subject's records within 12 km: at least n
/// rows, or eight if n is larger, must be right.
AskedSet near(const Directory& directory) {
    constexpr double wide = 25, narrow = 12;
    AskedSet set{"near", {}};
    Random random(351);
    const std::vector<Subject> all = subjects(directory);
    for (std::size_t turn = 0; turn < phrases_of_set / 2; ++turn) {
        const Subject& subject = all[turn % all.size()];
        const std::uint32_t record = random_placed(directory, *subject.holders, random);
        if (record == Directory::no_record) {
            continue;
        }
        const Directory::Entry& asked = directory.at(record);
        const bool by_zip = turn % 3 != 0;
        Place place;
        const bool found = find_middle(directory, place, [&](const Directory::Entry& entry) {
            return by_zip ? entry.zip == asked.zip && entry.facts->country == asked.facts->country
                          : entry.city == asked.city && entry.state == asked.state;
        });
        place.kilometres = narrow;
        const auto is_there = [&](std::uint32_t other) { return Directory::is_in(directory.at(other), place); };
        const std::vector<std::uint32_t>& records = subject.holders->records;
        const auto there = static_cast<std::size_t>(std::count_if(records.begin(), records.end(), is_there));
        if (!found || there == 0) {
            continue;
        }
        place.kilometres = wide;
        const std::string behind =
            by_zip ? as_typed(asked.zip) : as_typed(asked.facts->city) + " " + as_typed(asked.facts->state);
        const std::string query = subject.holders->typed + " near " + behind;
        const auto least = std::min<std::size_t>(there, 8);
        set.questions.push_back(
            {query, query,
             [&directory, place, least, subject](const Rows& rows) {
                 const Words words = words_of(subject.holders->key);
                 const auto fits = [&](std::uint32_t row) {
                     const Directory::Entry& entry = directory.at(row);
                     return Directory::is_in(entry, place) &&
                            (subject.is_name ? entry.name == subject.holders->key : Directory::holds(entry, words));
                 };
                 return !rows.empty() && fits(rows[0]) &&
                        static_cast<std::size_t>(std::count_if(rows.begin(), rows.end(), fits)) >= least;
             },
             1, by_zip ? "zip" : "city"});
    }
    return set;
}

/// Questions with names of one word, typed as two words that occur in other records: "wal mart".
AskedSet cut_names(const Directory& directory) {
    constexpr std::size_t shortest = 3;  // minimum letters of a piece
    constexpr std::size_t least = 5;     // minimum number of records that have a piece as a word
    AskedSet set{"cut", {}};
    Random random(352);
    for (const Holders& name : directory.names()) {
        if (set.questions.size() == phrases_of_set || words_of(name.typed).size() != 1 ||
            !has_long_word(name.typed, name.clear_letters())) {
            continue;
        }
        for (std::size_t at = shortest; at + shortest <= name.typed.size(); ++at) {
            const std::string left = name.typed.substr(0, at), right = name.typed.substr(at);
            if (directory.count_word(left) >= least && directory.count_word(right) >= least) {
                Place place;
                const std::string city = choose_city(directory, name, random, place);
                const std::string behind = city.empty() ? "" : " " + city;
                set.questions.push_back({left + " " + right + behind, name.typed + behind,
                                         name_first(directory, name.key, place), name.records.size()});
                break;
            }
        }
    }
    return set;
}

}  // namespace

std::vector<AskedSet> phrase_questions(const Directory& directory) {
    return {
        number_questions(directory),
        cut_names(directory),
        by_patterns(directory, "filler", subjects(directory),
                    {"best {what} in {city}", "best {what} {city}", "cheap {what} {city}", "top rated {what} in {city}",
                     "{what} near me", "{what} open now", "{what} open now {city}", "{what} delivery {city}",
                     "good {what} in {city}", "best {what} near me", "affordable {what} in {city}",
                     "{city} best {what}", "{what} open 24 hours {city}", "find {what} in {city}"},
                    348),
        by_patterns(directory, "cell", names_of_chains(directory),
                    {"{what} #1234",
                     "{what} #12",
                     "{what} store 12",
                     "{what} store #345",
                     "{what} no. 7",
                     "{what} #1234 {city}",
                     "{what} store #12, {city}",
                     "{what} (#77)",
                     "{what} branch 5 {city}",
                     "{what} headquarters",
                     "{what} customer service",
                     "{what} {city} address",
                     "{what} (closed)",
                     "{what}, inc.",
                     "{what} llc {city}",
                     "the {what} {city}",
                     "{what} official website",
                     "{what} {city} airport",
                     "{what} {city} mall",
                     "{what} {city} downtown",
                     "{what} {city} north campus"},
                    353),
        by_patterns(directory, "described", names_of_chains(directory, true),
                    {"{what} store", "{what} stores inc", "{what} shop", "{what} restaurant", "{what} location",
                     "{what} company", "{what} store {city}", "{what} shop in {city}", "{what} restaurant {city}"},
                    362),
        by_patterns(directory, "place_first", subjects(directory), {"{city} {what}", "{city} {what}", "{city}, {what}"},
                    349),
        two_places(directory),
        near(directory),
    };
}

}  // namespace bizrec::quality

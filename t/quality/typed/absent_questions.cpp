#include <algorithm>
#include <fstream>
#include <iterator>
#include <map>
#include <set>
#include <sstream>
#include <stdexcept>

#include "t/quality/typed/makers.hpp"

namespace bizrec::quality {
namespace {

constexpr std::size_t invented_names = 300;
constexpr std::size_t in_city_questions = 200;
constexpr std::size_t cities_of_category = 10, cities_of_trade = 2;

constexpr const char* owners[] = {
    "okonkwo",      "haldane",        "pemberton",    "vasquez",      "lindqvist",   "tanaka",        "abernathy",
    "kowalczyk",    "delacroix",      "mbeki",        "fairchild",    "rosenthal",   "castellano",    "nakamura",
    "oyelaran",     "stavros",        "whitcombe",    "zielinski",    "brannigan",   "ferreira",      "hargrove",
    "ibrahim",      "jorgensen",      "kaminski",     "leclaire",     "mcallister",  "novak",         "osterman",
    "petrov",       "quimby",         "ramaswamy",    "schuster",     "tolliver",    "underhill",     "vandermeer",
    "winslow",      "yamamoto",       "zapata",       "marigold",     "juniper",     "copper kettle", "blue heron",
    "red lantern",  "silver thistle", "golden acorn", "rusty anchor", "lazy badger", "velvet moon",   "crooked elm",
    "painted pony",
};
constexpr const char* name_trades[] = {
    "plumbing",      "roofing",      "dental care", "bakery",       "hair salon",
    "auto repair",   "law firm",     "landscaping", "florist",      "veterinary clinic",
    "tattoo studio", "yoga studio",  "upholstery",  "chiropractic", "locksmith",
    "pizzeria",      "deli",         "coffee",      "bistro",       "barber shop",
    "nail spa",      "cleaners",     "accounting",  "realty",       "towing",
    "electric",      "pest control", "day care",    "photography",  "catering",
    "books",         "toys",         "guitars",     "cycles",       "tavern",
    "trattoria",     "noodle house", "taqueria",    "creamery",     "orthodontics",
};

/// A category as people type it, and parts of the names and labels of its records.
struct Everyday {
    std::string typed;
    std::vector<std::string> parts;
};

/// Reads the file at `path`: lines such as "liquor store: liquor alcohol", and comments.
std::vector<Everyday> read_everyday(const std::string& path) {
    std::vector<Everyday> everyday;
    std::ifstream file(path);
    for (std::string line; std::getline(file, line);) {
        const std::size_t colon = line.find(':');
        if (colon != std::string::npos && line[0] != '#') {
            std::istringstream parts(line.substr(colon + 1));
            everyday.push_back({line.substr(0, colon), {std::istream_iterator<std::string>(parts), {}}});
        }
    }
    return everyday;
}

/// A question whose only right answer has no rows.
Asked none_of(const std::string& typed, const char* kind) {
    return {typed, "nothing", [](const Rows& rows) { return rows.empty(); }, 1, kind};
}

/// Questions with invented names, an owner and a trade, whose words no record has together.
AskedSet invented(const Directory& directory) {
    AskedSet set{"absent_invented", {}};
    Random random(353);
    std::set<std::string> known;
    for (int trial = 0; trial < 5000 && set.questions.size() < invented_names; ++trial) {
        const std::string typed = std::string(owners[below(random, std::size(owners))]) + " " +
                                  name_trades[below(random, std::size(name_trades))];
        const Words words = words_of(typed);
        if (known.insert(typed).second && !directory.is_held(words)) {
            set.questions.push_back(none_of(typed, "invented"));
        }
    }
    return set;
}

/// Questions with names of real businesses that are not in the records, from the file at `path`.
AskedSet real(const Directory& directory, const std::string& path) {
    AskedSet set{"absent_real", {}};
    std::ifstream file(path);
    for (std::string line; std::getline(file, line);) {
        if (line.empty() || line[0] == '#') {
            continue;
        }
        if (directory.find_name(line) != nullptr || directory.is_held(words_of(as_typed(line)))) {
            throw std::runtime_error(path + ": a record bears the name " + line);
        }
        set.questions.push_back(none_of(as_typed(line), "real"));
    }
    return set;
}

/// The cities with at least min_records records, in the form of Directory::Entry::city.
std::vector<std::string> large_cities(const Directory& directory) {
    constexpr std::size_t min_records = 100;
    std::map<std::string, std::size_t> cities;
    for (const Directory::Entry& entry : directory.entries()) {
        ++cities[entry.city];
    }
    std::vector<std::string> large;
    for (const auto& [city, count] : cities) {
        if (count >= min_records && !as_typed(city).empty()) {
            large.push_back(city);
        }
    }
    return large;
}

bool is_of(const RecordFacts& facts, const Everyday& category) {
    return std::any_of(category.parts.begin(), category.parts.end(), [&facts](const std::string& part) {
        return facts.name.find(part) != std::string::npos ||
               std::any_of(facts.categories.begin(), facts.categories.end(),
                           [&part](const std::string& label) { return label.find(part) != std::string::npos; });
    });
}

/// A question with an everyday category in a place, which may have no such record. Right is no row, or a first row of
/// the category that says this place or no city.
Asked category_in(const Directory& directory, const Everyday& category, const Place& place) {
    const std::string typed = place.is_named() ? category.typed + " " + as_typed(place.city) : category.typed;
    const auto is_right = [&directory, category, place](const Rows& rows) {
        if (rows.empty()) {
            return true;
        }
        const Directory::Entry& first = directory.at(rows[0]);
        return is_of(*first.facts, category) && (first.facts->city.empty() || Directory::is_in(first, place));
    };
    return {typed, "of the category, or none", is_right, 1, "category"};
}

AskedSet categories_in_cities(const Directory& directory, const std::string& path) {
    AskedSet set{"absent_category", {}};
    Random random(355);
    const std::vector<std::string> large = large_cities(directory);
    for (const Everyday& category : read_everyday(path)) {
        for (std::size_t i = 0; i < cities_of_category; ++i) {
            Place place;
            place.city = large[below(random, large.size())];
            set.questions.push_back(category_in(directory, category, place));
        }
    }
    return set;
}

/// Questions with trades that few records or none have, alone and in large cities.
AskedSet trades(const Directory& directory, const std::string& path) {
    AskedSet set{"absent_trade", {}};
    Random random(356);
    const std::vector<std::string> large = large_cities(directory);
    for (const Everyday& trade : read_everyday(path)) {
        Place place;
        set.questions.push_back(category_in(directory, trade, place));
        for (std::size_t i = 0; i < cities_of_trade; ++i) {
            place.city = large[below(random, large.size())];
            set.questions.push_back(category_in(directory, trade, place));
        }
    }
    return set;
}

/// Questions with a common name of records and a large city that has no record of that name. A
/// first row with this name and no city is right, too, because it may be a brand.
AskedSet elsewhere(const Directory& directory) {
    constexpr std::size_t asked_names = 400;
    // Number of records. A name with a word that occurs in more records may be meant as a category ("farmers market" in
    // a city). Rows would be a right answer then, so no question has such a name.
    constexpr std::size_t common_word = 1000;
    const std::vector<std::string> large = large_cities(directory);
    AskedSet set{"absent_in_city", {}};
    Random random(354);
    for (int trial = 0; trial < 5000 && set.questions.size() < in_city_questions; ++trial) {
        const Holders& name = directory.names()[below(random, asked_names)];
        const std::string& city = large[below(random, large.size())];
        const bool is_there = std::any_of(name.records.begin(), name.records.end(),
                                          [&](std::uint32_t record) { return directory.at(record).city == city; });
        Words words = words_of(name.typed);
        const bool is_common = std::any_of(words.begin(), words.end(), [&](const std::string& word) {
            return directory.count_word(word) >= std::max(common_word, 2 * name.records.size());
        });
        const Words of_city = words_of(as_typed(city));
        words.insert(words.end(), of_city.begin(), of_city.end());
        if (is_there || is_common || !has_long_word(name.typed, name.clear_letters()) || directory.is_held(words)) {
            continue;
        }
        set.questions.push_back({name.typed + " " + as_typed(city), "nothing there",
                                 [&directory, key = name.key](const Rows& rows) {
                                     return rows.empty() || (directory.at(rows[0]).name == key &&
                                                             directory.at(rows[0]).facts->city.empty());
                                 },
                                 name.records.size(), "in_city"});
    }
    return set;
}

}  // namespace

std::vector<AskedSet> absent_questions(const Directory& directory, const std::string& folder) {
    return {invented(directory), real(directory, folder + "/absent_names.txt"), elsewhere(directory),
            categories_in_cities(directory, folder + "/absent_categories.txt"),
            trades(directory, folder + "/absent_trades.txt")};
}

}  // namespace bizrec::quality

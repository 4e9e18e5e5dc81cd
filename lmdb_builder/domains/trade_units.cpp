#include "lmdb_builder/domains/trade_units.hpp"

#include <algorithm>
#include <functional>
#include <iterator>

#include "lmdb_builder/domains/shared_domains.hpp"

namespace bizrec::builder {
namespace {

/// Function words of the languages of most business names. Sorted.
constexpr std::string_view function_words[] = {
    "a",   "ag",   "al",  "am",  "an",  "and", "at",  "au",  "aux", "bei", "bv",  "by", "co",  "corp",
    "da",  "das",  "de",  "del", "der", "des", "di",  "do",  "dos", "du",  "e",   "el", "en",  "et",
    "for", "gmbh", "het", "i",   "il",  "im",  "in",  "inc", "kg",  "la",  "las", "le", "les", "llc",
    "lo",  "los",  "ltd", "of",  "og",  "on",  "or",  "os",  "plc", "pty", "s",   "sa", "san", "sarl",
    "sl",  "srl",  "the", "to",  "und", "van", "von", "y",   "zu",  "zum", "zur"};

/// Folded words that name kinds of institutions, in the languages of most institutions. Sorted.
constexpr std::string_view general_words[] = {
    "academia",     "academie",    "academy",      "akademie",       "art",         "arts",         "association",
    "basilica",     "biblioteca",  "bibliothek",   "bibliotheque",   "cafe",        "campus",       "cathedral",
    "center",       "central",     "centre",       "centro",         "church",      "city",         "clinic",
    "clinica",      "clinique",    "club",         "colegio",        "collection",  "collections",  "college",
    "collegio",     "community",   "company",      "council",        "county",      "cultural",     "culture",
    "departement",  "department",  "departmental", "district",       "east",        "ecole",        "eglise",
    "escola",       "escuela",     "estate",       "fachhochschule", "faculdad",    "faculdade",    "faculty",
    "farm",         "farmers",     "foundation",   "galeria",        "galerie",     "galleries",    "gallery",
    "garden",       "gardens",     "general",      "group",          "gymnasium",   "hall",         "haus",
    "health",       "heritage",    "high",         "historic",       "historical",  "history",      "hochschule",
    "hopital",      "hospital",    "hospitals",    "hotel",          "house",       "iglesia",      "institut",
    "institute",    "institution", "instituto",    "international",  "istituto",    "kirche",       "klinik",
    "kliniken",     "krankenhaus", "lab",          "laboratory",     "library",     "liceo",        "local",
    "lycee",        "mairie",      "market",       "markets",        "medical",     "memorial",     "municipal",
    "musee",        "musees",      "museo",        "museu",          "museum",      "museums",      "national",
    "natural",      "north",       "observatory",  "ospedale",       "park",        "parks",        "planetarium",
    "program",      "public",      "regional",     "restaurant",     "restaurante", "ristorante",   "royal",
    "saint",        "school",      "schools",      "schule",         "science",     "sciences",     "scuola",
    "service",      "services",    "shop",         "society",        "south",       "state",        "store",
    "studio",       "technical",   "theater",      "theatre",        "trust",       "united",       "universidad",
    "universidade", "universita",  "universitas",  "universitat",    "universite",  "universiteit", "universitet",
    "university",   "uniwersytet", "village",      "ville",          "west"};

/// Calls `each` for the words of a unit, which are separated by spaces, until `each` returns false. Returns whether
/// `each` returned true for all words.
template <class Each>
bool all_words(std::string_view unit, const Each& each) {
    for (;;) {
        const std::size_t space = unit.find(' ');
        if (!each(unit.substr(0, space))) {
            return false;
        }
        if (space == std::string_view::npos) {
            return true;
        }
        unit.remove_prefix(space + 1);
    }
}

/// Removes a plural s: "hotels" -> "hotel". This suffices to compare a name with a category.
std::string_view without_plural(std::string_view word) noexcept {
    constexpr std::size_t shortest = 4;
    return word.size() >= shortest && word.back() == 's' ? word.substr(0, word.size() - 1) : word;
}

std::vector<std::string> trade_words(std::string_view folded_trades) {
    std::vector<std::string> words;
    for (const std::string& unit : name_units(folded_trades)) {
        words.emplace_back(without_plural(unit));
    }
    std::sort(words.begin(), words.end());
    return words;
}

bool names_trade(std::string_view unit, const std::vector<std::string>& trades) {
    const auto is_trade = [&](std::string_view word) {
        return std::binary_search(trades.begin(), trades.end(), without_plural(word), std::less<>());
    };
    return all_words(unit, [&](std::string_view word) { return is_trade(word) || is_function_word(word); });
}

}  // namespace

TradeUnits::TradeUnits(const std::vector<std::string>& units) {
    for (const std::string& unit : units) {
        counts_.try_emplace(unit);
    }
}

void TradeUnits::add(std::string_view folded_name, std::string_view folded_trades) {
    if (counts_.empty()) {
        return;
    }
    ++records_;
    for (const std::string_view unit : name_units_.split(folded_name)) {
        const auto found = counts_.find(unit);
        if (found == counts_.end() || found->second.last_record == records_) {
            continue;
        }
        found->second.last_record = records_;
        ++found->second.in_names;
        found->second.in_trades += names_trade(unit, trade_words_of(folded_trades)) ? 1 : 0;
    }
}

const std::vector<std::string>& TradeUnits::trade_words_of(std::string_view folded_trades) {
    if (folded_trades != last_trades_) {
        last_words_ = trade_words(folded_trades);
        last_trades_.assign(folded_trades);
    }
    return last_words_;
}

std::vector<std::string> TradeUnits::found() const {
    std::vector<std::string> units;
    for (const auto& [unit, count] : counts_) {
        if (count.in_names > 0 && count.in_trades * 2 >= count.in_names) {
            units.push_back(unit);
        }
    }
    return units;
}

bool is_general(std::string_view unit) noexcept {
    return all_words(unit, [](std::string_view word) {
        return is_function_word(word) || std::binary_search(std::begin(general_words), std::end(general_words), word);
    });
}

bool is_function_word(std::string_view unit) noexcept {
    return all_words(unit, [](std::string_view word) {
        return std::binary_search(std::begin(function_words), std::end(function_words), word);
    });
}

}  // namespace bizrec::builder

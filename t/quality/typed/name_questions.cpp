#include <algorithm>
#include <functional>

#include "t/quality/typed/makers.hpp"

namespace bizrec::quality {
namespace {

constexpr std::size_t asked_names = 500;
/// A name becomes a question only if fewer than max_holders times as many records have all its words as have the name
/// itself. If there are more, the words are a category ("art museum").
constexpr std::size_t max_holders = 20;

std::vector<const Holders*> well_known(const Directory& directory) {
    std::vector<const Holders*> names;
    for (const Holders& name : directory.names()) {
        if (names.size() < asked_names && has_long_word(name.typed, name.clear_letters()) &&
            directory.count_held(words_of(name.typed)) < max_holders * name.records.size()) {
            names.push_back(&name);
        }
    }
    return names;
}

/// `text` with one typing error. The typed text is no other name, and none of its new words is more common than the
/// name. "" if no such error was found.
std::string mistyped(const Directory& directory, const Holders& name, const std::string& text, Slip slip,
                     Random& random) {
    constexpr int max_trials = 16;
    for (int trial = 0; trial < max_trials; ++trial) {
        const std::string typed = mistype(text, name.clear_letters(), slip, random);
        if (typed.empty() || directory.find_name(typed) != nullptr) {
            continue;
        }
        const Words words = words_of(typed);
        const Words meant = words_of(text);
        const bool is_other = std::any_of(words.begin(), words.end(), [&](const std::string& word) {
            return std::find(meant.begin(), meant.end(), word) == meant.end() &&
                   directory.count_word(word) > name.records.size();
        });
        if (!is_other) {
            return typed;
        }
    }
    return {};
}

AskedSet alone(const Directory& directory, const std::vector<const Holders*>& names) {
    AskedSet set{"name", {}};
    Random random(341);
    for (const Holders* name : names) {
        for (const Slip slip : slips) {
            const std::string typed = mistyped(directory, *name, name->typed, slip, random);
            if (!typed.empty()) {
                set.questions.push_back(
                    {typed, name->typed, name_first(directory, name->key), name->records.size(), name_of(slip)});
            }
        }
    }
    return set;
}

/// Returns the text that is typed after the name, and sets the place that it means. "" if the record has no such place.
using Placing = std::function<std::string(const Directory::Entry& entry, Place& place, Random& random)>;

std::string city_of(const Directory::Entry& entry, Place& place, Random&) {
    place.city = entry.city;
    return as_typed(entry.facts->city);
}

/// The code or the name of the state, at random.
std::string state_of(const Directory::Entry& entry, Place& place, Random& random) {
    place.state = entry.state;
    const std::string written = as_typed(entry.facts->state);
    return below(random, 2) == 0 && written != "la" ? written : entry.state_name;  // LA is Los Angeles, too
}

std::string zip_of(const Directory::Entry& entry, Place& place, Random&) {
    place.zip = entry.zip;
    return as_typed(entry.zip);
}

/// Questions with a name and a place, for at most six branches of each name. The six kinds of typing errors are used in
/// turn.
AskedSet placed(const Directory& directory, const std::vector<const Holders*>& names, const char* title,
                const Placing& placing) {
    constexpr std::size_t branches = std::size(slips);
    AskedSet set{title, {}};
    Random random(342);
    // Picks random branches until one has such a place. Most records without a place are brands.
    const auto behind_of = [&](const Holders& name, Place& place, Random& dice) -> std::string {
        constexpr int max_trials = 16;
        for (int trial = 0; trial < max_trials; ++trial) {
            place = {};
            const Directory::Entry& branch = directory.at(name.records[below(dice, name.records.size())]);
            std::string behind = placing(branch, place, dice);
            if (!behind.empty()) {
                return behind;
            }
        }
        return {};
    };
    std::size_t turn = 0;
    for (const Holders* name : names) {
        for (std::size_t i = 0; i < std::min(branches, name->records.size()); ++i) {
            Place place;
            const std::string behind = behind_of(*name, place, random);
            const Slip slip = slips[turn++ % std::size(slips)];
            const std::string typed = mistyped(directory, *name, name->typed, slip, random);
            if (!behind.empty() && !typed.empty()) {
                set.questions.push_back({typed + " " + behind, name->typed + " " + behind,
                                         name_first(directory, name->key, place), name->records.size(), name_of(slip)});
            }
        }
    }
    return set;
}

/// Questions with names of at least two words, typed without spaces: correct and mistyped.
std::vector<AskedSet> glued(const Directory& directory, const std::vector<const Holders*>& names) {
    AskedSet right{"name_glued", {}}, wrong{"name_glued_typo", {}};
    Random random(343);
    std::size_t turn = 0;
    for (const Holders* name : names) {
        if (words_of(name->typed).size() < 2) {
            continue;
        }
        const std::string typed = join(words_of(name->typed), "");
        right.questions.push_back(
            {typed, name->typed, name_first(directory, name->key), name->records.size(), "glued"});
        for (int i = 0; i < 2; ++i) {
            const Slip slip = slips[turn++ % std::size(slips)];
            const std::string mistake = mistyped(directory, *name, typed, slip, random);
            if (!mistake.empty()) {
                wrong.questions.push_back(
                    {mistake, name->typed, name_first(directory, name->key), name->records.size(), name_of(slip)});
            }
        }
    }
    return {right, wrong};
}

}  // namespace

std::vector<AskedSet> name_questions(const Directory& directory) {
    const std::vector<const Holders*> names = well_known(directory);
    std::vector<AskedSet> sets{
        alone(directory, names),
        placed(directory, names, "name_city", city_of),
        placed(directory, names, "name_state", state_of),
        placed(directory, names, "name_zip", zip_of),
    };
    for (AskedSet& set : glued(directory, names)) {
        sets.push_back(std::move(set));
    }
    return sets;
}

}  // namespace bizrec::quality

#include <algorithm>

#include "t/quality/typed/makers.hpp"
#include "t/quality/typed/natural.hpp"

namespace bizrec::quality {
namespace {

constexpr std::size_t asked_categories = 200;
constexpr std::size_t max_words = 3;
constexpr std::size_t questions_of_set = 400;

std::vector<const Holders*> commonest(const Directory& directory) {
    std::vector<const Holders*> categories;
    for (const Holders& category : directory.categories()) {
        if (categories.size() < asked_categories && has_long_word(category.typed, category.clear_letters()) &&
            words_of(category.typed).size() <= max_words) {
            categories.push_back(&category);
        }
    }
    return categories;
}

/// The category with one typing error. The typed text is no other category and no name, and none of its new words is in
/// more than half as many records as the category. "" if no such error was found.
std::string mistyped(const Directory& directory, const Holders& category, Slip slip, Random& random) {
    constexpr int max_trials = 16;
    for (int trial = 0; trial < max_trials; ++trial) {
        std::string typed = mistype(category.typed, category.clear_letters(), slip, random);
        const Words words = words_of(typed);
        const Words meant = words_of(category.typed);
        const bool is_other = std::any_of(words.begin(), words.end(), [&](const std::string& word) {
            return std::find(meant.begin(), meant.end(), word) == meant.end() &&
                   directory.count_word(word) > category.records.size() / 2;
        });
        if (!typed.empty() && !is_other && directory.find_category(typed) == nullptr &&
            directory.find_name(typed) == nullptr) {
            return typed;
        }
    }
    return {};
}

std::vector<AskedSet> mistyped_sets(const Directory& directory) {
    AskedSet alone{"category", {}}, in_city{"category_typo_city", {}};
    Random random(344);
    for (const Holders* category : commonest(directory)) {
        for (const Slip slip : slips) {
            const std::string typed = mistyped(directory, *category, slip, random);
            if (typed.empty()) {
                continue;
            }
            const std::size_t weight = category->records.size();
            alone.questions.push_back(
                {typed, category->typed, category_rows(directory, *category), weight, name_of(slip)});
            Place place;
            const std::string city = choose_city(directory, *category, random, place);
            if (!city.empty()) {
                const std::string behind = " in " + city;
                in_city.questions.push_back({typed + behind, category->typed + behind,
                                             category_rows(directory, *category, place), weight, name_of(slip)});
            }
        }
    }
    return {alone, in_city};
}

AskedSet correct(const Directory& directory) {
    AskedSet set{"category_in_city", {}};
    Random random(345);
    const std::vector<const Holders*> categories = natural_categories(directory);
    while (set.questions.size() < questions_of_set) {
        const Holders& category = *categories[set.questions.size() % categories.size()];
        Place place;
        const std::string city = choose_city(directory, category, random, place);
        if (city.empty()) {
            continue;
        }
        const std::string query = category.typed + (below(random, 2) == 0 ? " in " : " ") + city;
        set.questions.push_back({query, query, category_rows(directory, category, place)});
    }
    return set;
}

}  // namespace

std::vector<AskedSet> category_questions(const Directory& directory) {
    std::vector<AskedSet> sets = mistyped_sets(directory);
    sets.push_back(correct(directory));
    return sets;
}

}  // namespace bizrec::quality

#include "t/quality/typed/natural.hpp"

namespace bizrec::quality {
namespace {

constexpr const char* asked[] = {
    "pizza",
    "restaurant",
    "coffee shop",
    "cafe",
    "museum",
    "art museum",
    "history museum",
    "zoo",
    "science museum",
    "brewery",
    "brewpub",
    "farmers market",
    "hospital",
    "pharmacy",
    "bakery",
    "burger",
    "botanical garden",
    "children's museum",
    "banking",
    "fast food",
    "casual dining",
    "home improvement",
    "pet supplies",
    "higher education",
    "natural history museum",
    "french",
    "american",
    "italian",
    "seafood",
    "steak house",
    "asian",
    "mexican",
    "chinese",
    "japanese",
    "bar",
    "general museum",
};

template <class Fits>
std::uint32_t random_of(const Directory& directory, const Holders& holders, Random& random, Fits&& fits) {
    constexpr int max_trials = 64;
    for (int trial = 0; trial < max_trials; ++trial) {
        const std::uint32_t record = holders.records[below(random, holders.records.size())];
        if (fits(directory.at(record))) {
            return record;
        }
    }
    return Directory::no_record;
}

bool has_city(const Directory::Entry& entry) {
    return !as_typed(entry.facts->city).empty();
}

}  // namespace

std::uint32_t random_placed(const Directory& directory, const Holders& holders, Random& random) {
    return random_of(directory, holders, random, [](const Directory::Entry& entry) {
        return has_city(entry) && !as_typed(entry.facts->state).empty() && !as_typed(entry.zip).empty();
    });
}

std::string choose_city(const Directory& directory, const Holders& holders, Random& random, Place& place) {
    const std::uint32_t record = random_of(directory, holders, random, has_city);
    if (record == Directory::no_record) {
        return {};
    }
    place.city = directory.at(record).city;
    return as_typed(directory.at(record).facts->city);
}

std::vector<const Holders*> natural_categories(const Directory& directory) {
    std::vector<const Holders*> found;
    Random random(346);
    for (const char* name : asked) {
        const Holders* category = directory.find_category(name);
        if (category != nullptr && random_placed(directory, *category, random) != Directory::no_record) {
            found.push_back(category);
        }
    }
    return found;
}

}  // namespace bizrec::quality

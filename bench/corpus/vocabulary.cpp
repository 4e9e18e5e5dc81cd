#include "bench/corpus/vocabulary.hpp"

#include <array>

namespace bizrec::generator {
namespace {

constexpr std::string_view english_words[] = {
    "Golden",   "American", "First",     "Family",   "Star",     "Sun",      "Royal",     "Green",    "Blue",
    "Red",      "New",      "Best",      "Pro",      "Elite",    "Premier",  "United",    "National", "City",
    "Mountain", "River",    "Lake",      "Ocean",    "Pacific",  "Valley",   "Park",      "Garden",   "House",
    "Home",     "Oak",      "Pine",      "Cedar",    "Maple",    "Rose",     "Lucky",     "Happy",    "Silver",
    "Diamond",  "Crystal",  "Eagle",     "Lion",     "Tiger",    "Dragon",   "Phoenix",   "Wolf",     "Bear",
    "Fox",      "Sunrise",  "Sunset",    "Summit",   "Harbor",   "Bay",      "Beach",     "Island",   "Coast",
    "North",    "South",    "East",      "West",     "Central",  "Midtown",  "Downtown",  "Main",     "Corner",
    "Village",  "Town",     "County",    "Country",  "Heritage", "Classic",  "Modern",    "Urban",    "Metro",
    "Global",   "World",    "Universal", "Superior", "Quality",  "Perfect",  "Precision", "Express",  "Rapid",
    "Quick",    "Fresh",    "Natural",   "Organic",  "Pure",     "Bright",   "Shining",   "Grand",    "Little",
    "Big",      "Old",      "Young",     "Blessed",  "Grace",    "Hope",     "Faith",     "Trinity",  "Liberty",
    "Freedom",  "Patriot",  "Union",     "Alliance", "Advanced", "Dynamic",  "Integrity", "Reliable", "Trusted",
    "Creative", "Artisan",  "Crafted",   "Iron",     "Steel",    "Stone",    "Brick",     "Wood",     "Copper",
    "Magic",    "Dream",    "Sweet",     "Spicy",    "Tasty",    "Hungry",   "Smiling",   "Dancing",  "Flying",
    "Rolling",  "Running",  "Wild",      "Secret",   "Hidden",   "Velvet",   "Emerald",   "Sapphire", "Ruby",
    "Pearl",    "Ivory",    "Amber",     "Scarlet",  "Indigo",   "Northern", "Southern",  "Eastern",  "Western",
    "Prairie",  "Canyon",   "Desert",    "Meadow",   "Forest",   "Timber",   "Willow",    "Birch",    "Magnolia",
    "Orchid",   "Lotus",    "Lily",      "Jasmine",  "Olive",    "Lemon",    "Cherry",    "Apple",    "Honey",
    "Ginger",   "Pepper",   "Basil",     "Garcia",   "Smith",    "Johnson",  "Martinez",  "Nguyen",   "Patel",
    "Kim",      "Lee",      "Chen",      "Brown",    "Miller",   "Davis",    "Wilson",    "Anderson", "Taylor",
    "Moore",    "Jackson",  "Martin",    "Thompson", "White",    "Lopez",    "Gonzalez",  "Harris",   "Clark",
};
constexpr auto english_count = static_cast<std::uint32_t>(std::size(english_words));

constexpr std::string_view consonants =
    "bcdfghklmnprtvwz";  // 16; without j, q, x, y, and without s, which looks like a plural
constexpr std::string_view vowels = "aeiou";
constexpr std::string_view endings = "nrlmtkdg";
constexpr std::uint32_t syllables = 80;

char upper(char c) noexcept {
    return static_cast<char>(c - 'a' + 'A');
}

// Appends invented word `number`: two or three open syllables and a closing consonant. There are 51,200 words of two
// syllables and 4,096,000 of three, all different.
void append_invented(std::string& out, std::uint32_t number) {
    constexpr std::uint32_t short_words = syllables * syllables * 8;
    const bool is_short = number < short_words;
    // Consecutive numbers give words that look different, because the stride shares no factor with the number of words
    // of this length.
    std::uint32_t rest = is_short ? static_cast<std::uint32_t>(std::uint64_t{number} * 20011U % short_words)
                                  : static_cast<std::uint32_t>(std::uint64_t{number - short_words} * 1500007U %
                                                               (syllables * syllables * syllables * 8U));
    const std::size_t begin = out.size();
    for (int syllable = is_short ? 2 : 3; syllable > 0; --syllable) {
        out += consonants[rest % 16];
        out += vowels[rest / 16 % 5];
        rest /= syllables;
    }
    out += endings[rest];
    out[begin] = upper(out[begin]);
}

}  // namespace

Vocabulary::Vocabulary() : ranks_(size, 30) {}

void Vocabulary::append_word(std::string& out, std::uint32_t rank) {
    if (rank < english_count) {
        out += english_words[rank];
    } else {
        append_invented(out, rank - english_count);
    }
}

void Vocabulary::append_rare(std::string& out, Random& random) const {
    std::uint32_t rank = ranks_.draw(random);
    while (rank < english_count) {
        rank = ranks_.draw(random);
    }
    append_word(out, rank);
}

}  // namespace bizrec::generator

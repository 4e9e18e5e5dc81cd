#include <algorithm>

#include "t/quality/typed/makers.hpp"

namespace bizrec::quality {
namespace {

constexpr std::size_t correct_of_set = 400;
constexpr std::size_t min_word = 4;  // in letters; most shorter words are function words

/// `count` different words of the name, in random order; none if it has only as many, because then they may be the
/// whole name.
Words some_words(const std::string& written_name, std::size_t count, Random& random) {
    Words words = words_of(as_typed(written_name));
    const auto is_short = [](const std::string& word) { return word.size() < min_word; };
    words.erase(std::remove_if(words.begin(), words.end(), is_short), words.end());
    std::sort(words.begin(), words.end());
    words.erase(std::unique(words.begin(), words.end()), words.end());
    if (words.size() <= count) {
        return {};
    }
    for (std::size_t i = 0; i < count; ++i) {
        std::swap(words[i], words[i + below(random, words.size() - i)]);
    }
    words.resize(count);
    return words;
}

AskedSet by_words(const Directory& directory, const char* name, std::size_t count, bool with_city, unsigned seed) {
    AskedSet set{name, {}};
    Random random(seed);
    while (set.questions.size() < correct_of_set) {
        const Directory::Entry& entry = directory.entries()[below(random, directory.entries().size())];
        const Words words = some_words(entry.facts->written_name, count, random);
        const std::string city = as_typed(entry.facts->city);
        if (words.empty() || city.empty()) {
            continue;
        }
        Place place;
        place.city = with_city ? entry.city : "";
        const std::string query = join(words) + (with_city ? " " + city : "");
        set.questions.push_back({query, query, [&directory, words, place](const Rows& rows) {
                                     return !rows.empty() && Directory::holds(directory.at(rows[0]), words) &&
                                            Directory::is_in(directory.at(rows[0]), place);
                                 }});
    }
    return set;
}

}  // namespace

std::vector<AskedSet> correct_questions(const Directory& directory) {
    return {by_words(directory, "correct_city", 2, true, 360), by_words(directory, "correct_words", 3, false, 361)};
}

}  // namespace bizrec::quality

#include "t/quality/typed/number_questions.hpp"

#include <algorithm>
#include <map>

#include "bizrec/base/ascii.hpp"
#include "t/quality/typed/natural.hpp"

namespace bizrec::quality {
namespace {

constexpr std::size_t max_questions = 300;

constexpr const char* counted[] = {
    "zero", "one",    "two",    "three",    "four",     "five",    "six",     "seven",     "eight",    "nine",
    "ten",  "eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen",
};
constexpr const char* ranked[] = {
    "",           "first",     "second",    "third",       "fourth",     "fifth",      "sixth",
    "seventh",    "eighth",    "ninth",     "tenth",       "eleventh",   "twelfth",    "thirteenth",
    "fourteenth", "fifteenth", "sixteenth", "seventeenth", "eighteenth", "nineteenth",
};
constexpr const char* tens[] = {"", "", "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"};
constexpr const char* ranked_tens[] = {"",         "",         "twentieth",  "thirtieth", "fortieth",
                                       "fiftieth", "sixtieth", "seventieth", "eightieth", "ninetieth"};

std::string ordinal(std::size_t number) {
    const char* ending = number / 10 == 1   ? "th"
                         : number % 10 == 1 ? "st"
                         : number % 10 == 2 ? "nd"
                         : number % 10 == 3 ? "rd"
                                            : "th";
    return std::to_string(number) + ending;
}

/// From the digits of each number from 1 to 99 to its words: "7" -> "seven", and of ordinals: "7th" -> "seventh".
std::map<std::string, std::string> words_of_digits() {
    std::map<std::string, std::string> words;
    constexpr std::size_t end = 100;
    for (std::size_t number = 1; number < end; ++number) {
        const std::size_t ten = number / 10, one = number % 10;
        const bool is_short = number < std::size(counted);
        words[std::to_string(number)] =
            is_short ? counted[number] : std::string(tens[ten]) + (one == 0 ? "" : std::string(" ") + counted[one]);
        words[ordinal(number)] = is_short   ? ranked[number]
                                 : one == 0 ? ranked_tens[ten]
                                            : std::string(tens[ten]) + " " + ranked[one];
    }
    return words;
}

/// The name with its first number in words if it has digits, or in digits if it has words; "" if the name has no
/// number.
std::string rewritten(const std::string& typed, const std::map<std::string, std::string>& to_words,
                      const std::map<std::string, std::string>& to_digits) {
    Words words = words_of(typed);
    for (std::string& word : words) {
        for (const auto* way : {&to_words, &to_digits}) {
            const auto found = way->find(word);
            if (found != way->end()) {
                word = found->second;
                return join(words);
            }
        }
    }
    return {};
}

bool has_digit(const std::string& text) {
    return std::any_of(text.begin(), text.end(), is_digit);
}

}  // namespace

AskedSet number_questions(const Directory& directory) {
    const std::map<std::string, std::string> to_words = words_of_digits();
    std::map<std::string, std::string> to_digits;
    for (const auto& [digits, words] : to_words) {
        if (words.find(' ') == std::string::npos) {
            to_digits[words] = digits;
        }
    }
    AskedSet set{"numbers", {}};
    Random random(347);
    std::vector<Asked> all;
    for (const Holders& name : directory.names()) {
        const std::string typed = rewritten(name.typed, to_words, to_digits);
        if (words_of(typed).size() < 2 || directory.find_name(typed) != nullptr) {
            continue;
        }
        Place place;
        const std::string city = choose_city(directory, name, random, place);
        const std::string behind = city.empty() ? "" : " " + city;
        all.push_back({typed + behind, name.typed + behind, name_first(directory, name.key, place), name.records.size(),
                       has_digit(typed) ? "digits" : "words"});
    }
    // Uses the 50 most common names, which come first, and every n-th of the others.
    constexpr std::size_t commonest = 50;
    const std::size_t step = std::max<std::size_t>(all.size() / max_questions, 1);
    for (std::size_t i = 0; i < all.size(); i += i < commonest ? 1 : step) {
        set.questions.push_back(std::move(all[i]));
    }
    return set;
}

}  // namespace bizrec::quality

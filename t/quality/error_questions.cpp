#include "error_questions.hpp"

#include <algorithm>
#include <functional>
#include <map>
#include <random>
#include <sstream>

namespace bizrec::quality {
namespace {

using Words = std::vector<std::string>;
/// Use only the generator itself. The distributions of the standard library give other numbers on other systems.
using Random = std::mt19937;

constexpr std::size_t questions_of_set = 400;
constexpr std::size_t common_word_records = 300;

std::size_t below(Random& random, std::size_t end) {
    return random() % end;
}

bool is_word(const std::string& word) {
    return std::all_of(word.begin(), word.end(),
                       [](char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9'); });
}

bool has_letters_only(const std::string& word) {
    return std::all_of(word.begin(), word.end(), [](char c) { return c >= 'a' && c <= 'z'; });
}

/// The words of the name; none if the name is not plain words.
Words words_of(const std::string& name) {
    std::istringstream in(name);
    Words words;
    for (std::string word; in >> word;) {
        if (!is_word(word)) {
            return {};
        }
        words.push_back(word);
    }
    return words;
}

std::string join(const Words& words, const char* between) {
    std::string out;
    for (const std::string& word : words) {
        out += (out.empty() ? "" : between) + word;
    }
    return out;
}

char other_letter(char letter, Random& random) {
    const char other = static_cast<char>('a' + below(random, 25));
    return other < letter ? other : static_cast<char>(other + 1);
}

/// Makes one typing error, never in the first letter: removes, inserts or replaces a letter, or swaps two neighbours.
void mistype(std::string& word, Random& random) {
    const std::size_t at = 1 + below(random, word.size() - 1);
    switch (below(random, 4)) {
        case 0:
            word.erase(at, 1);
            break;
        case 1:
            word.insert(at, 1, static_cast<char>('a' + below(random, 26)));
            break;
        case 2:
            word[at] = other_letter(word[at], random);
            break;
        default:
            const std::size_t left = at + 1 < word.size() ? at : at - 1;
            if (left != 0 && word[left] != word[left + 1]) {
                std::swap(word[left], word[left + 1]);
            } else {
                word[at] = other_letter(word[at], random);
            }
    }
}

/// Whether only spaces were left out, and no letter.
bool is_glued(const Words& words, const Words& typed) {
    return join(words, "").rfind(join(typed, ""), 0) == 0;
}

/// Facts about all records that the recipes need.
class Corpus {
public:
    explicit Corpus(const RecordBook& records) : records_(records.all()) {
        for (const RecordFacts& record : records_) {
            by_city_.emplace(record.city, &record);
            ids_[record.name + '\t' + record.city].push_back(record.id);
            for (const std::string& word : words_of(record.name)) {
                ++count_[word];
            }
        }
        for (const auto& [word, count] : count_) {
            if (count > 1 && word.size() > 3) {
                words_.push_back(word);
            }
        }
    }
    const std::vector<RecordFacts>& records() const noexcept { return records_; }
    bool is_common(const std::string& word) const { return count_.at(word) >= common_word_records; }
    const std::string& any_word(Random& random) const { return words_[below(random, words_.size())]; }
    /// Whether another record of the same city has each of these words in its name or in the name of the city.
    bool is_ambiguous(const RecordFacts& record, const Words& words) const {
        const auto& [first, last] = std::pair(by_city_.lower_bound(record.city), by_city_.upper_bound(record.city));
        return std::any_of(first, last, [&](const auto& other) {
            const Words held = words_of(other.second->name);
            return other.second->name != record.name && std::all_of(words.begin(), words.end(), [&](const auto& word) {
                       return std::find(held.begin(), held.end(), word) != held.end() ||
                              record.city.find(word) != std::string::npos;
                   });
        });
    }
    const std::vector<std::string>& same(const RecordFacts& record) const {
        return ids_.at(record.name + '\t' + record.city);
    }

private:
    const std::vector<RecordFacts>& records_;
    std::map<std::string, std::vector<std::string>> ids_;  // by name and city
    std::map<std::string, std::size_t> count_;             // number of records whose name has the word
    std::multimap<std::string, const RecordFacts*> by_city_;
    Words words_;
};

/// Distorts the words of a name and of its city. Returns false if the words do not suit this set.
using Recipe = std::function<bool(Words& name, Words& city, Random& random)>;

/// Makes an error in one of the words that have only letters and for which `fits` is true. Returns false if there is
/// none.
template <class Fits>
bool mistype_one(Words& words, Random& random, Fits&& fits) {
    Words::iterator chosen = words.end();
    std::size_t seen = 0;
    for (auto word = words.begin(); word != words.end(); ++word) {
        if (has_letters_only(*word) && fits(*word) && below(random, ++seen) == 0) {
            chosen = word;
        }
    }
    if (chosen == words.end()) {
        return false;
    }
    mistype(*chosen, random);
    return true;
}

bool is_long(const std::string& word) {
    return word.size() > 3;
}

bool one_error(Words& name, Words&, Random& random) {
    return name.size() > 1 && mistype_one(name, random, is_long);
}

bool first_letter(Words& name, Words&, Random& random) {
    std::string& word = name[below(random, name.size())];
    if (name.size() < 2 || !is_long(word) || !has_letters_only(word)) {
        return false;
    }
    word[0] = other_letter(word[0], random);
    return true;
}

/// Two errors, in one word or in two.
bool two_errors(Words& name, Words&, Random& random) {
    const auto is_longer = [](const std::string& word) { return word.size() > 5; };
    return name.size() > 1 && mistype_one(name, random, is_longer) && mistype_one(name, random, is_longer);
}

bool three_letters(Words& name, Words&, Random& random) {
    return name.size() > 1 && mistype_one(name, random, [](const std::string& word) { return word.size() == 3; });
}

bool city_error(Words& name, Words& city, Random& random) {
    return name.size() > 1 && mistype_one(city, random, is_long);
}

bool left_out(Words& name, Words&, Random& random) {
    if (name.size() < 3) {
        return false;
    }
    name.erase(name.begin() + static_cast<std::ptrdiff_t>(below(random, name.size())));
    return true;
}

bool common_out(const Corpus& corpus, Words& name) {
    const std::size_t words = name.size();
    name.erase(
        std::remove_if(name.begin(), name.end(), [&corpus](const std::string& word) { return corpus.is_common(word); }),
        name.end());
    return !name.empty() && name.size() != words;
}

bool swapped(Words& name, Words&, Random& random) {
    if (name.size() < 2) {
        return false;
    }
    const std::size_t at = below(random, name.size() - 1);
    std::swap(name[at], name[at + 1]);
    return true;
}

bool added(const Corpus& corpus, Words& name, Random& random) {
    name.insert(name.begin() + static_cast<std::ptrdiff_t>(below(random, name.size() + 1)), corpus.any_word(random));
    return name.size() > 2;
}

bool glued(Words& name, Words&, Random&) {
    if (name.size() < 2) {
        return false;
    }
    name = {join(name, "")};
    return name[0].size() <= 32;
}

bool all_glued(Words& name, Words& city, Random& random) {
    name.insert(name.end(), city.begin(), city.end());
    city.clear();
    return glued(name, city, random);
}

bool abbreviated(Words& name, Words&, Random&) {
    static const std::map<std::string, std::string> shorter = {
        {"medical", "med"},          {"regional", "reg"},      {"community", "comm"}, {"technology", "tech"},
        {"rehabilitation", "rehab"}, {"memorial", "mem"},      {"general", "gen"},    {"behavioral", "behav"},
        {"sciences", "sci"},         {"technologies", "tech"}, {"science", "sci"},    {"medicine", "med"},
    };
    bool any = false;
    for (std::string& word : name) {
        const auto found = shorter.find(word);
        if (found != shorter.end()) {
            word = found->second;
            any = true;
        }
    }
    return any && name.size() > 1;
}

QuestionSet questions_by(const Corpus& corpus, const char* name, double floor, const Recipe& recipe) {
    QuestionSet set;
    set.name = name;
    set.min_hit_at_1 = floor;
    Random random(14);
    // The stride is a prime, so the walk visits every record once, and records that are neighbours in the file come far
    // from each other.
    constexpr std::size_t stride = 7919;
    const std::vector<RecordFacts>& records = corpus.records();
    for (std::size_t i = 0, at = 0; i < records.size() && set.questions.size() < questions_of_set; ++i) {
        const RecordFacts& record = records[at];
        at = (at + stride) % records.size();
        Words words = words_of(record.name);
        Words city = words_of(record.city);
        const Words typed = words, typed_city = city;
        if (words.empty() || city.empty() || !recipe(words, city, random) || (words == typed && city == typed_city)) {
            continue;
        }
        if (words.size() < typed.size() && !is_glued(words, typed) && corpus.is_ambiguous(record, words)) {
            continue;
        }
        words.insert(words.end(), city.begin(), city.end());
        Question question;
        question.label = std::string(name) + ": " + join(words, " ");
        question.body = R"({"query":")" + join(words, " ") + "\"}";
        const std::vector<std::string>& right = corpus.same(record);
        question.right.insert(right.begin(), right.end());
        set.questions.push_back(std::move(question));
    }
    return set;
}

}  // namespace

std::vector<QuestionSet> typing_questions(const RecordBook& records) {
    const Corpus corpus(records);
    return {
        questions_by(corpus, "one_error", 0.98, one_error),
        questions_by(corpus, "first_letter", 0.99, first_letter),
        questions_by(corpus, "two_errors", 0.98, two_errors),
        questions_by(corpus, "three_letters", 0.98, three_letters),
        questions_by(corpus, "city_error", 0.98, city_error),
    };
}

std::vector<QuestionSet> word_questions(const RecordBook& records) {
    const Corpus corpus(records);
    const auto without_common = [&corpus](Words& name, Words&, Random&) { return common_out(corpus, name); };
    const auto with_another = [&corpus](Words& name, Words&, Random& random) { return added(corpus, name, random); };
    return {
        questions_by(corpus, "left_out", 0.975, left_out),
        questions_by(corpus, "common_out", 0.98, without_common),
        questions_by(corpus, "swapped", 0.995, swapped),
        questions_by(corpus, "word_added", 0.98, with_another),
        questions_by(corpus, "glued", 0.975, glued),
        questions_by(corpus, "all_glued", 0.975, all_glued),
        questions_by(corpus, "abbreviated", 0.985, abbreviated),
    };
}

}  // namespace bizrec::quality

#include "bizrec/decoder/spellings.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "bizrec/base/utf8.hpp"
#include "bizrec/text/plural.hpp"
#include "bizrec/text/spelling_keys.hpp"
#include "bizrec/text/two_errors.hpp"
#include "bizrec/text/typing_cost.hpp"
#include "t/unit/support/edit_distance.hpp"
#include "t/unit/support/random.hpp"
#include "t/unit/support/small_index.hpp"

/// Compares the corrections of a word with a scan over every word of the vocabulary.
namespace bizrec::search::testing {
namespace {

std::u32string letters_of(std::string_view word) {
    std::u32string out;
    for (std::size_t at = 0; at < word.size();) {
        out.push_back(next_code_point(word, at));
    }
    return out;
}

std::string digits_of(std::string_view word) {
    std::string out;
    for (const char c : word) {
        out += c >= '0' && c <= '9' ? std::string(1, c) : "";
    }
    return out;
}

/// An index in which each word is in the given number of records. Every third word is in no name.
class Dictionary {
public:
    explicit Dictionary(std::map<std::string, std::uint32_t> words) : words_(std::move(words)) {
        SmallIndex index;
        index.add_documents(documents, 100);
        std::vector<std::string> vocabulary;
        std::size_t number = 0;
        for (const auto& [word, count] : words_) {
            std::vector<std::uint32_t> docids;
            for (std::uint32_t docid = 0; docid < count; ++docid) {
                docids.push_back(docid);
            }
            index.add_flat_term(format::TermKind::word, word, docids);
            if (++number % 3 != 0) {
                index.add_flat_term(format::TermKind::name_word, word, docids);
                in_names_.insert(word);
            }
            if (format::belongs_to_vocabulary(word)) {
                vocabulary.push_back(word);
            }
        }
        index.set_vocabulary(vocabulary);
        index.add_everything();
        generation = index.open();
    }

    bool has(const ClauseRule& rule, const std::string& word) const {
        return rule.words == format::TermKind::word ? words_.count(word) != 0 : in_names_.count(word) != 0;
    }
    std::uint32_t count(const std::string& word) const { return words_.at(word); }
    const std::map<std::string, std::uint32_t>& words() const { return words_; }

    static constexpr std::uint32_t documents = 300;
    std::shared_ptr<const store::Generation> generation;

private:
    std::map<std::string, std::uint32_t> words_;
    std::set<std::string> in_names_;
};

double cost_of_form(const std::string& typed, const std::string& meant) {
    double cost = text::typing_cost(letters_of(typed), letters_of(meant), 100);
    const std::size_t a = letters_of(typed).size(), b = letters_of(meant).size();
    if (text::have_same_sound(typed, meant) && a + 2 >= b && b + 2 >= a) {
        cost = std::min<double>(cost, text::TypingCosts::same_consonants);
    }
    return cost;
}

/// The lowest cost of `typed` for `meant` or for a form that is folded to `meant`, such as its plural. The index has
/// only folded forms.
double cost_of(const std::string& typed, const std::string& meant) {
    double cost = cost_of_form(typed, meant);
    if (typed.size() < 4 || (typed.back() != 's' && typed.back() != 'e')) {
        return cost;
    }
    const std::string without = meant.substr(0, meant.size() - 1);
    for (const std::string& form : {meant + "s", meant + "e", meant + "es", without + "ie", without + "ies"}) {
        std::string folded = form;
        folded.resize(text::fold_plural(folded.data(), folded.size()));
        cost = folded == meant ? std::min(cost, cost_of_form(typed, form)) : cost;
    }
    return cost;
}

/// Compares the corrections of `typed` with a scan over all words. Each correction must have the right cost and number
/// of documents. Each near word of the scan must be among the corrections, unless there are Spellings::most corrections
/// and all are likelier.
void expect_of_scan(const Dictionary& dictionary, const ClauseRule& rule, const std::string& typed,
                    Spellings::Errors errors, std::size_t& found_in_all) {
    const QueryContext context(*dictionary.generation);
    Spellings spellings(context);
    std::vector<Spelling> found;
    std::uint64_t steps = 0;
    spellings.find(rule, typed, errors, Spellings::max_cost, found, steps);
    std::set<std::string> words;
    for (std::size_t i = 0; i < found.size(); ++i) {
        const std::string word(found[i].word);
        ASSERT_TRUE(words.insert(word).second) << typed << ": " << word << " twice";
        ASSERT_NE(word, typed);
        ASSERT_TRUE(dictionary.has(rule, word)) << typed << ": " << word;
        ASSERT_NEAR(found[i].cost, cost_of(typed, word), 1e-6) << typed << ": " << word;
        ASSERT_LE(found[i].cost, Spellings::max_cost);
        ASSERT_EQ(found[i].documents, dictionary.count(word)) << typed << ": " << word;
        ASSERT_EQ(digits_of(typed), digits_of(word)) << typed << ": " << word;
        if (i != 0) {
            ASSERT_GE(std::log(found[i - 1].documents) - found[i - 1].cost,
                      std::log(found[i].documents) - found[i].cost)
                << typed << ": " << word;
        }
    }
    found_in_all += found.size();
    const double least = found.size() < Spellings::most ? -1e9 : std::log(found.back().documents) - found.back().cost;
    const bool may_have_two = errors == Spellings::Errors::two && digits_of(typed).empty() &&
                              letters_of(typed).size() >= text::min_with_two_errors;
    for (const auto& [word, count] : dictionary.words()) {
        const bool is_near = edit_distance(letters_of(typed), letters_of(word)) <= (may_have_two ? 2 : 1) ||
                             text::have_same_sound(typed, word);
        if (word != typed && is_near && format::belongs_to_vocabulary(typed) && dictionary.has(rule, word) &&
            format::belongs_to_vocabulary(word) && digits_of(typed) == digits_of(word) && cost_of(typed, word) > 0 &&
            cost_of(typed, word) <= Spellings::max_cost && std::log(count) - cost_of(typed, word) > least) {
            ASSERT_EQ(words.count(word), 1U) << typed << " may be " << word;
        }
    }
}

std::map<std::string, std::uint32_t> random_words(Random& random, std::size_t count, const char* alphabet) {
    std::map<std::string, std::uint32_t> words;
    const std::string letters = alphabet;
    while (words.size() < count) {
        std::string word(3 + random() % 8, 'a');
        for (char& letter : word) {
            letter = letters[random() % letters.size()];
        }
        words.emplace(word, 1 + random() % Dictionary::documents);
    }
    return words;
}

TEST(Spellings, AreThoseThatAScanOfTheVocabularyFinds) {
    Random random(11);
    std::size_t found = 0;
    for (const char* alphabet : {"abc", "aeirstno", "ab1", "skctpz"}) {
        const Dictionary dictionary(random_words(random, 600, alphabet));
        ASSERT_TRUE(dictionary.generation);
        for (int i = 0; i < affordable(120); ++i) {
            std::string typed = random_words(random, 1, alphabet).begin()->first;
            if (i % 2 == 0) {
                auto word = dictionary.words().begin();
                std::advance(word, random() % dictionary.words().size());
                typed = word->first;
            }
            const ClauseRule& rule = i % 3 == 0 ? store_name_rule : query_rule;
            for (const Spellings::Errors errors : {Spellings::Errors::one, Spellings::Errors::two}) {
                ASSERT_NO_FATAL_FAILURE(expect_of_scan(dictionary, rule, typed, errors, found));
            }
        }
    }
    EXPECT_GT(found, static_cast<std::size_t>(affordable(1000)));
}

std::vector<std::string> spelled(const Dictionary& dictionary, const char* typed,
                                 Spellings::Errors errors = Spellings::Errors::one) {
    const QueryContext context(*dictionary.generation);
    Spellings spellings(context);
    std::vector<Spelling> found;
    std::uint64_t steps = 0;
    spellings.find(query_rule, typed, errors, Spellings::max_cost, found, steps);
    std::vector<std::string> out;
    for (const Spelling& spelling : found) {
        out.emplace_back(spelling.word);
    }
    return out;
}

/// The more common of two equally distant words comes first. A swap is likelier than another letter.
TEST(Spellings, TheLikeliestFirst) {
    using List = std::vector<std::string>;
    const Dictionary dictionary({{"kroger", 200},
                                 {"krieger", 5},
                                 {"restaurant", 250},
                                 {"restraint", 2},
                                 {"dock8", 9},
                                 {"dock", 9},
                                 {"brewery", 90},
                                 {"brewers", 40},
                                 {"café", 30},
                                 {"thai", 50}});
    EXPECT_EQ(spelled(dictionary, "krogger").front(), "kroger");
    EXPECT_EQ(spelled(dictionary, "brewrey").front(), "brewery");
    EXPECT_EQ(spelled(dictionary, "restraunt").front(), "restaurant") << "the same consonants";
    EXPECT_EQ(spelled(dictionary, "dock4"), List{}) << "digits are meant";
    EXPECT_EQ(spelled(dictionary, "dpck8"), List{"dock8"});
    EXPECT_EQ(spelled(dictionary, "cafè"), List{"café"});
    EXPECT_EQ(spelled(dictionary, "th"), List{}) << "of two letters there are none";
    EXPECT_EQ(spelled(dictionary, ""), List{});
    EXPECT_EQ(spelled(dictionary, "xzrestaurnt", Spellings::Errors::two), List{});
    EXPECT_EQ(spelled(dictionary, "bewrry", Spellings::Errors::two).front(), "brewery");
}

TEST(Spellings, ALimitOnlyDropsWhatCostsMore) {
    Random random(13);
    const auto words = random_words(random, 2000, "aeirstno");
    const Dictionary dictionary(words);
    const QueryContext context(*dictionary.generation);
    Spellings spellings(context);
    std::vector<Spelling> all, limited;
    std::size_t dropped = 0;
    for (const auto& [word, count] : words) {
        const std::string typed = word.substr(0, word.size() - 1) + "e";
        std::uint64_t steps = 0;
        spellings.find(query_rule, typed, Spellings::Errors::one, Spellings::max_cost, all, steps);
        spellings.find(query_rule, typed, Spellings::Errors::one, 7, limited, steps);
        if (all.size() == Spellings::most) {
            continue;  // those kept may push out cheaper ones
        }
        const auto costs_more = [](const Spelling& spelling) { return spelling.cost > 7; };
        const auto end = std::remove_if(all.begin(), all.end(), costs_more);
        dropped += static_cast<std::size_t>(all.end() - end);
        all.erase(end, all.end());
        ASSERT_EQ(all.size(), limited.size()) << typed;
        for (std::size_t i = 0; i < all.size(); ++i) {
            ASSERT_EQ(all[i].word, limited[i].word) << typed;
            ASSERT_EQ(all[i].cost, limited[i].cost) << typed;
        }
    }
    EXPECT_GT(dropped, 100U);
}

TEST(Spellings, StepsAreCounted) {
    Random random(12);
    const Dictionary dictionary(random_words(random, 2000, "aeirstno"));
    const QueryContext context(*dictionary.generation);
    Spellings spellings(context);
    std::vector<Spelling> found;
    std::uint64_t one = 0, two = 0;
    spellings.find(query_rule, "restaurant", Spellings::Errors::one, Spellings::max_cost, found, one);
    spellings.find(query_rule, "restaurant", Spellings::Errors::two, Spellings::max_cost, found, two);
    EXPECT_GT(one, 0U);
    EXPECT_LT(one, 20000U);
    EXPECT_GT(two, one);
    EXPECT_LT(two, 40000U);
}

}  // namespace
}  // namespace bizrec::search::testing

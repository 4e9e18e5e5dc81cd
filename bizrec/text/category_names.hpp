#pragma once

#include <array>
#include <bitset>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "bizrec/base/result.hpp"
#include "bizrec/base/rule_lines.hpp"

namespace bizrec::text {

class WordForms;

/// Everyday names of categories: "movie theater" for "cinema". Immutable once read; thread-safe.
class CategoryNames {
public:
    static constexpr std::size_t max_words = 16;  ///< in one name, after analysis

    /// Another name of a category, or of a part of it.
    struct Other {
        std::vector<std::string> words;  ///< analysed as a query
        bool is_narrower = false;  ///< only some of the wanted businesses have this name: "sushi" for "restaurant"
    };

    /// Reads a rule file (lmdb_builder/rules/category_names.txt). Copies what it keeps. Analyses the names with
    /// `forms`. Errors name the file and the line.
    static Result<CategoryNames> read(const RuleText& rules, const WordForms& forms);

    struct Category {
        std::vector<Other> others;
        bool is_label = false;  ///< records of the index have the name as a label
    };

    /// Drops the other names that are no label of an index, and notes which names are labels. `is_label`: told the
    /// words of a name without blanks.
    void keep_labels(const std::function<bool(std::string_view)>& is_label);

    /// Whether the name of a category may begin with the word, judged by its first and last byte and its length.
    /// Rejects most other words quickly. `are_labels`: Category::is_label of the wanted names.
    bool may_begin(std::string_view word, bool are_labels) const noexcept {
        return !word.empty() && marks_[are_labels ? 1 : 0][mark_of(word)];
    }
    /// The same for all names, also those of categories that no record has as a label.
    bool may_begin_any(std::string_view word) const noexcept { return !word.empty() && any_[mark_of(word)]; }
    /// Whether this is a name of a category, even if no record has a label of it. `name`: as for find().
    bool is_name(const std::string& name) const { return categories_.count(name) != 0; }
    /// Whether the word is in some name, so that it may describe a business: "store". `word`: analysed.
    bool has_word(std::string_view word) const noexcept;
    /// The category with a name; without others if there is none. `name`: analysed words, with a blank between.
    const Category& find(const std::string& name) const;

    /// The names of categories with these letters, or with letters one error away or of the same sound
    /// (spelling_keys()); only names that records do not have as a label, so none before keep_labels(). `letters`:
    /// analysed words, without blanks.
    void find_misspelt(std::string_view letters, std::vector<std::string_view>& out) const;

    /// The rules without comments. The same rules always give the same bytes.
    const std::string& rules() const noexcept { return text_; }

private:
    static constexpr std::size_t mark_count = 2048;
    static std::size_t mark_of(std::string_view word) noexcept {
        const auto first = static_cast<unsigned char>(word.front()), last = static_cast<unsigned char>(word.back());
        return (first * 64U + last * 8U + word.size()) % mark_count;
    }
    Status add(const RuleLine& rule, const std::vector<std::string>& name,
               const std::vector<std::vector<std::string>>& more, bool is_narrower);
    void mark_names();
    void list_words();
    void spell_unlabelled();

    std::string text_;
    std::unordered_map<std::string, Category> categories_;            // by name
    std::vector<std::string> words_;                                  // of all names; sorted
    std::array<std::bitset<mark_count>, 2> marks_;                    // by is_label: mark_of() the first words of names
    std::bitset<mark_count> any_;                                     // mark_of() the first words of all names
    std::vector<std::string> unlabelled_;                             // the names that are no labels, and have others
    std::vector<std::pair<std::uint64_t, std::uint32_t>> spellings_;  // spelling key, index in unlabelled_; sorted
};

}  // namespace bizrec::text

#pragma once

#include <bitset>
#include <cstddef>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "bizrec/base/result.hpp"
#include "bizrec/base/rule_lines.hpp"

namespace bizrec::text {

class WordForms;

/// Everyday names of categories: "movie theater" for "cinema". Immutable once read; thread-safe.
class CategoryNames {
public:
    static constexpr std::size_t max_words = 16;  ///< in one name, after analysis

    /// Another name of a category.
    struct Other {
        std::vector<std::string> words;  ///< analysed as a query
        bool is_narrower = false;  ///< only some of the wanted businesses have this name: "sushi" for "restaurant"
    };

    /// Reads a rule file (lmdb_builder/rules/category_names.txt). Copies what it keeps. Analyses the names with
    /// `forms`. Errors name the file and the line.
    static Result<CategoryNames> read(const RuleText& rules, const WordForms& forms);

    /// Whether a name may begin with the word, judged by some of its letters. Rejects most other words quickly.
    bool may_begin(std::string_view word) const noexcept { return !word.empty() && marks_[mark_of(word)]; }
    /// The other names of a category; empty if the rules have none. `name`: analysed words, with a blank between.
    const std::vector<Other>& others(const std::string& name) const;

    /// The rules without comments. The same rules always give the same bytes.
    const std::string& rules() const noexcept { return text_; }

private:
    static constexpr std::size_t mark_count = 2048;
    static std::size_t mark_of(std::string_view word) noexcept {
        const auto first = static_cast<unsigned char>(word.front()), last = static_cast<unsigned char>(word.back());
        return (first * 64U + last * 8U + word.size()) % mark_count;
    }
    void add(const std::vector<std::string>& name, const std::vector<std::string>& other, bool is_narrower);

    std::string text_;
    std::unordered_map<std::string, std::vector<Other>> others_;
    std::bitset<mark_count> marks_;  // by mark_of() the first words of names
};

}  // namespace bizrec::text

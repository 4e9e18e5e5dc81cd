#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "bizrec/base/result.hpp"
#include "bizrec/base/rule_lines.hpp"

namespace bizrec::text {

/// The entry of a folded word in the tables of stop words and word forms.
struct WordForm {
    std::string_view word;  ///< the form that represents all spellings; empty if the tables do not have the word
    bool is_stop = false;
};

/// The stop words and word forms that an index was built with, as a hash table. Immutable once read; thread-safe.
class WordForms {
public:
    WordForms() = default;
    WordForms(WordForms&&) noexcept = default;
    WordForms& operator=(WordForms&&) noexcept = default;

    /// Reads rule files (lmdb_builder/rules/stop_words.txt, word_forms.txt). Copies what it keeps. Errors name the file
    /// and the line.
    static Result<WordForms> read(const RuleText& stop_words, const RuleText& word_forms);
    /// The tables that this program was built with.
    static const WordForms& built_in();

    /// The entry of a folded word. Takes a few nanoseconds. The result lives as long as this object.
    WordForm find(std::string_view word) const noexcept;

    /// Calls use(written, meant) for each word form, but not for stop words.
    template <class Use>
    void for_each_form(Use&& use) const {
        for (const Entry& entry : entries_) {
            if (!entry.is_stop) {
                use(entry.written, entry.meant);
            }
        }
    }

    /// The rules without comments. The same rules always give the same bytes.
    std::string stop_words() const { return std::string(text(0, forms_begin_)); }
    std::string word_forms() const { return std::string(text(forms_begin_, text_.size())); }

private:
    struct Entry {
        std::string_view written, meant;  // parts of text_
        bool is_stop = false;
    };

    std::string_view text(std::size_t begin, std::size_t end) const noexcept {
        return {text_.data() + begin, end - begin};
    }
    using Seen = std::set<std::string_view>;
    Status add(const RuleLine& rule, bool is_stop, Seen& seen);
    Status read_all(const RuleText& text, bool is_stop, Seen& seen);
    Status check_meanings(const RuleText& word_forms) const;
    const Entry* find_entry(std::string_view word) const noexcept;

    std::vector<char> text_;  // plain rules of both tables; moves with this object
    std::size_t forms_begin_ = 0;
    std::vector<Entry> entries_;
    std::vector<std::uint16_t> slots_;  // slots_of(entries_)
};

/// Whether the word is a stop word of two letters that is also the code of a state of the US or a province of Canada.
bool may_be_state_code(std::string_view word) noexcept;

/// Whether French or Italian puts the word before another one, joined by an apostrophe: "d", "l", "dell".
bool is_elided_word(std::string_view word) noexcept;

}  // namespace bizrec::text

#include "bizrec/text/word_forms.hpp"

#include <algorithm>
#include <iterator>

#include "bizrec/base/rule_lines.hpp"
#include "bizrec/text/plural.hpp"
#include "bizrec/text/rule_words.hpp"

namespace bizrec::text {
namespace {

/// Whether the analyser would cut a plural ending off the word, and so never look the word itself up.
bool has_plural_ending(std::string_view word) {
    const bool has_letters_only = std::all_of(word.begin(), word.end(), [](char c) { return c >= 'a' && c <= 'z'; });
    std::string folded(word);
    return has_letters_only && fold_plural(folded.data(), folded.size()) != word.size();
}

}  // namespace

Result<WordForms> WordForms::read(const RuleText& stop_words, const RuleText& word_forms) {
    WordForms forms;
    Seen seen;
    if (const Status status = forms.read_all(stop_words, true, seen); !status) {
        return status.error();
    }
    if (const Status status = forms.read_all(word_forms, false, seen); !status) {
        return status.error();
    }
    if (const Status status = forms.check_meanings(word_forms); !status) {
        return status.error();
    }
    // From here on the entries refer to a copy of the rules that this object owns.
    const std::string stops = plain_rules(stop_words);
    const std::string meanings = plain_rules(word_forms);
    forms.entries_.clear();
    seen.clear();
    forms.text_.assign(stops.begin(), stops.end());
    forms.text_.insert(forms.text_.end(), meanings.begin(), meanings.end());
    forms.forms_begin_ = stops.size();
    Status again = forms.read_all({stop_words.name, forms.text(0, stops.size())}, true, seen);
    if (again) {
        again = forms.read_all({word_forms.name, forms.text(stops.size(), forms.text_.size())}, false, seen);
    }
    if (!again) {
        return again.error();
    }
    return forms;
}

const WordForms& WordForms::built_in() {
    static const WordForms forms = [] {
        auto read = WordForms::read({"stop_words.txt", built_in_rules("stop_words")},
                                    {"word_forms.txt", built_in_rules("word_forms")});
        return read ? std::move(read).value() : WordForms();
    }();
    return forms;
}

Status WordForms::read_all(const RuleText& text, bool is_stop, Seen& seen) {
    RuleReader reader(text);
    while (reader.next()) {
        if (Status status = add(reader.rule(), is_stop, seen); !status) {
            return status;
        }
    }
    slots_ = slots_of(entries_, &Entry::written);
    return reader.status();
}

Status WordForms::add(const RuleLine& rule, bool is_stop, Seen& seen) {
    if (rule.size() != (is_stop ? 1U : 2U)) {
        return rule.error(is_stop ? "one word" : "two words, as in \"avenue ave\"");
    }
    for (std::size_t i = 0; i < rule.size(); ++i) {
        if (!is_folded_word(rule[i])) {
            return rule.error("a word of at most 32 bytes in lower case, without accents and punctuation", rule[i]);
        }
    }
    if (entries_.size() == max_rule_words) {
        return rule.error("at most " + std::to_string(max_rule_words) + " words");
    }
    if (!seen.insert(rule[0]).second) {
        return rule.error("each word once in the tables of stop words and of word forms", rule[0]);
    }
    entries_.push_back({rule[0], rule[is_stop ? 0 : 1], is_stop});
    return ok();
}

/// Refuses a form that has a rule of its own or a plural ending: the analyser would never produce it.
Status WordForms::check_meanings(const RuleText& word_forms) const {
    for (RuleReader reader(word_forms); reader.next();) {
        const std::string_view meant = reader.rule()[1];
        if (find_entry(meant) != nullptr || has_plural_ending(meant)) {
            return reader.rule().error("a form that has no rule of its own and no ending of a plural", meant);
        }
    }
    return ok();
}

const WordForms::Entry* WordForms::find_entry(std::string_view word) const noexcept {
    if (word.empty() || word.size() > max_rule_word_bytes || slots_.empty()) {
        return nullptr;
    }
    const std::size_t mask = slots_.size() - 1;
    for (std::size_t slot = hash_of_rule_word(word) & mask; slots_[slot] != 0; slot = (slot + 1) & mask) {
        const Entry& entry = entries_[slots_[slot] - 1U];
        if (entry.written == word) {
            return &entry;
        }
    }
    return nullptr;
}

WordForm WordForms::find(std::string_view word) const noexcept {
    const Entry* entry = find_entry(word);
    return entry == nullptr ? WordForm{} : WordForm{entry->meant, entry->is_stop};
}

bool may_be_state_code(std::string_view word) noexcept {
    constexpr std::string_view codes[] = {"al", "as", "co", "de", "in", "la", "me", "on", "or"};
    return word.size() == 2 && std::find(std::begin(codes), std::end(codes), word) != std::end(codes);
}

bool is_elided_word(std::string_view word) noexcept {
    constexpr std::string_view elided[] = {"d", "l", "all", "dall", "dell", "nell", "sant", "sull"};
    return std::find(std::begin(elided), std::end(elided), word) != std::end(elided);
}

}  // namespace bizrec::text

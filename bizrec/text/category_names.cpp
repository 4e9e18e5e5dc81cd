#include "bizrec/text/category_names.hpp"

#include <algorithm>
#include <utility>

#include "bizrec/base/sort_unique.hpp"
#include "bizrec/text/analyser.hpp"
#include "bizrec/text/spelling_keys.hpp"
#include "bizrec/text/utf8.hpp"
#include "bizrec/text/word_forms.hpp"

namespace bizrec::text {
namespace {

constexpr char written_blank = '_';
constexpr std::string_view begin_of_wider = ">";
constexpr std::size_t max_name_bytes = 64;
// An index may be hostile.
constexpr std::size_t max_lines = 4096;
constexpr std::size_t max_others = 512;  // of one name

using Words = std::vector<std::string>;

/// One line of the rules.
struct Group {
    std::vector<Words> names, wider;
};

Words analysed(std::string_view written, const WordForms& forms, AnalysedText& text) {
    std::string name(written);
    std::replace(name.begin(), name.end(), written_blank, ' ');
    analyse_query(forms, name, text);
    Words words;
    for (const Word& word : text.words) {
        if (word.kind == WordKind::plain) {
            words.emplace_back(text.view(word));
        }
    }
    return words;
}

Status read_group(const RuleLine& rule, const WordForms& forms, Group& group) {
    AnalysedText text;
    bool is_wider = false;
    for (std::size_t i = 0; i < rule.size(); ++i) {
        if (rule[i] == begin_of_wider) {
            if (is_wider) {
                return rule.error("one \">\" at most");
            }
            is_wider = true;
            continue;
        }
        Words words;
        if (rule[i].size() <= max_name_bytes && is_valid_utf8(rule[i])) {
            words = analysed(rule[i], forms, text);
        }
        if (words.empty() || words.size() > CategoryNames::max_words) {
            return rule.error("names of 1 to 16 words and at most 64 bytes", rule[i]);
        }
        (is_wider ? group.wider : group.names).push_back(std::move(words));
    }
    if (group.names.empty() || group.names.size() + group.wider.size() < 2) {
        return rule.error("a category and one or more other names of it");
    }
    return ok();
}

std::string joined(const Words& words, const char* between) {
    std::string text;
    for (const std::string& word : words) {
        text.append(text.empty() ? "" : between).append(word);
    }
    return text;
}

std::string without_blanks(std::string name) {
    name.erase(std::remove(name.begin(), name.end(), ' '), name.end());
    return name;
}

}  // namespace

Result<CategoryNames> CategoryNames::read(const RuleText& rules, const WordForms& forms) {
    CategoryNames names;
    RuleReader reader(rules);
    std::size_t lines = 0;
    while (reader.next()) {
        if (++lines > max_lines) {
            return reader.rule().error("at most " + std::to_string(max_lines) + " lines");
        }
        Group group;
        Status status = read_group(reader.rule(), forms, group);
        for (std::size_t i = 0; status && i < group.names.size(); ++i) {
            status = names.add(reader.rule(), group.names[i], group.names, false);
        }
        for (std::size_t i = 0; status && i < group.wider.size(); ++i) {
            status = names.add(reader.rule(), group.wider[i], group.names, true);
        }
        if (!status) {
            return status.error();
        }
    }
    if (const Status status = reader.status(); !status) {
        return status.error();
    }
    names.mark_names();
    names.list_words();
    names.text_ = plain_rules(rules);
    return names;
}

Status CategoryNames::add(const RuleLine& rule, const Words& name, const std::vector<Words>& more, bool is_narrower) {
    std::vector<Other>& others = categories_[joined(name, " ")].others;
    for (const Words& other : more) {
        const bool has_all = std::all_of(name.begin(), name.end(), [&other](const std::string& word) {
            return std::find(other.begin(), other.end(), word) != other.end();
        });
        if (has_all) {
            continue;  // records with all words of `other` are found by `name` as typed
        }
        const auto same =
            std::find_if(others.begin(), others.end(), [&](const Other& each) { return each.words == other; });
        if (same != others.end()) {
            same->is_narrower = same->is_narrower && is_narrower;
        } else if (others.size() == max_others) {
            return rule.error("at most " + std::to_string(max_others) + " other names of \"" + joined(name, " ") +
                              "\"");
        } else {
            others.push_back({other, is_narrower});
        }
    }
    return ok();
}

void CategoryNames::list_words() {
    for (const auto& [name, category] : categories_) {
        for (std::size_t from = 0, to = 0; to != std::string::npos; from = to + 1) {
            to = name.find(' ', from);
            words_.push_back(name.substr(from, to - from));
        }
    }
    sort_unique(words_);
}

bool CategoryNames::has_word(std::string_view word) const noexcept {
    return std::binary_search(words_.begin(), words_.end(), word);
}

void CategoryNames::keep_labels(const std::function<bool(std::string_view)>& is_label) {
    for (auto& [name, category] : categories_) {
        category.is_label = is_label(without_blanks(name));
        const auto is_none = [&is_label](const Other& other) { return !is_label(joined(other.words, "")); };
        std::vector<Other>& others = category.others;
        others.erase(std::remove_if(others.begin(), others.end(), is_none), others.end());
    }
    mark_names();
    spell_unlabelled();
}

/// Makes the tables for may_begin().
void CategoryNames::mark_names() {
    marks_ = {};
    any_ = {};
    for (const auto& [name, category] : categories_) {
        const std::size_t blank = name.find(' ');
        const std::size_t mark = mark_of(std::string_view(name).substr(0, blank));
        any_.set(mark);
        if (!category.others.empty()) {
            marks_[category.is_label ? 1 : 0].set(mark);
        }
    }
}

/// Makes the tables for find_misspelt().
void CategoryNames::spell_unlabelled() {
    unlabelled_.clear();
    spellings_.clear();
    for (const auto& [name, category] : categories_) {
        if (!category.is_label && !category.others.empty()) {
            unlabelled_.push_back(name);
        }
    }
    std::vector<std::uint64_t> keys;
    for (std::uint32_t i = 0; i < unlabelled_.size(); ++i) {
        spelling_keys(without_blanks(unlabelled_[i]), keys);
        for (const std::uint64_t key : keys) {
            spellings_.emplace_back(key, i);
        }
    }
    std::sort(spellings_.begin(), spellings_.end());
}

void CategoryNames::find_misspelt(std::string_view letters, std::vector<std::string_view>& out) const {
    std::vector<std::uint64_t> keys;
    spelling_keys(letters, keys);
    std::vector<std::uint32_t> found;
    for (const std::uint64_t key : keys) {
        for (auto at = std::lower_bound(spellings_.begin(), spellings_.end(), std::make_pair(key, std::uint32_t{0}));
             at != spellings_.end() && at->first == key; ++at) {
            found.push_back(at->second);
        }
    }
    sort_unique(found);
    out.clear();
    for (const std::uint32_t number : found) {
        out.emplace_back(unlabelled_[number]);
    }
    std::sort(out.begin(), out.end());
}

const CategoryNames::Category& CategoryNames::find(const std::string& name) const {
    static const Category none;
    const auto found = categories_.find(name);
    return found == categories_.end() ? none : found->second;
}

}  // namespace bizrec::text

#include "bizrec/text/category_names.hpp"

#include <algorithm>
#include <utility>

#include "bizrec/text/analyser.hpp"
#include "bizrec/text/utf8.hpp"
#include "bizrec/text/word_forms.hpp"

namespace bizrec::text {
namespace {

constexpr char written_blank = '_';
constexpr std::string_view begin_of_wider = ">";
constexpr std::size_t max_name_bytes = 64;

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

std::string joined(const Words& words) {
    std::string text;
    for (const std::string& word : words) {
        text.append(text.empty() ? "" : " ").append(word);
    }
    return text;
}

}  // namespace

Result<CategoryNames> CategoryNames::read(const RuleText& rules, const WordForms& forms) {
    CategoryNames names;
    RuleReader reader(rules);
    while (reader.next()) {
        Group group;
        if (const Status status = read_group(reader.rule(), forms, group); !status) {
            return status.error();
        }
        for (const Words& name : group.names) {
            for (const Words& other : group.names) {
                names.add(name, other, false);
            }
        }
        for (const Words& wider : group.wider) {
            for (const Words& name : group.names) {
                names.add(wider, name, true);
            }
        }
    }
    if (const Status status = reader.status(); !status) {
        return status.error();
    }
    names.text_ = plain_rules(rules);
    return names;
}

void CategoryNames::add(const std::vector<std::string>& name, const std::vector<std::string>& other, bool is_narrower) {
    const bool has_all = std::all_of(name.begin(), name.end(), [&other](const std::string& word) {
        return std::find(other.begin(), other.end(), word) != other.end();
    });
    if (has_all) {
        return;  // records with all words of `other` are found by `name` as typed
    }
    std::vector<Other>& others = others_[joined(name)];
    const auto same =
        std::find_if(others.begin(), others.end(), [&](const Other& each) { return each.words == other; });
    if (same == others.end()) {
        others.push_back({other, is_narrower});
    } else {
        same->is_narrower = same->is_narrower && is_narrower;
    }
    marks_.set(mark_of(name.front()));
}

const std::vector<CategoryNames::Other>& CategoryNames::others(const std::string& name) const {
    static const std::vector<Other> none;
    const auto found = others_.find(name);
    return found == others_.end() ? none : found->second;
}

}  // namespace bizrec::text

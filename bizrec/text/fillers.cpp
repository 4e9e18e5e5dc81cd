#include "bizrec/text/fillers.hpp"

#include <algorithm>
#include <utility>

#include "bizrec/text/rule_words.hpp"

namespace bizrec::text {
namespace {

constexpr std::size_t max_fillers = 4096;

}  // namespace

Result<Fillers> Fillers::read(const RuleText& rules) {
    Fillers fillers;
    RuleReader reader(rules);
    while (reader.next()) {
        const RuleLine& rule = reader.rule();
        if (rule.size() > max_words) {
            return rule.error("1 to " + std::to_string(max_words) + " words");
        }
        std::string words;
        for (std::size_t i = 0; i < rule.size(); ++i) {
            if (!is_folded_word(rule[i])) {
                return rule.error("words of at most 32 bytes in lower case, without accents and punctuation", rule[i]);
            }
            words.append(i == 0 ? "" : " ").append(rule[i]);
        }
        const auto place = std::lower_bound(fillers.sorted_.begin(), fillers.sorted_.end(), words);
        if (place != fillers.sorted_.end() && *place == words) {
            return rule.error("each line once", words);
        }
        fillers.sorted_.insert(place, std::move(words));
        fillers.longest_ = std::max(fillers.longest_, rule.size());
        if (fillers.sorted_.size() > max_fillers) {
            return rule.error("at most " + std::to_string(max_fillers) + " lines");
        }
    }
    if (const Status status = reader.status(); !status) {
        return status.error();
    }
    fillers.text_ = plain_rules(rules);
    return fillers;
}

bool Fillers::has(std::string_view words) const noexcept {
    return std::binary_search(sorted_.begin(), sorted_.end(), words);
}

}  // namespace bizrec::text

#include "lmdb_builder/gazetteer/city_rules.hpp"

#include <algorithm>

#include "bizrec/base/ascii.hpp"
#include "bizrec/place/folded_names.hpp"

namespace bizrec::builder {
namespace {

constexpr char written_blank = '_';

std::string folded_city(std::string_view word) {
    std::string text(word);
    std::replace(text.begin(), text.end(), written_blank, ' ');
    std::string folded;
    place::fold_city(text, folded);
    return folded;
}

Status read_names(const RuleLine& rule, CityRules& rules) {
    CityRules::Names names{std::string(rule[0]), folded_city(rule[1]), {}};
    for (std::size_t i = 2; i < rule.size(); ++i) {
        names.others.push_back(folded_city(rule[i]));
        if (names.others.back().empty()) {
            return rule.error("a name with letters", rule[i]);
        }
    }
    if (names.city.empty()) {
        return rule.error("a name with letters", rule[1]);
    }
    rules.names.push_back(std::move(names));
    return ok();
}

}  // namespace

Result<CityRules> CityRules::read(const RuleText& text) {
    CityRules rules;
    RuleReader reader(text);
    while (reader.next()) {
        const RuleLine& rule = reader.rule();
        if (rule.size() < 3) {
            return rule.error("a country, a city and one or more other names");
        }
        if (rule[0].size() != 2 || !is_upper(rule[0][0]) || !is_upper(rule[0][1])) {
            return rule.error("an alpha-2 code in capitals", rule[0]);
        }
        if (rule[1] == "ending") {
            rules.endings.push_back({std::string(rule[0]), folded_city(rule[2])});
            if (rules.endings.back().letters.empty()) {
                return rule.error("letters", rule[2]);
            }
        } else if (const Status status = read_names(rule, rules); !status) {
            return status.error();
        }
    }
    if (!reader.status()) {
        return reader.status().error();
    }
    return rules;
}

}  // namespace bizrec::builder

#include "t/quality/stranger_report.hpp"

#include <simdjson.h>

#include <algorithm>
#include <cstdio>
#include <fstream>
#include <map>
#include <set>
#include <unordered_map>

#include "bizrec/base/ascii.hpp"
#include "bizrec/text/fold.hpp"
#include "t/quality/records.hpp"

namespace bizrec::quality {
namespace {

/// Bounds, a little above what is reached.
constexpr std::size_t most_judged_strangers = 40;   // records
constexpr std::size_t most_judged_lost = 30;        // domains
constexpr std::size_t most_strangers_of_few = 140;  // records on domains of two to four names
constexpr std::size_t most_owners_lost = 200;       // domains

constexpr std::size_t few = 4;  // names

struct Business {
    std::string id, name, page, phone, street, brand;
    std::set<std::string> words;
};

using Domains = std::map<std::string, std::vector<Business>>;

std::string folded(std::string_view text) {
    std::string out;
    text::fold(text, out);
    return out;
}

std::string letters(std::string_view text) {
    std::string out;
    std::copy_if(text.begin(), text.end(), std::back_inserter(out), [](char c) { return !is_ascii(c) || is_alnum(c); });
    return out;
}

std::set<std::string> words_of(const std::string& name) {
    constexpr std::size_t least = 3;
    std::set<std::string> words;
    for (std::size_t at = 0; at < name.size();) {
        const std::size_t end = std::min(name.find_first_of(" -/&,.'()", at), name.size());
        if (end - at >= least) {
            words.insert(name.substr(at, end - at));
        }
        at = end + 1;
    }
    return words;
}

std::string last_digits(std::string_view phone) {
    constexpr std::size_t compared = 7;
    std::string digits;
    std::copy_if(phone.begin(), phone.end(), std::back_inserter(digits), is_digit);
    return digits.size() < compared ? "" : digits.substr(digits.size() - compared);
}

/// Records by the registrable domain of their websites.
Domains read_domains(Engine& engine, const std::vector<std::string>& files) {
    Domains domains;
    for (const std::string& file : files) {
        for_each_object(file, [&](std::string_view, simdjson::dom::element record) {
            const std::string website(text_of(record, "website_url"));
            const identity::Identity identity = engine.identify(website);
            if (identity.kind != identity::Kind::domain) {
                return;
            }
            Business business{std::string(text_of(record, "store_id")),
                              folded(text_of(record, "business_name")),
                              identity.host + identity.path,
                              last_digits(text_of(record, "phone")),
                              letters(folded(text_of(record, "street_address"))),
                              std::string(text_of(record, "brand_id")),
                              {}};
            business.words = words_of(business.name);
            domains[identity.key].push_back(std::move(business));
        });
    }
    return domains;
}

std::size_t count_names(const std::vector<Business>& businesses) {
    std::set<std::string_view> names;
    for (const Business& business : businesses) {
        names.insert(business.name);
    }
    return names.size();
}

/// Knows by other means than the builder whether two records of a domain have anything in common.
class Judge {
public:
    explicit Judge(const Domains& domains) {
        for (const auto& [domain, businesses] : domains) {
            std::set<std::string> words;
            for (const Business& business : businesses) {
                words.insert(business.words.begin(), business.words.end());
            }
            for (const std::string& word : words) {
                ++uses_[word];
            }
        }
    }

    /// Of each of a domain's records, a number that those have in common whom anything connects.
    std::vector<std::size_t> connected(const std::string& domain, const std::vector<Business>& all) const {
        constexpr std::size_t rare = 100;  // domains
        std::vector<std::size_t> next(all.size());
        std::map<std::string, std::size_t> first;
        const auto root = [&next](std::size_t at) {
            while (next[at] != at) {
                at = next[at] = next[next[at]];
            }
            return at;
        };
        for (std::size_t i = 0; i < all.size(); ++i) {
            next[i] = i;
            const auto join = [&](char kind, const std::string& value) {
                const std::size_t other = first.emplace(kind + value, i).first->second;
                next[root(i)] = root(other);
            };
            const Business& one = all[i];
            join('n', one.name);
            for (const auto& [kind, value] : {std::pair('t', &one.phone), {'s', &one.street}, {'b', &one.brand}}) {
                if (!value->empty()) {
                    join(kind, *value);
                }
            }
            if (bears_label(domain, one)) {
                join('l', "");
            }
            if (!one.brand.empty() && one.street.empty() && one.phone.empty()) {
                join('B', "");  // a brand of a group
            }
            if (one.page == domain) {
                join('h', "");
            }
            for (const std::string& word : one.words) {
                if (uses_.at(word) <= rare) {
                    join('w', word);
                }
            }
        }
        const bool has_owner = std::any_of(all.begin(), all.end(), [&domain](const Business& one) {
            return bears_label(domain, one) && one.page == domain;
        });
        if (has_owner && count_names(all) <= few) {
            return std::vector<std::size_t>(all.size());  // the others are parts of the owner's
        }
        for (std::size_t i = 0; i < all.size(); ++i) {
            next[i] = root(i);
        }
        return next;
    }

    static bool bears_label(const std::string& domain, const Business& business) {
        const std::string label = letters(domain.substr(0, domain.find('.')));
        std::string initials;
        std::string last = " ";
        for (const char c : business.name) {
            if (last == " " && c != ' ') {
                initials += c;
            }
            last = c;
        }
        return letters(business.name).find(label) != std::string::npos || initials == label;
    }

private:
    std::unordered_map<std::string, std::size_t> uses_;
};

struct Counts {
    std::size_t asked = 0, strangers = 0;
};

/// Asks for each record by its own page. `groups`: of each record; an answer from another one is a stranger's, but for
/// those on the same page.
Counts ask_pages(Engine& engine, const std::vector<Business>& all, const std::vector<std::size_t>& groups) {
    std::unordered_map<std::string_view, std::size_t> places;
    for (std::size_t i = 0; i < all.size(); ++i) {
        places.emplace(all[i].id, i);
    }
    Counts counts;
    for (std::size_t i = 0; i < all.size(); ++i) {
        ++counts.asked;
        const std::vector<std::string> answer = engine.enrich("https://" + all[i].page);
        counts.strangers += std::any_of(answer.begin(), answer.end(), [&](const std::string& id) {
            const auto other = places.find(id);
            return other != places.end() && groups[other->second] != groups[i] &&
                   all[other->second].page != all[i].page;
        });
    }
    return counts;
}

/// Each name a business of its own.
std::vector<std::size_t> by_name(const std::vector<Business>& all) {
    std::map<std::string_view, std::size_t> first;
    std::vector<std::size_t> groups;
    for (std::size_t i = 0; i < all.size(); ++i) {
        groups.push_back(first.emplace(all[i].name, i).first->second);
    }
    return groups;
}

bool is_within(const char* what, std::size_t count, std::size_t of, std::size_t bound) {
    std::printf("%-14s %6zu of %6zu %s (at most %zu)%s\n", "strangers", count, of, what, bound,
                count > bound ? "  BELOW" : "");
    return count <= bound;
}

bool report_all(Engine& engine, const Domains& domains) {
    const Judge judge(domains);
    Counts small, large;
    std::size_t owners = 0;
    std::size_t lost = 0;
    for (const auto& [domain, businesses] : domains) {
        const bool owned = std::any_of(businesses.begin(), businesses.end(), [&, &domain = domain](const Business& b) {
            return Judge::bears_label(domain, b);
        });
        owners += owned ? 1 : 0;
        lost += owned && engine.enrich(domain).empty() ? 1 : 0;
        const std::size_t names = count_names(businesses);
        if (names < 2) {
            continue;
        }
        const Counts counts = ask_pages(engine, businesses, judge.connected(domain, businesses));
        if (names <= few && counts.strangers > 0) {
            std::printf("  strangers: %s\n", domain.c_str());
        }
        (names <= few ? small : large).asked += counts.asked;
        (names <= few ? small : large).strangers += counts.strangers;
    }
    std::printf("%-14s %6zu of %6zu records on domains of five names and more are answered with a name unlike theirs\n",
                "strangers", large.strangers, large.asked);
    const bool good = is_within("records on domains of two to four names are answered with strangers", small.strangers,
                                small.asked, most_strangers_of_few);
    return is_within("domains whose label a record bears do not find it", lost, owners, most_owners_lost) && good;
}

bool report_judged(Engine& engine, const Domains& domains, const std::string& path) {
    Counts strangers;
    std::size_t same = 0;
    std::size_t lost = 0;
    std::ifstream file(path);
    for (std::string line; std::getline(file, line);) {
        const std::size_t tab = line.find('\t');
        const auto found = tab == std::string::npos ? domains.end() : domains.find(line.substr(tab + 1));
        if (line[0] == '#' || found == domains.end()) {
            continue;
        }
        if (line.compare(0, tab, "strangers") == 0) {
            const Counts counts = ask_pages(engine, found->second, by_name(found->second));
            if (counts.strangers > 0) {
                std::printf("  judged strangers: %s, %zu of %zu\n", found->first.c_str(), counts.strangers,
                            counts.asked);
            }
            strangers.asked += counts.asked;
            strangers.strangers += counts.strangers;
        } else if (line.compare(0, tab, "same") == 0) {
            ++same;
            const bool is_lost = engine.enrich(found->first).empty();
            lost += is_lost ? 1 : 0;
            if (is_lost) {
                std::printf("  lost: %s\n", found->first.c_str());
            }
        }
    }
    const bool good = is_within("records on domains judged to be of strangers are answered with one",
                                strangers.strangers, strangers.asked, most_judged_strangers);
    return is_within("domains judged to be of one business find nothing", lost, same, most_judged_lost) && good;
}

}  // namespace

bool report_strangers(Engine& engine, const std::vector<std::string>& files, const std::string& judged) {
    std::printf("\n");
    const Domains domains = read_domains(engine, files);
    const bool good = report_all(engine, domains);
    return report_judged(engine, domains, judged) && good;
}

}  // namespace bizrec::quality

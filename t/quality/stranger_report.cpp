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

/// Bounds on the counts of this report, a little above the counts of today. A record finds a stranger if a look-up of
/// its website returns a record of another business.
constexpr std::size_t max_judged_strangers = 40;  // records that find a stranger, on domains judged "strangers"
constexpr std::size_t max_judged_lost = 20;       // domains judged "one business" that find no record
constexpr std::size_t max_strangers_of_few = 40;  // records that find a stranger, on domains with two to four names
constexpr std::size_t max_owners_lost = 30;       // domains that find no record, although a record bears their label
constexpr double max_share_of_websites = .001;    // of the records counted; bounds all other counts

constexpr std::size_t few = 4;  // a domain has few names if it has at most this many

struct Business {
    std::string id, name, page, phone, street, brand;
    std::set<std::string> words;
    bool is_page_alone = false;  ///< by the rules, only exactly this page finds the record
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

/// Groups the records by the registrable domain of their websites.
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
            business.is_page_alone = identity.is_page_of_stranger;
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

enum class Verdict { none, one, strangers };

/// The verdicts that a person has given on some domains (judged_domains.tsv).
class Verdicts {
public:
    explicit Verdicts(const std::string& path) {
        std::ifstream file(path);
        for (std::string line; std::getline(file, line);) {
            const std::size_t tab = line.find('\t');
            if (line[0] != '#' && tab != std::string::npos) {
                verdicts_[line.substr(tab + 1)] =
                    line.compare(0, tab, "strangers") == 0 ? Verdict::strangers : Verdict::one;
            }
        }
    }
    Verdict of(const std::string& domain) const {
        const auto found = verdicts_.find(domain);
        return found == verdicts_.end() ? Verdict::none : found->second;
    }

private:
    std::unordered_map<std::string, Verdict> verdicts_;
};

/// Returns a group number for each record. Records of the same name have the same number, so that each name counts as a
/// business of its own.
std::vector<std::size_t> by_name(const std::vector<Business>& all) {
    std::map<std::string_view, std::size_t> first;
    std::vector<std::size_t> groups;
    for (std::size_t i = 0; i < all.size(); ++i) {
        groups.push_back(first.emplace(all[i].name, i).first->second);
    }
    return groups;
}

/// Decides whether two records of a domain belong to the same business, by other means than the builder.
class Judge {
public:
    Judge(const Domains& domains, const Verdicts& verdicts) : verdicts_(verdicts) {
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

    /// Returns a group number for each record of a domain. Records that anything connects have the same number.
    std::vector<std::size_t> connected(const std::string& domain, const std::vector<Business>& all) const {
        // Names do not show that the museums of a town or the buildings of a hospital belong together. If a person has
        // judged the domain, that verdict counts.
        if (const Verdict verdict = verdicts_.of(domain); verdict != Verdict::none) {
            return verdict == Verdict::one ? std::vector<std::size_t>(all.size()) : by_name(all);
        }
        constexpr std::size_t rare = 100;  // a word is rare if at most this many domains have it
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
                // a brand without an address or telephone belongs to the group of companies that owns the domain
                join('B', "");
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
            return std::vector<std::size_t>(all.size());  // the other records are parts of the owner's business
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
    const Verdicts& verdicts_;
    std::unordered_map<std::string, std::size_t> uses_;
};

struct Counts {
    std::size_t asked = 0, strangers = 0;
};

/// Looks up each record by its own page. `groups`: the group of each record. A returned record of another group is a
/// stranger, unless it has the same page.
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

bool is_within(const char* what, std::size_t count, std::size_t of, std::size_t bound) {
    std::printf("%-14s %6zu of %6zu %s (at most %zu)%s\n", "strangers", count, of, what, bound,
                count > bound ? "  BELOW" : "");
    return count <= bound;
}

bool is_within(const char* what, std::size_t count, std::size_t of) {
    return is_within(what, count, of, static_cast<std::size_t>(static_cast<double>(of) * max_share_of_websites));
}

/// Checks that each company's records are also found by another page of its domain, by labels that companies use for
/// parts of their site, and by an e-mail address.
bool report_other_pages(Engine& engine, const Domains& domains, const Verdicts& verdicts) {
    constexpr std::pair<const char*, const char*> forms[] = {
        {"https://%/another-page", "records are not found by another page of their domain"},
        {"https://shop.%/", "records are not found by shop."},
        {"https://locations.%/", "records are not found by locations."},
        {"https://uk.%/", "records are not found by uk."},
        {"info@%", "records are not found by an address at their domain"}};
    bool good = true;
    for (const auto& [form, what] : forms) {
        std::size_t records = 0;
        std::size_t lost = 0;
        for (const auto& [domain, businesses] : domains) {
            if (verdicts.of(domain) == Verdict::strangers) {
                continue;
            }
            std::string asked = form;
            asked.replace(asked.find('%'), 1, domain);
            const auto found_by_pages = static_cast<std::size_t>(std::count_if(
                businesses.begin(), businesses.end(), [](const Business& b) { return !b.is_page_alone; }));
            records += found_by_pages;
            lost += found_by_pages > 0 && engine.enrich(asked).empty() ? found_by_pages : 0;
        }
        good = is_within(what, lost, records) && good;
    }
    return good;
}

/// Checks the domains on which every record has a subdomain. Such a domain may be a site builder that no rule knows. If
/// unrelated businesses share the domain, each of their hosts must count as a tenant's (Engine::is_below_name()).
/// Otherwise the host of one business would find another business, if that were the domain's only record. Also prints
/// how many records of the other domains are not found by an unknown subdomain, "some-other-name.DOMAIN".
bool report_tenants(Engine& engine, const Domains& domains, const Judge& judge) {
    std::size_t websites = 0;
    std::size_t strange = 0;
    std::size_t hidden = 0;
    for (const auto& [domain, businesses] : domains) {
        std::set<std::string> hosts;
        for (const Business& business : businesses) {
            hosts.insert(business.page.substr(0, business.page.find('/')));
        }
        websites += businesses.size();
        if (hosts.count(domain) != 0) {
            continue;
        }
        const std::vector<std::size_t> groups = judge.connected(domain, businesses);
        const bool strangers = std::set<std::size_t>(groups.begin(), groups.end()).size() > 1;
        for (const std::string& host : hosts) {
            strange += strangers && !engine.is_below_name(host, domain) ? 1 : 0;
        }
        hidden += !strangers && engine.enrich("https://some-other-name." + domain).empty() ? businesses.size() : 0;
    }
    std::printf(
        "%-14s %6zu of %6zu records are not found by an unknown name below their domain: it may be a tenant's\n",
        "strangers", hidden, websites);
    return is_within("subdomains of strangers would answer for others, were each the only one", strange, websites);
}

bool report_all(Engine& engine, const Domains& domains, const Judge& judge) {
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
                                small.asked, max_strangers_of_few);
    return is_within("domains whose label a record bears do not find it", lost, owners, max_owners_lost) && good;
}

bool report_judged(Engine& engine, const Domains& domains, const Verdicts& verdicts) {
    Counts strangers;
    std::size_t same = 0;
    std::size_t lost = 0;
    for (const auto& [domain, businesses] : domains) {
        const Verdict verdict = verdicts.of(domain);
        if (verdict == Verdict::strangers) {
            const Counts counts = ask_pages(engine, businesses, by_name(businesses));
            if (counts.strangers > 0) {
                std::printf("  judged strangers: %s, %zu of %zu\n", domain.c_str(), counts.strangers, counts.asked);
            }
            strangers.asked += counts.asked;
            strangers.strangers += counts.strangers;
        } else if (verdict == Verdict::one) {
            ++same;
            const bool is_lost = engine.enrich(domain).empty();
            lost += is_lost ? 1 : 0;
            if (is_lost) {
                std::printf("  lost: %s\n", domain.c_str());
            }
        }
    }
    const bool good = is_within("records on domains judged to be of strangers are answered with one",
                                strangers.strangers, strangers.asked, max_judged_strangers);
    return is_within("domains judged to be of one business find nothing", lost, same, max_judged_lost) && good;
}

}  // namespace

bool report_strangers(Engine& engine, const std::vector<std::string>& files, const std::string& judged) {
    std::printf("\n");
    const Domains domains = read_domains(engine, files);
    const Verdicts verdicts(judged);
    const Judge judge(domains, verdicts);
    bool good = report_all(engine, domains, judge);
    good = report_other_pages(engine, domains, verdicts) && good;
    good = report_tenants(engine, domains, judge) && good;
    return report_judged(engine, domains, verdicts) && good;
}

}  // namespace bizrec::quality

#include "t/unit/support/search_corpus.hpp"

#include <algorithm>
#include <sstream>

#include "bizrec/base/sort_unique.hpp"
#include "t/unit/enrich/enrich_oracle.hpp"
#include "t/unit/lookup/root_domains.hpp"

namespace bizrec::search::testing {

namespace {

constexpr const char* corpus_words[] = {
    "coffee",     "the",       "bar",      "golden",    "restaurant",
    "and",        "house",     "garden",   "of",        "anchor",
    "grill",      "Oakland",   "bakery",   "pizza",     "Café",
    "market",     "farmers",   "dragon",   "lantern",   "museum",
    "Paris",      "brewing",   "tavern",   "books",     "Austin",
    "silver",     "寿司",      "居酒屋花", "lanterns",  "goldenanchor",
    "coffees",    "toffee",    "market",   "marker",    "Springfield",
    "California", "U.S.A.",    "横浜",     "Москва",    "чай",
    "Ελλάδα",     "naïve",     "Lucky",    "wolf",      "wolves",
    "brewery",    "breweries", "7-Eleven", "O'Brien's", "St. John",
    "street",     "company",   "co",       "inc",       "pearl",
    "pearls",     "rooster",   "zebra",    "whale",     "tulip",
    "wagon",      "oaks",      "birch",    "starbucks", "walmart",
    "star",       "wal",       "mart",     "bucks",     "books and more",
    "花",         "☕",
};
constexpr const char* ownerships[] = {"INDEPENDENT", "FAMILY", "FRANCHISE", "CHAIN", "OTHER"};
constexpr const char* rare_beginnings[] = {"quel", "zorb", "mint", "jaxx", "ferno", "kestr", "lumb"};
constexpr const char* rare_ends[] = {"ix", "anda", "ory", "uline", "ettes", "opolis"};

void add_text(std::string& line, const char* field, const std::string& value) {
    if (!value.empty()) {
        line += std::string(",\"") + field + "\":\"" + value + '"';
    }
}

void add_number(std::string& line, const char* field, const std::string& value) {
    line += std::string(",\"") + field + "\":" + value;
}

}  // namespace

std::string SearchCorpus::word() {
    if (chance(8)) {
        return std::string(rare_beginnings[random_() % std::size(rare_beginnings)]) +
               rare_ends[random_() % std::size(rare_ends)];
    }
    const std::size_t bound = 1 + random_() % std::size(corpus_words);  // an earlier word of the list is more common
    return corpus_words[random_() % bound];
}

std::string SearchCorpus::words(unsigned most) {
    std::string out;
    for (unsigned left = 1 + random_() % most; left != 0; --left) {
        out += (out.empty() ? "" : " ") + word();
    }
    return out;
}

std::string SearchCorpus::name() {
    return words(chance(80) ? 3 : 10);
}

std::string SearchCorpus::label() {
    return words(chance(70) ? 1 : 3);
}

std::string SearchCorpus::line() {
    std::string line = records_.line();
    line.pop_back();
    if (chance(70)) {
        add_text(line, "store_name", name());
    }
    if (chance(30)) {
        add_text(line, "brand_name", name());
    }
    for (const char* field : {"business_categories", "tags"}) {
        if (chance(60)) {
            std::string labels;
            for (unsigned left = 1 + random_() % 3; left != 0; --left) {
                labels += (labels.empty() ? "\"" : ",\"") + label() + '"';
            }
            add_number(line, field, '[' + labels + ']');
        }
    }
    if (chance(30)) {
        add_text(line, "business_keywords", words(6));
    }
    if (chance(20)) {
        add_text(line, "store_description", words(30));
    }
    if (chance(60)) {
        add_number(line, "num_stores", std::to_string(random_() % (chance(50) ? 3 : 1000)));
    }
    if (chance(60)) {
        add_text(line, "ownership_type", ownerships[random_() % std::size(ownerships)]);
    }
    if (chance(50)) {
        add_number(line, "price_tier", std::to_string(1 + random_() % 4));
    }
    if (chance(50)) {
        add_number(line, "yelp_rating", std::to_string(random_() % 6));
    }
    if (chance(40)) {
        add_text(line, "open_date",
                 "20" + std::to_string(10 + random_() % 10) + "-05-1" + std::to_string(random_() % 10));
    }
    if (chance(40)) {
        add_text(line, "info_refreshed_at",
                 "2020-0" + std::to_string(1 + random_() % 9) + "-11T10:00:0" + std::to_string(random_() % 10) + "Z");
    }
    if (chance(40)) {
        add_text(line, "phone", "+1 555 0100");
    }
    if (chance(40)) {
        add_number(line, "has_valid_website", chance(50) ? "true" : "false");
    }
    return line + '}';
}

SearchRequests::SearchRequests(std::uint32_t seed, std::vector<RandomRequests::Place> places)
    : random_(seed), corpus_(seed + 1), locations_(seed + 2), places_(std::move(places)) {
    locations_.places = places_;
    locations_.websites.resize(1);
    locations_.profiles.resize(1);
}

std::string SearchRequests::misspelt(std::string word) {
    if (word.size() < 4) {
        return word;
    }
    const std::size_t at = random_() % (word.size() - 1);
    switch (random_() % 4) {
        case 0:
            return word.erase(at, 1);
        case 1:
            return word.insert(at, 1, word[at]);
        case 2:
            std::swap(word[at], word[at + 1]);
            return word;
        default:
            word[at] = 'x';
            return word;
    }
}

std::string SearchRequests::text() {
    if (chance(3)) {
        constexpr const char* odd[] = {"☕", "!?", "the of and", "OR", "&", "花", "a b c d e f g h i j k l", "'"};
        return odd[random_() % std::size(odd)];
    }
    if (chance(20)) {
        return chance(50) ? corpus_.name() : corpus_.label();
    }
    std::string out;
    for (unsigned left = 1 + random_() % (chance(90) ? 3 : 9); left != 0; --left) {
        std::string word = corpus_.word();
        if (chance(12)) {
            const RandomRequests::Place& place = places_[random_() % places_.size()];
            word = chance(50) ? place.city : chance(50) ? place.state : place.postal_code;
        }
        const bool is_ascii = std::all_of(word.begin(), word.end(), [](char c) { return c > 0; });
        if (is_ascii && chance(10)) {
            word = misspelt(word);
            word = chance(20) ? misspelt(word) : word;
        }
        out += (out.empty() || chance(3) ? "" : " ") + word;
    }
    return out.empty() ? "bar" : out;
}

ColumnBounds SearchRequests::bounds() {
    ColumnBounds bounds;
    const auto one_in = [this](unsigned n) { return random_() % n == 0; };
    if (one_in(6)) {
        bounds.num_stores.given = true;
        bounds.num_stores.min = random_() % 3;
        bounds.num_stores.max = one_in(2) ? format::missing_count - 1 : bounds.num_stores.min + random_() % 500;
    }
    if (one_in(6)) {
        bounds.reviews.given = true;
        bounds.reviews.min = random_() % 5;
        bounds.reviews.max = one_in(2) ? format::missing_count - 1 : bounds.reviews.min + random_() % 3000;
    }
    if (one_in(6)) {
        bounds.rating.given = true;
        bounds.rating.min = static_cast<float>(random_() % 4);
        bounds.rating.max = bounds.rating.min + 1;
    }
    if (one_in(6)) {
        bounds.price_tier.given = true;
        bounds.price_tier.min = static_cast<std::uint8_t>(1 + random_() % 3);
        bounds.price_tier.max = static_cast<std::uint8_t>(bounds.price_tier.min + random_() % 2);
    }
    if (one_in(6)) {
        bounds.opened.given = true;
        bounds.opened.min = one_in(2) ? format::missing_time + 1 : 1400000000;
        bounds.opened.max = one_in(2) ? INT64_MAX : 1500000000;
    }
    if (one_in(6)) {
        bounds.refreshed.given = true;
        bounds.refreshed.min = 1586600000;
        bounds.refreshed.max = one_in(2) ? INT64_MAX : 1600000000;
    }
    if (one_in(6)) {
        bounds.ownership.allowed = static_cast<std::uint8_t>(2U << random_() % 4 | 2U << random_() % 4);
    }
    if (one_in(6)) {
        bounds.flags.wanted = static_cast<std::uint8_t>(1U << random_() % 3);
        bounds.flags.unwanted = static_cast<std::uint8_t>(~bounds.flags.wanted & 1U << random_() % 3);
    }
    return bounds;
}

/// Home pages, pages of unrelated businesses, and pages that do not exist.
std::vector<RootDomain> SearchRequests::some_domains(unsigned most) {
    std::vector<RootDomain> domains;
    for (unsigned left = 1 + random_() % most; left != 0; --left) {
        const bool is_page = random_() % 2 == 0;
        RootDomain domain =
            root_domain(keys[random_() % keys.size()], is_page ? "/r/" + std::to_string(random_() % 60) : "");
        domain.page_alone = random_() % 6 == 0;
        domains.push_back(std::move(domain));
    }
    if (random_() % 3 == 0) {
        domains.push_back(root_domain("strangerhub.com", "/r/" + std::to_string(random_() % 60)));
    }
    sort_unique(domains);
    return domains;
}

SearchQuery SearchRequests::next() {
    SearchQuery query;
    const auto one_in = [this](unsigned n) { return random_() % n == 0; };
    if (!one_in(5)) {
        query.query = text();
    }
    if (one_in(4)) {
        query.store_name = text();
    }
    const auto add_some = [&](std::vector<std::string>& to, unsigned most, auto&& make) {
        for (unsigned left = 1 + random_() % most; left != 0; --left) {
            to.push_back(make());
        }
    };
    if (one_in(6)) {
        add_some(query.tags, 4, [this] { return corpus_.label(); });
    }
    if (one_in(6)) {
        add_some(query.include_keywords, 4, [this] { return corpus_.label(); });
    }
    if (one_in(6)) {
        add_some(query.exclude_keywords, 3,
                 [this] { return corpus_.label() + (chance(50) ? "" : " " + corpus_.word()); });
    }
    if (one_in(6)) {
        query.excluded_domains = some_domains(6);
    }
    if (one_in(6)) {
        query.by_included_domains = true;
        query.included_domains = some_domains(12);
    }
    if (one_in(3)) {
        query.locations = locations_.next().locations;
    }
    if (one_in(4)) {
        query.bounds = bounds();
    }
    constexpr std::uint32_t limits[] = {1, 7, 50, 1000};
    query.limit = limits[random_() % std::size(limits)];
    query.estimate_total = chance(60);
    return query;
}

std::string describe(const SearchQuery& query) {
    std::ostringstream out;
    out << "query '" << query.query << "' store_name '" << query.store_name << "' limit " << query.limit;
    const auto list = [&out](const char* name, const std::vector<std::string>& values) {
        for (const std::string& value : values) {
            out << ' ' << name << " '" << value << '\'';
        }
    };
    list("tag", query.tags);
    list("include", query.include_keywords);
    list("exclude", query.exclude_keywords);
    const auto domains = [&out](const char* name, const std::vector<RootDomain>& values) {
        for (const RootDomain& value : values) {
            out << ' ' << name << " '" << value.key << "' '" << value.page << (value.page_alone ? "' alone" : "'");
        }
    };
    domains("key", query.excluded_domains);
    domains("only", query.included_domains);
    EnrichQuery places;
    places.locations = query.locations;
    out << " at " << describe(places);
    out << (query.bounds.any() ? " with bounds" : "") << (query.estimate_total ? " counted" : "");
    return out.str();
}

}  // namespace bizrec::search::testing

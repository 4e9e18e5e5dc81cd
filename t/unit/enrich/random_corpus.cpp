#include "t/unit/enrich/random_corpus.hpp"

namespace bizrec::search::testing {

const std::vector<SpeltPlace> spelt_places = {
    {"US",
     {"CA", "California", "US-CA", "california"},
     {"Oakland", "OAKLAND", "oakland"},
     {"94607", "94607-1234", "94612"},
     37.80,
     -122.27},
    {"US",
     {"CA", "California", "US-CA", "Calif"},
     {"San José", "San Jose", "SAN JOSE"},
     {"95112", "95113", "951120001"},
     37.34,
     -121.89},
    {"US",
     {"OR", "Oregon", "US-OR", "oregon"},
     {"Springfield", "springfield", "SPRINGFIELD"},
     {"97477", "97478", "97477"},
     44.05,
     -123.02},
    {"US",
     {"IL", "Illinois", "illinois", ""},
     {"Springfield", "springfield", "Spring field"},
     {"62701", "62702", ""},
     39.80,
     -89.65},
    {"US",
     {"MO", "Missouri", "US-MO", ""},
     {"St. Louis", "Saint Louis", "ST LOUIS"},
     {"63101", "63102", "63101-0001"},
     38.63,
     -90.20},
    {"US", {"VT", "Vermont", "", ""}, {"Danville", "DANVILLE", ""}, {"05828", "5828", "05828-9800"}, 44.41, -72.14},
    {"US", {"AK", "Alaska", "US-AK", ""}, {"Attu", "attu", "ATTU"}, {"99546", "", ""}, 52.90, 179.999},
    {"FJ", {"", "", "", ""}, {"Taveuni", "taveuni", ""}, {"", "", ""}, -16.8, -179.999},
    {"AQ", {"", "", "", ""}, {"South Pole", "SOUTH POLE", "southpole"}, {"", "", ""}, -89.9999, 0},
    {"NO", {"", "Svalbard", "", ""}, {"Nord", "nord", ""}, {"9170", "9170", ""}, 89.9999, 120},
    {"JP",
     {"大阪府", "大阪", "Osaka", "JP-27"},
     {"大阪市", "大阪市", "Ōsaka-shi"},
     {"530-0001", "5300001", ""},
     34.69,
     135.50},
    {"FR",
     {"Île-de-France", "IDF", "ile de france", "FR-IDF"},
     {"Paris", "PARIS", "paris"},
     {"75001", "75002", "75 001"},
     48.86,
     2.35},
    {"GB",
     {"England", "england", "GB-ENG", ""},
     {"London", "LONDON", ""},
     {"SW1A 1AA", "sw1a1aa", "EC1A 1BB"},
     51.50,
     -0.14},
    {"", {"CA", "", "", ""}, {"Oakland", "", ""}, {"94607", "", ""}, 37.81, -122.26},
};

namespace {

constexpr const char* chain_hosts[] = {"www.", "", "locations.", "shop.", "WWW."};
constexpr const char* pages[] = {"", "/", "/stores/1", "/stores/2", "/stores/2/", "/about?x=1"};
constexpr const char* tenants[] = {"joes.github.io", "anna.github.io", "joesdeli.weebly.com", "anna.wixsite.com"};
constexpr const char* unusable[] = {"n/a", "https://bit.ly/xyz", "joe@gmail.com", "http://127.0.0.1/", "none", "-"};
constexpr const char* platforms[] = {"facebook", "instagram", "twitter", "yelp"};
constexpr const char* profile_hosts[] = {"https://www.facebook.com/", "instagram.com/", "https://x.com/",
                                         "https://www.yelp.com/biz/"};
constexpr const char* first_words[] = {"Golden", "Silver", "Green", "Lucky", "Old",   "Royal", "Blue",
                                       "Happy",  "Little", "Grand", "Black", "White", "Rusty", "Quiet"};
constexpr const char* second_words[] = {"Anchor",  "Bakery", "Dragon", "Garden", "Lantern", "Oak",  "Pearl",
                                        "Rooster", "Tavern", "Tulip",  "Wagon",  "Whale",   "Wolf", "Zebra"};

}  // namespace

std::string RandomCorpus::website() {
    switch (below(12)) {
        case 0:
            return any(tenants) + std::string(any(pages));
        case 1:
            return "https://www.strangerhub.com/r/" + number(60);
        case 2:
            return any(unusable);
        case 3:
            return profile_url();
        case 4:
            return "loner" + number(200) + ".com" + any(pages);
        case 5:
            return "https://" + std::string(any(chain_hosts)) + "chain" + number(3) + ".co.uk" + any(pages);
        default:
            return (chance(70) ? "https://" : "") + std::string(any(chain_hosts)) + "chain" + number(3) + ".com" +
                   any(pages);
    }
}

std::string RandomCorpus::profile_url() {
    std::string out = any(profile_hosts);
    return out.append("handle").append(number(chance(50) ? 5 : 300));
}

std::string RandomCorpus::uuid() {
    constexpr char digits[] = "0123456789abcdef";
    std::string out;
    for (const unsigned length : {8U, 4U, 4U, 4U, 12U}) {
        if (!out.empty()) {
            out += '-';
        }
        for (unsigned i = 0; i < length; ++i) {
            out += digits[below(16)];
        }
    }
    return out;
}

std::string RandomCorpus::name() {
    return chance(40) ? "Chain Store" : any(first_words) + std::string(" ") + any(second_words);
}

std::string RandomCorpus::social_links() {
    switch (below(4)) {
        case 0:
            return "[{\"platform\":\"facebook\",\"url\":\"" + profile_url() + "\"}]";
        case 1:
            return "{\"" + std::string(any(platforms)) + "\":[\"" + profile_url() + "\",\"handle" + number(5) + "\"]}";
        case 2:
            return "[\"" + profile_url() + "\",\"" + profile_url() + "\"]";
        default:
            return "[{\"platform\":\"facebook\",\"url\":\"https://www.facebook.com/\"}]";
    }
}

void RandomCorpus::add(std::string& line, const char* field, const std::string& value) {
    if (!value.empty()) {
        line += std::string(",\"") + field + "\":\"" + value + '"';
    }
}

std::string RandomCorpus::place() {
    const SpeltPlace& spelt = spelt_places[chance(60) ? below(3) : below(static_cast<unsigned>(spelt_places.size()))];
    std::string out;
    add(out, "country", spelt.country);
    add(out, "state", chance(90) ? any(spelt.states) : "");
    add(out, "city", chance(90) ? any(spelt.cities) : "");
    add(out, "zip_code", chance(80) ? any(spelt.postal_codes) : "");
    if (chance(85)) {
        const auto near = [this](double value, double bound) {
            const double moved = value + (static_cast<double>(below(4001)) - 2000) / 20000;
            return std::to_string(moved > bound ? moved - 2 * (moved - bound) : moved < -bound ? -bound : moved);
        };
        out += ",\"latitude\":" + near(spelt.latitude, 90) + ",\"longitude\":" + near(spelt.longitude, 180);
    }
    return out;
}

std::string RandomCorpus::line() {
    std::string out = "{\"store_id\":\"" + uuid() + "\",\"business_name\":\"" + name() + '"';
    if (chance(80)) {
        add(out, "website_url", website());
    }
    if (chance(30)) {
        add(out, "root_domain", chance(50) ? "chain" + number(3) + ".com" : "loner" + number(200) + ".com");
    }
    if (chance(40)) {
        out += ",\"social_media_links\":" + social_links();
    }
    if (chance(10)) {
        add(out, "place_id", "ChIJN1t_tDeuEmsRUsoyG83frY" + number(10));
    }
    out += place();
    if (chance(30)) {
        out += ",\"google_reviews_count\":" + number(chance(50) ? 3 : 5000);
    }
    return out + '}';
}

}  // namespace bizrec::search::testing

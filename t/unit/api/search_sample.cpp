#include "t/unit/api/search_sample.hpp"

#include <cstdio>
#include <ctime>
#include <random>
#include <sstream>

#include "bizrec/base/json_text.hpp"

namespace bizrec::api {
namespace {

constexpr unsigned seed = 4;
constexpr int store_count = 400;
constexpr std::int64_t begin_of_2020 = 1577836800;
constexpr int days = 2000;

std::string day_text(std::int64_t day) {
    const std::time_t seconds = begin_of_2020 + day * 86400;
    char text[16];
    std::strftime(text, sizeof text, "%Y-%m-%d", std::gmtime(&seconds));
    return text;
}

SampleStore make_store(int number, std::mt19937& random) {
    const auto pick = [&](const std::vector<std::string>& from) { return from[random() % from.size()]; };
    const auto some = [&](unsigned below) {
        return random() % 4 == 0 ? std::nullopt : std::optional<std::int64_t>(random() % below);
    };
    SampleStore store;
    char id[40];
    std::snprintf(id, sizeof id, "e0000000-0000-4000-8000-%012x",
                  static_cast<unsigned>(random() % 1000 * 1000) + static_cast<unsigned>(number));
    store.id = id;
    // A statement of its own, because a compiler may choose the order of two calls of pick() in one expression.
    const std::string kind = pick({"Coffee", "Bakery", "Books"});
    store.name = pick({"Alpha", "Beta", "Gamma", "Delta"}) + " " + kind;
    store.city = pick({"Oakland", "Austin", "Portland"});
    store.place_id = random() % 3 == 0 ? "" : "ChIJ" + std::to_string(100000 + number) + "_-xyzXYZ0123456";
    if (number % 23 == 0) {
        store.place_id += number % 2 == 0 ? "\"quoted\" é" : std::string(static_cast<std::size_t>(number) * 3, 'l');
    }
    store.domain = pick({"", "alpha-shop.com", "beta-shop.com", "gamma-shop.co.uk"});
    store.ownership = pick({"", "INDEPENDENT", "FAMILY", "FRANCHISE", "CHAIN"});
    store.categories = {pick({"Cafe", "Bakery", "Book Store"})};
    store.stores = some(6);
    store.reviews = some(50);
    store.tier = random() % 3 == 0 ? std::nullopt : std::optional<std::int64_t>(1 + random() % 4);
    store.rating = random() % 3 == 0 ? std::nullopt : std::optional<double>(static_cast<double>(random() % 51) / 10);
    store.opened = some(days);
    store.refreshed = some(days);
    store.founded = number % 3 == 0 ? std::nullopt : std::optional<std::int64_t>(1900 + number % 120);
    store.has_valid_website = !store.domain.empty() && random() % 2 == 0;
    store.has_phone = random() % 2 == 0;
    return store;
}

std::string record_of(const SampleStore& store) {
    std::ostringstream out;
    const auto text = [&](const char* field, const std::string& value) {
        if (!value.empty()) {
            std::string json;
            append_json_string(json, value);
            out << ",\"" << field << "\":" << json;
        }
    };
    const auto number = [&](const char* field, const auto& value) {
        if (value) {
            out << ",\"" << field << "\":" << *value;
        }
    };
    out << R"({"store_id":")" << store.id << R"(","country":"US")";
    text("business_name", store.name);
    text("city", store.city);
    text("place_id", store.place_id);
    text("website_url", store.domain);
    text("ownership_type", store.ownership);
    out << R"(,"business_categories":[")" << store.categories[0] << "\"]";
    number("num_stores", store.stores);
    number("google_reviews_count", store.reviews);
    number("price_tier", store.tier);
    number("google_rating", store.rating);
    number("founded_year", store.founded);
    text("open_date", store.opened ? day_text(*store.opened) : "");
    text("info_refreshed_at", store.refreshed ? day_text(*store.refreshed) : "");
    out << R"(,"has_valid_website":)" << (store.has_valid_website ? "true" : "false");
    text("phone", store.has_phone ? "+1 510 555 0100" : "");
    out << '}';
    return out.str();
}

}  // namespace

const std::vector<SampleStore>& search_stores() {
    static const std::vector<SampleStore> stores = [] {
        std::mt19937 random(seed);
        std::vector<SampleStore> made;
        for (int number = 0; number < store_count; ++number) {
            made.push_back(make_store(number, random));
        }
        return made;
    }();
    return stores;
}

const store::Generation& search_sample() {
    static const SampleIndex sample = [] {
        std::map<std::string, std::string> records;
        for (const SampleStore& store : search_stores()) {
            records[store.id] = record_of(store);
        }
        return build_sample(std::move(records));
    }();
    return *sample.generation;
}

}  // namespace bizrec::api

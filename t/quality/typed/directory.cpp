#include "t/quality/typed/directory.hpp"

#include <algorithm>
#include <cmath>
#include <set>
#include <stdexcept>

#include "bizrec/base/ascii.hpp"
#include "bizrec/text/fold.hpp"
#include "lmdb_builder/catalog/place_catalog.hpp"

namespace bizrec::quality {
namespace {

constexpr std::size_t zip_digits = 5;

std::string short_zip(const RecordFacts& facts) {
    return facts.country == "us" ? facts.zip.substr(0, zip_digits) : facts.zip;
}

std::string full_city(const std::string& city) {
    static const std::unordered_map<std::string, std::string> longer = {
        {"mt", "mount"}, {"st", "saint"}, {"ft", "fort"}, {"ste", "sainte"}};
    Words words = words_of(city);
    for (std::string& word : words) {
        const auto found = longer.find(word);
        if (found != longer.end()) {
            word = found->second;
        }
    }
    return join(words);
}

/// Finds the canonical text and the longest name of a state. Looks each text up once, because the catalogue is slow.
class States {
public:
    States() : catalog_(load()) {}

    void fill(Directory::Entry& entry) {
        const RecordFacts& facts = *entry.facts;
        if (facts.state.empty()) {
            return;
        }
        const auto [found, is_new] = known_.try_emplace(facts.country + '\t' + facts.state);
        if (is_new) {
            const std::string_view country = catalog_.country(facts.country);
            const std::string identity = catalog_.canonical_state(country, facts.state);
            const std::vector<std::string> names = catalog_.state_names(country, identity);
            const auto longest = std::max_element(names.begin(), names.end(),
                                                  [](const auto& a, const auto& b) { return a.size() < b.size(); });
            found->second = {identity, as_typed(names.empty() ? facts.state : *longest)};
        }
        entry.state = found->second.first;
        entry.state_name = found->second.second;
    }

private:
    static builder::PlaceCatalog load() {
        auto catalog = builder::PlaceCatalog::load();
        if (!catalog) {
            throw std::runtime_error(catalog.error().message);
        }
        return std::move(catalog.value());
    }

    builder::PlaceCatalog catalog_;
    std::unordered_map<std::string, std::pair<std::string, std::string>> known_;
};

/// Sorts the most common first; equally common ones by key.
void order(std::vector<Holders>& all, std::unordered_map<std::string, std::uint32_t>& index) {
    std::sort(all.begin(), all.end(), [](const Holders& a, const Holders& b) {
        return a.records.size() != b.records.size() ? a.records.size() > b.records.size() : a.key < b.key;
    });
    for (std::size_t i = 0; i < all.size(); ++i) {
        index[all[i].key] = static_cast<std::uint32_t>(i);
    }
}

void add_holder(std::vector<Holders>& all, std::unordered_map<std::string, std::uint32_t>& index,
                const std::string& key, std::string_view written, std::uint32_t record) {
    const auto [found, is_new] = index.try_emplace(key, static_cast<std::uint32_t>(all.size()));
    if (is_new) {
        all.push_back({key, as_typed(written), {}});
    }
    std::vector<std::uint32_t>& records = all[found->second].records;
    if (records.empty() || records.back() != record) {
        records.push_back(record);
    }
}

}  // namespace

Directory::Directory(const RecordBook& records) {
    States states;
    entries_.reserve(records.all().size());
    for (const RecordFacts& facts : records.all()) {
        add(facts);
        states.fill(entries_.back());
    }
    order(names_, by_name_);
    order(categories_, by_category_);
}

void Directory::add(const RecordFacts& facts) {
    const auto number = static_cast<std::uint32_t>(entries_.size());
    Entry entry;
    entry.facts = &facts;
    entry.name = name_of(facts.name);
    entry.city = full_city(facts.city);
    entry.zip = short_zip(facts);
    std::set<std::string> words;
    const auto add_words = [&words](const std::string& folded) {
        for (std::string& word : words_of(folded)) {
            words.insert(without_plural(std::move(word)));
        }
    };
    add_words(facts.name);
    for (const std::string& category : facts.categories) {
        add_words(category);
        add_holder(categories_, by_category_, category, category, number);
    }
    entry.words.assign(words.begin(), words.end());
    for (const std::string& word : entry.words) {
        with_word_[word].push_back(number);
    }
    if (!entry.name.empty()) {
        add_holder(names_, by_name_, entry.name, facts.written_name, number);
    }
    by_id_.emplace(facts.id, number);
    entries_.push_back(std::move(entry));
}

std::uint32_t Directory::number_of(const std::string& id) const {
    const auto found = by_id_.find(id);
    return found == by_id_.end() ? no_record : found->second;
}

std::string Directory::name_of(std::string_view written) {
    std::string name;
    text::fold(written, name);
    constexpr std::string_view article = "the ", apostrophe = "\u2019";
    for (std::size_t at = name.find(apostrophe); at != std::string::npos; at = name.find(apostrophe, at)) {
        name.erase(at, apostrophe.size());
    }
    name.erase(std::remove_if(name.begin(), name.end(), [](char c) { return c == '\'' || c == '.'; }), name.end());
    static const std::set<std::string> company = {"llc", "inc", "ltd", "gmbh"};
    std::string joined;
    for (std::string& word :
         words_of(starts_with(name, article) ? std::string_view(name).substr(article.size()) : name)) {
        joined += company.count(word) != 0 ? "" : without_plural(std::move(word));
    }
    return canonical(joined);
}

const Holders* Directory::find_name(std::string_view written) const {
    const auto found = by_name_.find(name_of(written));
    return found == by_name_.end() ? nullptr : &names_[found->second];
}

const Holders* Directory::find_category(std::string_view folded) const {
    const auto found = by_category_.find(std::string(folded));
    return found == by_category_.end() ? nullptr : &categories_[found->second];
}

const std::vector<std::uint32_t>& Directory::with_word(const std::string& word) const {
    static const std::vector<std::uint32_t> none;
    const auto found = with_word_.find(without_plural(word));
    return found == with_word_.end() ? none : found->second;
}

std::size_t Directory::count_held(const Words& words) const {
    const auto rarest = std::min_element(
        words.begin(), words.end(), [this](const auto& a, const auto& b) { return count_word(a) < count_word(b); });
    const std::vector<std::uint32_t>& records = with_word(*rarest);
    return static_cast<std::size_t>(std::count_if(
        records.begin(), records.end(), [&](std::uint32_t record) { return holds(entries_[record], words); }));
}

bool Directory::is_in(const Entry& entry, const Place& place) {
    const RecordFacts& facts = *entry.facts;
    const bool is_city = place.city.empty() || entry.city == place.city ||
                         (place.state.empty() && place.zip.empty() && entry.state_name == place.city);
    if (!is_city || (!place.state.empty() && entry.state != place.state) ||
        (!place.zip.empty() && entry.zip != place.zip)) {
        return false;
    }
    return place.kilometres <= 0 ||
           ((facts.latitude != 0 || facts.longitude != 0) &&
            kilometres_between(facts.latitude, facts.longitude, place.latitude, place.longitude) <= place.kilometres);
}

bool Directory::holds(const Entry& entry, const Words& words) {
    return std::all_of(words.begin(), words.end(), [&entry](const std::string& word) {
        return std::binary_search(entry.words.begin(), entry.words.end(), without_plural(word));
    });
}

std::string Directory::without_plural(std::string word) {
    constexpr std::size_t shortest = 4;
    constexpr std::string_view ies = "ies";
    if (word.size() < shortest) {
        return word;
    }
    if (ends_with(word, ies)) {
        word.replace(word.size() - ies.size(), ies.size(), "y");
    } else if (word.back() == 's' && word[word.size() - 2] != 's') {
        word.pop_back();
    }
    return word;
}

double kilometres_between(double latitude, double longitude, double other_latitude, double other_longitude) {
    constexpr double of_degree = 111.195;
    constexpr double radians = 3.14159265358979 / 180;
    const double north = latitude - other_latitude;
    const double east = (longitude - other_longitude) * std::cos((latitude + other_latitude) / 2 * radians);
    return of_degree * std::sqrt(north * north + east * east);
}

}  // namespace bizrec::quality

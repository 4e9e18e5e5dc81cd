#include <algorithm>
#include <fstream>
#include <iterator>
#include <sstream>
#include <stdexcept>

#include "bizrec/text/fold.hpp"
#include "t/quality/typed/makers.hpp"

namespace bizrec::quality {
namespace {

constexpr std::size_t addresses_of_a_name = 8;

/// Adds questions with a described name and the city and state of one of its records, half of them with the postal
/// code, as customers paste them. Right is a first row of that name in that city.
void add_addresses(const Directory& directory, const std::string& typed, const Holders& holders, AskedSet& set) {
    std::vector<std::uint32_t> placed;
    std::copy_if(holders.records.begin(), holders.records.end(), std::back_inserter(placed), [&](std::uint32_t record) {
        const Directory::Entry& entry = directory.at(record);
        return !entry.city.empty() && !entry.state.empty() && !entry.zip.empty();
    });
    const std::size_t count = std::min(placed.size(), addresses_of_a_name);
    for (std::size_t i = 0; i < count; ++i) {
        const Directory::Entry& entry = directory.at(placed[i * placed.size() / count]);
        Place place;
        place.city = entry.city;
        place.state = entry.state;
        std::string text = typed + " " + as_typed(entry.facts->city) + " " + as_typed(entry.facts->state);
        text += i % 2 == 0 ? "" : " " + as_typed(entry.zip);
        set.questions.push_back({text, holders.typed, name_first(directory, holders.key, place)});
    }
}

}  // namespace

std::vector<AskedSet> people_questions(const Directory& directory, const std::string& path) {
    AskedSet names{"people_names", {}}, described{"people_described", {}}, categories{"people_categories", {}},
        addresses{"people_addresses", {}};
    std::ifstream file(path);
    for (std::string line; std::getline(file, line);) {
        if (line.empty() || line[0] == '#') {
            continue;
        }
        std::istringstream columns(line);
        std::string typed, meant, kind;
        std::getline(columns, typed, '\t');
        std::getline(columns, meant, '\t');
        std::getline(columns, kind, '\t');
        std::string folded;
        text::fold(meant, folded);
        const bool is_name = kind == "name" || kind == "described";
        const Holders* holders = is_name ? directory.find_name(meant) : directory.find_category(folded);
        if (holders == nullptr || !(is_name || kind == "category")) {
            throw std::runtime_error(path + ": no record bears what is meant: " + line);
        }
        if (is_name) {
            (kind == "name" ? names : described)
                .questions.push_back({typed, meant, name_first(directory, holders->key), holders->records.size()});
            if (kind == "described") {
                add_addresses(directory, typed, *holders, addresses);
            }
        } else {
            categories.questions.push_back({typed, meant, category_rows(directory, *holders), holders->records.size()});
        }
    }
    return {names, described, categories, addresses};
}

}  // namespace bizrec::quality

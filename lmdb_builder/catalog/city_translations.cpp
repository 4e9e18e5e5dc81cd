#include "lmdb_builder/catalog/city_translations.hpp"

#include <algorithm>
#include <filesystem>
#include <utility>

#include "bizrec/base/sort_unique.hpp"
#include "bizrec/place/folded_names.hpp"
#include "lmdb_builder/catalog/message_catalog.hpp"
#include "lmdb_builder/system/whole_file.hpp"

namespace bizrec::builder {
namespace {

/// The paths of libgweather's catalogues, sorted by language, because the file system's order differs between machines.
std::vector<std::string> city_catalogs(const std::string& locale_dir) {
    std::vector<std::string> paths;
    std::error_code error;
    for (std::filesystem::directory_iterator entry(locale_dir, error), end; !error && entry != end;
         entry.increment(error)) {
        std::string path = (entry->path() / "LC_MESSAGES/libgweather-4.0-locations.mo").string();
        std::error_code missing;
        if (std::filesystem::exists(path, missing)) {
            paths.push_back(std::move(path));
        }
    }
    std::sort(paths.begin(), paths.end());
    return paths;
}

/// The cities sorted by their messages, each with its index in the list.
struct CityMessages {
    explicit CityMessages(const std::vector<WeatherCity>& cities) {
        std::vector<std::pair<std::string, std::size_t>> sorted;
        for (std::size_t i = 0; i < cities.size(); ++i) {
            sorted.emplace_back(cities[i].message(), i);
        }
        std::sort(sorted.begin(), sorted.end());
        for (auto& [message, number] : sorted) {
            kept.push_back(std::move(message));
            numbers.push_back(number);
        }
        texts.assign(kept.begin(), kept.end());
    }

    std::vector<std::string> kept;
    std::vector<std::string_view> texts;  // views into the kept strings
    std::vector<std::size_t> numbers;
};

/// Appends a spelling of a name unless `texts` has it already. Most languages spell a name the same way, so this saves
/// memory and folding. A name has few spellings, so a linear search is faster than a set.
void add_once(std::string_view text, std::vector<std::string>& texts) {
    if (std::find(texts.begin(), texts.end(), text) == texts.end()) {
        texts.emplace_back(text);
    }
}

void fold_all(std::vector<std::string>& names) {
    std::string folded;
    for (std::string& name : names) {
        place::fold_city(name, folded);
        name = folded;
    }
    sort_unique(names);
}

}  // namespace

Result<std::vector<std::vector<std::string>>> city_translations(const std::string& locale_dir,
                                                                const std::vector<WeatherCity>& cities) {
    std::vector<std::vector<std::string>> names(cities.size());
    if (cities.empty()) {
        return names;
    }
    const CityMessages messages(cities);
    for (const std::string& path : city_catalogs(locale_dir)) {
        std::string bytes;
        read_whole_file(path, bytes);
        const auto catalog = MessageCatalog::parse(std::move(bytes));
        if (!catalog) {
            return Error{path + " " + catalog.error().message + "; reinstall Debian's package libgweather-4-common"};
        }
        const std::vector<std::string_view> translations = catalog.value().translate(messages.texts);
        for (std::size_t i = 0; i < translations.size(); ++i) {
            const std::size_t number = messages.numbers[i];
            if (!translations[i].empty() && translations[i] != cities[number].name) {
                add_once(translations[i], names[number]);
            }
        }
    }
    return names;
}

Result<std::vector<std::vector<std::string>>> translated_city_names(const std::string& locale_dir,
                                                                    const std::vector<WeatherCity>& cities) {
    auto names = city_translations(locale_dir, cities);
    if (names) {
        for (std::vector<std::string>& each : names.value()) {
            fold_all(each);
        }
    }
    return names;
}

}  // namespace bizrec::builder

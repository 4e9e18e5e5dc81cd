#include "lmdb_builder/catalog/city_translations.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <utility>

#include "bizrec/place/city_name.hpp"
#include "lmdb_builder/catalog/message_catalog.hpp"

namespace bizrec::builder {
namespace {

/// In the order of the languages: the file system's own order would be another on each machine.
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

std::string bytes_of(const std::string& path) {
    std::ostringstream bytes;
    bytes << std::ifstream(path, std::ios::binary).rdbuf();
    return std::move(bytes).str();
}

/// The cities by their messages, ascending, each with its place in the list.
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
    std::vector<std::string_view> texts;  // of kept
    std::vector<std::size_t> numbers;
};

void keep_each_once(std::vector<std::string>& texts) {
    std::sort(texts.begin(), texts.end());
    texts.erase(std::unique(texts.begin(), texts.end()), texts.end());
}

/// Most languages write a name alike: it is folded once.
void fold_all(std::vector<std::string>& names) {
    keep_each_once(names);
    std::string folded;
    for (std::string& name : names) {
        place::fold_city(name, folded);
        name = folded;
    }
    keep_each_once(names);
}

}  // namespace

Result<std::vector<std::vector<std::string>>> translated_city_names(const std::string& locale_dir,
                                                                    const std::vector<WeatherCity>& cities) {
    std::vector<std::vector<std::string>> names(cities.size());
    if (cities.empty()) {
        return names;
    }
    const CityMessages messages(cities);
    for (const std::string& path : city_catalogs(locale_dir)) {
        const auto file = MessageFile::open(bytes_of(path));
        if (!file) {
            return Error{path + " " + file.error().message + "; reinstall Debian's package libgweather-4-common"};
        }
        const std::vector<std::string_view> translations = file.value().translate(messages.texts);
        for (std::size_t i = 0; i < translations.size(); ++i) {
            const std::size_t number = messages.numbers[i];
            if (!translations[i].empty() && translations[i] != cities[number].name) {
                names[number].emplace_back(translations[i]);
            }
        }
    }
    for (std::vector<std::string>& each : names) {
        fold_all(each);
    }
    return names;
}

}  // namespace bizrec::builder

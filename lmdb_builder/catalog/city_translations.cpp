#include "lmdb_builder/catalog/city_translations.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>

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

}  // namespace

Result<std::vector<std::vector<std::string>>> translated_city_names(const std::string& locale_dir,
                                                                    const std::vector<WeatherCity>& cities) {
    std::vector<std::vector<std::string>> names(cities.size());
    if (cities.empty()) {
        return names;
    }
    std::vector<std::string> messages;
    for (const WeatherCity& city : cities) {
        messages.push_back(city.message());
    }
    std::string folded;
    for (const std::string& path : city_catalogs(locale_dir)) {
        std::ifstream stream(path, std::ios::binary);
        const auto file = MessageFile::open({std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()});
        if (!file) {
            return Error{path + " " + file.error().message + "; reinstall Debian's package libgweather-4-common"};
        }
        for (std::size_t i = 0; i < cities.size(); ++i) {
            const std::string_view translation = file.value().translate(messages[i]);
            if (!translation.empty() && translation != cities[i].name) {
                place::fold_city(translation, folded);
                names[i].push_back(folded);
            }
        }
    }
    for (std::vector<std::string>& each : names) {
        std::sort(each.begin(), each.end());
        each.erase(std::unique(each.begin(), each.end()), each.end());
    }
    return names;
}

}  // namespace bizrec::builder

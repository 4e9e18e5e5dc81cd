#include "lmdb_builder/catalog/weather_locations.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "lmdb_builder/catalog/message_catalog.hpp"
#include "lmdb_builder/gazetteer/city_rules.hpp"
#include "t/fuzz/require.hpp"

/// Any bytes as a Locations.xml, as a catalogue to search and as a file of names: nothing crashes, and an accepted file
/// can be used.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace bizrec::builder;
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    if (const auto cities = parse_weather_locations(text)) {
        for (const WeatherCity& city : cities.value()) {
            bizrec::fuzz::require(city.country.size() == 2 && !city.name.empty() && city.position.exists());
        }
    }
    if (const auto catalog = MessageCatalog::parse(std::string(text))) {
        const auto translations = catalog.value().translate({"Cologne", "Munich", "Munich"});
        bizrec::fuzz::require(translations.size() == 3 && translations[1] == translations[2]);
    }
    if (const auto rules = CityRules::read({"city_names.txt", text})) {
        for (const CityRules::Names& names : rules.value().names) {
            bizrec::fuzz::require(!names.city.empty() && !names.others.empty());
        }
    }
    return 0;
}

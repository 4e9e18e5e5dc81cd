#include "bench/generator/gazetteer.hpp"

#include <optional>
#include <string_view>

#include "bench/generator/packed_file.hpp"

namespace bizrec::generator {
namespace {

/// Splits at commas only, because the extracts have no quoted fields.
std::vector<std::string_view> split(std::string_view line) {
    std::vector<std::string_view> fields;
    for (;;) {
        const std::size_t comma = line.find(',');
        fields.push_back(line.substr(0, comma));
        if (comma == std::string_view::npos) {
            return fields;
        }
        line.remove_prefix(comma + 1);
    }
}

/// Parses decimal degrees to 1e-6 degrees and cuts further digits. strtod() is not used because it depends on the
/// locale.
std::optional<std::int32_t> parse_micro(std::string_view text) noexcept {
    const bool negative = !text.empty() && text.front() == '-';
    text.remove_prefix(negative ? 1 : 0);
    std::int32_t value = 0;
    int decimals = -1;
    for (const char c : text) {
        if (c == '.' && decimals < 0) {
            decimals = 0;
            continue;
        }
        if (c < '0' || c > '9') {
            return std::nullopt;
        }
        if (decimals < 6 && value < 200'000'000) {
            value = value * 10 + (c - '0');
            decimals += decimals >= 0 ? 1 : 0;
        }
    }
    for (decimals = decimals < 0 ? 0 : decimals; decimals < 6; ++decimals) {
        if (value > 180'000'000) {
            return std::nullopt;
        }
        value *= 10;
    }
    return negative ? -value : value;
}

struct Columns {
    std::size_t count, country, city, state, postal_code, latitude, longitude;
};
constexpr std::size_t none = SIZE_MAX;
constexpr Columns zip_columns = {5, none, 1, 2, 0, 3, 4};
constexpr Columns city_columns = {6, 0, 1, 2, none, 4, 5};

Status read_places(const std::string& path, const Columns& columns, Gazetteer& out) {
    const auto lines = read_lines(path);
    if (!lines) {
        return lines.error();
    }
    for (std::size_t i = 1; i < lines.value().size(); ++i) {
        const auto fields = split(lines.value()[i]);
        const std::string where = path + ":" + std::to_string(i + 1);
        if (fields.size() != columns.count) {
            return Error{where + ": expected " + std::to_string(columns.count) + " fields, got " +
                         std::to_string(fields.size())};
        }
        const auto latitude = parse_micro(fields[columns.latitude]);
        const auto longitude = parse_micro(fields[columns.longitude]);
        if (!latitude || !longitude) {
            return Error{where + ": expected a latitude and a longitude in degrees"};
        }
        const std::string country = columns.country == none ? "US" : std::string(fields[columns.country]);
        out[country].push_back({std::string(fields[columns.city]), std::string(fields[columns.state]),
                                columns.postal_code == none ? "" : std::string(fields[columns.postal_code]), *latitude,
                                *longitude});
    }
    return ok();
}

}  // namespace

Result<Gazetteer> read_gazetteer(const std::string& folder) {
    Gazetteer out;
    for (const auto& [file, columns] :
         {std::pair("us_zips.csv.gz", zip_columns), std::pair("world_cities.csv.gz", city_columns)}) {
        const Status read = read_places(folder + "/" + file, columns, out);
        if (!read) {
            return read.error();
        }
    }
    return out;
}

}  // namespace bizrec::generator

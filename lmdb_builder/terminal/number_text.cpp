#include "lmdb_builder/terminal/number_text.hpp"

#include <cstdio>
#include <iterator>

#include "bizrec/base/json_text.hpp"
#include "bizrec/text/visible.hpp"

namespace bizrec::builder {

std::string with_separators(std::uint64_t number) {
    std::string text = std::to_string(number);
    for (std::size_t place = text.size(); place > 3;) {
        place -= 3;
        text.insert(place, 1, ',');
    }
    return text;
}

std::string counted(std::uint64_t number, std::string_view one, std::string_view many) {
    return with_separators(number).append(" ").append(number == 1 ? one : many);
}

std::string size_text(std::uint64_t bytes) {
    constexpr const char* units[] = {"KiB", "MiB", "GiB", "TiB"};
    if (bytes < 1024) {
        return std::to_string(bytes) + " bytes";
    }
    double amount = static_cast<double>(bytes) / 1024;
    std::size_t unit = 0;
    while (amount >= 1024 && unit + 1 < std::size(units)) {
        amount /= 1024;
        ++unit;
    }
    char text[32];
    std::snprintf(text, sizeof text, "%.1f %s", amount, units[unit]);
    return text;
}

std::string json_string(const std::string& value) {
    std::string json;
    append_json_string(json, value);
    return text::visible(json);
}

std::string counts_lines(const ReasonCounts& counts) {
    std::string lines;
    for (const auto& [reason, count] : counts) {
        lines += "  " + with_separators(count) + "  " + reason + '\n';
    }
    return lines;
}

std::string counts_object(const ReasonCounts& counts) {
    std::string json = "{";
    for (const auto& [reason, count] : counts) {
        json += (json.size() > 1 ? "," : "") + json_string(reason) + ':' + std::to_string(count);
    }
    return json + '}';
}

}  // namespace bizrec::builder

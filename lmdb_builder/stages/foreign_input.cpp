#include "lmdb_builder/stages/foreign_input.hpp"

#include <algorithm>
#include <array>
#include <vector>

#include "bizrec/base/byte_order_mark.hpp"

namespace bizrec::builder {
namespace {

constexpr std::string_view blanks = " \t\r";

/// The first two lines that are not blank, or fewer.
std::vector<std::string_view> first_lines(std::string_view text) {
    std::vector<std::string_view> lines;
    while (!text.empty() && lines.size() < 2) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        const std::string_view line = text.substr(0, end);
        text.remove_prefix(std::min(end + 1, text.size()));
        if (line.find_first_not_of(blanks) != std::string_view::npos) {
            lines.push_back(line);
        }
    }
    return lines;
}

std::size_t cells(std::string_view line, char delimiter) noexcept {
    std::size_t count = 1;
    bool in_quotes = false;
    for (const char c : line) {
        in_quotes = in_quotes != (c == '"');
        count += c == delimiter && !in_quotes ? 1 : 0;
    }
    return count;
}

/// Recognises two lines with the same number of cells, at least two. The delimiter that gives the most cells wins. If
/// several give the most, the first of `kinds` wins: tabs are before commas, because texts contain commas more often.
ForeignFormat table_format(const std::vector<std::string_view>& lines) noexcept {
    constexpr std::array<std::pair<char, ForeignFormat>, 4> kinds = {{
        {'\t', {"CSV with tabs", "csv --delimiter tab"}},
        {',', {"CSV", "csv"}},
        {';', {"CSV with semicolons", "csv --delimiter ';'"}},
        {'|', {"CSV with vertical bars", "csv --delimiter '|'"}},
    }};
    ForeignFormat best;
    std::size_t most = 1;
    for (const auto& [delimiter, kind] : kinds) {
        const std::size_t columns = cells(lines[0], delimiter);
        if (columns > most && columns == cells(lines[1], delimiter)) {
            most = columns;
            best = kind;
        }
    }
    return best;
}

ForeignFormat json_format(std::string_view text, const std::vector<std::string_view>& lines) noexcept {
    const auto holds = [text](std::string_view part) { return text.find(part) != std::string_view::npos; };
    if (holds("\"FeatureCollection\"") || (holds("\"Feature\"") && holds("\"geometry\""))) {
        return {"GeoJSON", "alltheplaces"};
    }
    if (holds("\"fsq_place_id\"")) {
        return {"JSON of Foursquare OS Places", "foursquare"};
    }
    if (holds("\"names\"") && holds("\"sources\"") && (holds("\"addresses\"") || holds("\"bbox\""))) {
        return {"JSON of Overture Maps", "overture"};
    }
    if (lines[0].front() == '[') {
        return {"a JSON array", "records"};
    }
    // An object whose first member is on the second line.
    const std::size_t member = lines.size() == 2 ? lines[1].find_first_not_of(blanks) : std::string_view::npos;
    const bool goes_on = member != std::string_view::npos && lines[1][member] == '"';
    return goes_on ? ForeignFormat{"JSON on many lines", "records"} : ForeignFormat{};
}

}  // namespace

ForeignFormat foreign_format(std::string_view text) {
    if (has_byte_order_mark(text)) {
        text.remove_prefix(byte_order_mark.size());
    }
    std::vector<std::string_view> lines = first_lines(text);
    if (lines.empty()) {
        return {};
    }
    lines[0].remove_prefix(lines[0].find_first_not_of(' '));
    if (lines[0].front() == '{' || lines[0].front() == '[') {
        return json_format(text, lines);
    }
    return lines.size() == 2 ? table_format(lines) : ForeignFormat{};
}

std::string shell_word(std::string_view text) {
    constexpr std::string_view plain = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_./=:,@%+-";
    if (!text.empty() && text.find_first_not_of(plain) == std::string_view::npos) {
        return std::string(text);
    }
    std::string word = "'";
    for (const char c : text) {
        word += c == '\'' ? std::string("'\\''") : std::string(1, c);
    }
    return word + "'";
}

std::string foreign_message(const BuildOptions& options, const std::string& input, const ForeignFormat& format) {
    const std::string shown = input == "-" ? std::string("standard input") : "\"" + input + "\"";
    return shown + " is " + std::string(format.shown) + ", not JSON Lines; this reads it: lmdb_builder import " +
           std::string(format.import) + " " + shell_word(input) + " | lmdb_builder build " +
           (options.overwrite ? "--force " : "") + "-o " + shell_word(options.output) + " -";
}

}  // namespace bizrec::builder

#include "lmdb_builder/import/csv_dialect.hpp"

#include <algorithm>
#include <array>

#include "bizrec/base/ascii.hpp"
#include "bizrec/text/visible.hpp"
#include "lmdb_builder/import/csv_scan.hpp"

namespace bizrec::builder {
namespace {

constexpr std::array<char, 4> candidates{',', ';', '\t', '|'};
constexpr std::size_t sample_rows = 64;

/// How well a delimiter fits. `even`: the rows per thousand, the header included, that have as many cells as the
/// header. `cells`: the cells of the header. Both are 0 if the header is a single cell.
struct Fit {
    std::size_t even = 0, cells = 0;

    bool operator<(const Fit& other) const noexcept {
        return even != other.even ? even < other.even : cells < other.cells;
    }
};

Fit fit_of(const CsvSample& sample) noexcept {
    if (sample.empty() || sample[0].size() == 1) {
        return {};
    }
    const auto even =
        std::count_if(sample.begin(), sample.end(), [&](const auto& row) { return row.size() == sample[0].size(); });
    return {static_cast<std::size_t>(even) * 1000 / sample.size(), sample[0].size()};
}

/// The delimiter as the option --delimiter accepts it.
std::string option_text(char delimiter) {
    return delimiter == '\t' ? "tab" : delimiter == ',' ? "," : std::string("'") + delimiter + "'";
}

}  // namespace

CsvSepLine read_sep_line(std::string_view text) noexcept {
    const std::size_t size = csv_line_size(text.substr(0, 64), text.size() < 64);
    std::string_view line = text.substr(0, size == std::string_view::npos ? 0 : size);
    const std::size_t length = line.size();
    line = trim(line, "\r\n ");
    if (line.size() > 1 && line.front() == '"') {
        line.remove_prefix(1);
        line = line.substr(0, line.rfind('"'));  // delimiters may follow: spreadsheets save this line as a row
    }
    if (line.size() < 5 || !equals_ignoring_case(line.substr(0, 4), "sep=") || line[4] == '"' ||
        line[4] == unknown_delimiter || line.find_first_not_of(line[4], 4) != std::string_view::npos) {
        return {};
    }
    return {line[4], length};
}

CsvSample sample_of(std::string_view text, bool is_end, char delimiter) {
    CsvSample sample;
    CsvCells cells;
    while (!text.empty() && sample.size() < sample_rows) {
        const CsvScan scan = scan_csv_row(text, is_end, delimiter, cells);
        std::size_t size = scan.size;
        if (scan.kind != CsvScan::Kind::row) {
            size = csv_line_size(text, is_end);
            if (size == std::string_view::npos) {
                break;
            }
            split_csv_line(text.substr(0, size), delimiter, cells);
        }
        text.remove_prefix(size);
        if (cells.ends.size() == 1 && cells.text.empty()) {
            continue;
        }
        sample.emplace_back();
        std::size_t begin = 0;
        for (const std::size_t end : cells.ends) {
            sample.back().push_back(cells.text.substr(begin, end - begin));
            begin = end;
        }
    }
    return sample;
}

char find_delimiter(std::string_view text, bool is_end) {
    char best = ',';
    Fit most;
    bool is_tie = false;
    for (const char delimiter : candidates) {
        const Fit fit = fit_of(sample_of(text, is_end, delimiter));
        if (most < fit) {
            best = delimiter;
            most = fit;
            is_tie = false;
        } else if (fit.cells > 0 && !(fit < most)) {
            is_tie = true;
        }
    }
    return is_tie ? unknown_delimiter : best;
}

std::string delimiter_name(char delimiter) {
    switch (delimiter) {
        case ',':
            return "comma";
        case ';':
            return "semicolon";
        case '\t':
            return "tab";
        case '|':
            return "bar";
        default:
            return std::string(1, delimiter);
    }
}

std::string uncut_header(const std::vector<std::string_view>& header) {
    if (header.size() != 1) {
        return {};
    }
    std::size_t most = 0;
    char other = unknown_delimiter;
    for (const char delimiter : candidates) {
        const auto count = static_cast<std::size_t>(std::count(header[0].begin(), header[0].end(), delimiter));
        if (count > most) {
            most = count;
            other = delimiter;
        }
    }
    return most == 0 ? std::string()
                     : "the header is one cell, \"" + text::visible_start(header[0]) + "\", and holds a " +
                           delimiter_name(other) + ": give --delimiter " + option_text(other);
}

std::string undecided_delimiter() {
    return "two delimiters cut the header and its rows alike: say which one with --delimiter, as in --delimiter ',' or "
           "--delimiter ';'";
}

}  // namespace bizrec::builder

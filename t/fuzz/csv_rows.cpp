// Any bytes as CSV, and any bytes as a mapping: the rows are the same for every split of the input into pieces. Each
// row is refused with a reason or becomes a record that the builder keeps.
#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

#include "lmdb_builder/catalog/place_catalog.hpp"
#include "lmdb_builder/import/csv_records.hpp"
#include "lmdb_builder/import/csv_rows.hpp"
#include "lmdb_builder/import/record_check.hpp"
#include "t/fuzz/pieces.hpp"
#include "t/fuzz/require.hpp"

namespace {

using namespace bizrec;
using namespace bizrec::builder;
using bizrec::fuzz::Pieces;
using bizrec::fuzz::require;
using Next = CsvRows::Next;

struct Row {
    Next kind;
    std::uint64_t line;
    std::vector<std::string> cells;
    bool operator==(const Row& other) const { return kind == other.kind && line == other.line && cells == other.cells; }
};

std::vector<Row> read(std::string_view text, char delimiter, std::size_t piece) {
    Pieces source(text, piece);
    CsvRows rows(source, delimiter);
    std::vector<Row> out;
    std::vector<std::string_view> cells;
    for (Next next = rows.next(cells); next != Next::end; next = rows.next(cells)) {
        require(out.size() <= text.size());
        if (next == Next::failed) {
            require(delimiter == unknown_delimiter && !rows.error().message.empty());
            break;
        }
        require(out.empty() || rows.line() >= out.back().line);
        require(next != Next::malformed || !rows.problem().empty());
        out.push_back({next, rows.line(), {}});
        if (next == Next::row) {
            out.back().cells.assign(cells.begin(), cells.end());
        }
    }
    return out;
}

/// Writes the rows as RFC 4180 with every cell in quotes. Reading them back gives the same cells.
void require_round_trip(const std::vector<Row>& rows) {
    std::string text;
    std::vector<std::vector<std::string>> wanted;
    for (const Row& row : rows) {
        if (row.kind != Next::row) {
            continue;
        }
        std::vector<std::string> cells = row.cells;
        cells.resize(wanted.empty() ? cells.size() : wanted[0].size());  // all rows of a table have equally many cells
        for (std::size_t i = 0; i < cells.size(); ++i) {
            text += i > 0 ? ",\"" : "\"";
            for (const char c : cells[i]) {
                text.append(c == '"' ? 2 : 1, c);
            }
            text += '"';
        }
        text += "\r\n";
        wanted.push_back(cells);
    }
    std::vector<std::vector<std::string>> got;
    for (const Row& row : read(text, ',', text.size())) {
        got.push_back(row.cells);
    }
    require(got == wanted);
}

void convert(const std::vector<Row>& rows, CsvMapping mapping) {
    static const PlaceCatalog catalog = [] {
        auto loaded = PlaceCatalog::load();
        require(static_cast<bool>(loaded));
        return std::move(loaded).value();
    }();
    static RecordCheck check(catalog);
    CsvRecords records(std::move(mapping), "csv");
    if (rows.empty() || !records.bind(std::vector<std::string_view>(rows[0].cells.begin(), rows[0].cells.end()))) {
        return;
    }
    RecordLine line;
    for (std::size_t i = 1; i < rows.size(); ++i) {
        const std::vector<std::string_view> cells(rows[i].cells.begin(), rows[i].cells.end());
        std::string text;
        for (const std::string_view cell : cells) {
            text += cell;
        }
        RejectReason reason;
        std::string json;
        if (records.convert(cells, text, line, reason) == Imported::record) {
            require(check.check(
                        line, [](const RejectReason&) {}, json, reason) ||
                    !reason.code.empty());
            require(json.find('\n') == std::string::npos);
        } else {
            require(!reason.code.empty() && !reason.detail.empty());
        }
    }
}

}  // namespace

/// Input: the mapping up to the first NUL, then the table.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view input(reinterpret_cast<const char*>(data), size);
    const std::size_t nul = input.find('\0');
    const std::string_view table = nul == std::string_view::npos ? input : input.substr(nul + 1);
    auto mapping = CsvMapping::parse(nul == std::string_view::npos ? "" : input.substr(0, nul), "mapping");
    require(mapping || mapping.error().message.find("mapping:") == 0);
    const char delimiter = std::string_view(",;\t|\0", 5)[size % 5];
    const std::vector<Row> rows = read(table, delimiter, size + 1);
    require(rows == read(table, delimiter, 1 + size % 5));
    require_round_trip(rows);
    convert(rows, mapping ? std::move(mapping).value() : CsvMapping{});
    return 0;
}

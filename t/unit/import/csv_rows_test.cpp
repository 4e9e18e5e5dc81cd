#include "lmdb_builder/import/csv_rows.hpp"

#include <algorithm>
#include <random>

#include "t/unit/import/import_support.hpp"

namespace bizrec::builder {
namespace {

using Next = CsvRows::Next;
using Row = std::vector<std::string>;
using Rows = std::vector<Row>;

/// What is no row is a row of one cell, "<too long>" or "<malformed>".
Rows rows_of(const std::string& text, std::size_t piece, char delimiter, std::size_t limit) {
    PieceSource source(text, [piece] { return piece; });
    CsvRows reader(source, delimiter, limit);
    Rows out;
    std::vector<std::string_view> cells;
    for (Next next = reader.next(cells); next != Next::end; next = reader.next(cells)) {
        EXPECT_NE(next, Next::failed);
        out.push_back(next == Next::row        ? Row(cells.begin(), cells.end())
                      : next == Next::too_long ? Row{"<too long>"}
                                               : Row{"<malformed>"});
        if (out.size() > text.size() + 1) {
            ADD_FAILURE() << "no end";
            break;
        }
    }
    return out;
}

Rows rows_of(const std::string& text, char delimiter = ',', std::size_t limit = CsvRows::default_limit) {
    const Rows whole = rows_of(text, text.size(), delimiter, limit);
    EXPECT_EQ(rows_of(text, 1, delimiter, limit), whole) << text;
    EXPECT_EQ(rows_of(text, 2, delimiter, limit), whole) << text;
    return whole;
}

TEST(ImportCsvRows, Rfc4180) {
    EXPECT_EQ(rows_of(""), Rows{});
    EXPECT_EQ(rows_of("a,b\r\nc,d"), (Rows{{"a", "b"}, {"c", "d"}}));
    EXPECT_EQ(rows_of("a,b\nc,d\n"), (Rows{{"a", "b"}, {"c", "d"}}));
    EXPECT_EQ(rows_of("a,b\rc,d\r"), (Rows{{"a", "b"}, {"c", "d"}}));
    EXPECT_EQ(rows_of("a,\n,b\n,\n"), (Rows{{"a", ""}, {"", "b"}, {"", ""}}));
    EXPECT_EQ(rows_of("\"a,1\",\"b\"\"2\",\"c\r\n3\"\n"), (Rows{{"a,1", "b\"2", "c\r\n3"}}));
    EXPECT_EQ(rows_of(" a , \tb\n"), (Rows{{" a ", " \tb"}})) << "blanks belong to the cell";
    EXPECT_EQ(rows_of("a\n\n\r\n\nb\n"), (Rows{{"a"}, {"b"}})) << "empty lines are none";
    EXPECT_EQ(rows_of("\"\"\n"), Rows{{""}});
    EXPECT_EQ(rows_of("\xEF\xBB\xBF\"a\",b\n"), (Rows{{"a", "b"}}));
    EXPECT_EQ(rows_of("a\tb,c\n", '\t'), (Rows{{"a", "b,c"}}));
    EXPECT_EQ(rows_of(std::string("a\0,b\n", 5)), (Rows{{std::string("a\0", 2), "b"}}));
}

TEST(ImportCsvRows, WhatIsBrokenCostsItsLine) {
    const Row malformed{"<malformed>"};
    EXPECT_EQ(rows_of("a\"b,c\nd\n"), (Rows{malformed, {"d"}}));
    EXPECT_EQ(rows_of("\"a\"b,c\r\nd\r\n"), (Rows{malformed, {"d"}}));
    EXPECT_EQ(rows_of("x\n\"a\nb"), (Rows{{"x"}, malformed}));
    EXPECT_EQ(rows_of("12345,78\n1,2\n", ',', 8), (Rows{{"<too long>"}, {"1", "2"}}));
    EXPECT_EQ(rows_of("1234,67\n1,2\n", ',', 8), (Rows{{"1234", "67"}, {"1", "2"}}));
    EXPECT_EQ(rows_of("\"a\nb\nc\nd\ne\"\nf\n", ',', 6), (Rows{{"<too long>"}, {"d"}, malformed, {"f"}}));
}

TEST(ImportCsvRows, LinesAreThoseOfTheBeginning) {
    const std::string text = "h\r\n\"a\r\nb\"\r\n\r\nc\rd\n\ne\"\nf\n";
    for (const std::size_t piece : {1U, 2U, 100U}) {
        PieceSource source(text, [piece] { return piece; });
        CsvRows reader(source, ',');
        std::vector<std::string_view> cells;
        std::vector<std::uint64_t> lines;
        while (reader.next(cells) != Next::end) {
            lines.push_back(reader.line());
        }
        EXPECT_EQ(lines, (std::vector<std::uint64_t>{1, 2, 5, 6, 8, 9})) << piece;
    }
}

TEST(ImportCsvRows, AnyBytesInPiecesOfAnySizeAreTheSameRows) {
    std::mt19937 engine(11);
    for (int i = 0; i < 20000; ++i) {
        std::string text(engine() % 160, '\0');
        const std::string_view bytes = i % 2 == 0 ? "ab\"\"\"\"\r\n,,;" : "abcdefgh\"\n,;";
        std::generate(text.begin(), text.end(), [&] { return bytes[engine() % bytes.size()]; });
        rows_of(text);
        if (::testing::Test::HasFailure()) {
            break;
        }
    }
}

TEST(ImportCsvRows, LinesDoNotDependOnPieces) {
    std::mt19937 engine(12);
    const auto lines_of = [](const std::string& text, std::size_t piece) {
        PieceSource source(text, [piece] { return piece; });
        CsvRows reader(source, ',');
        std::vector<std::string_view> cells;
        std::vector<std::pair<std::uint64_t, std::string>> lines;
        while (reader.next(cells) != Next::end) {
            lines.emplace_back(reader.line(), reader.text());
        }
        return lines;
    };
    for (int i = 0; i < 5000; ++i) {
        std::string text(engine() % 80, '\0');
        std::generate(text.begin(), text.end(), [&] { return "a\"\"\r\n\n,"[engine() % 7]; });
        ASSERT_EQ(lines_of(text, text.size() + 1), lines_of(text, 1)) << text;
    }
}

TEST(ImportCsvRows, RandomCellsComeAsTheyWentIn) {
    constexpr unsigned seed = 5;
    SCOPED_TRACE(seed);
    std::mt19937 random(seed);
    const std::string alphabet = "ab,;\"\r\n \t";
    for (int round = 0; round < 3000; ++round) {
        const char delimiter = ",;\t"[random() % 3];
        const std::string line_end = random() % 2 == 0 ? "\n" : "\r\n";
        Rows wanted(random() % 6);
        std::string text;
        for (Row& row : wanted) {
            for (std::size_t count = 1 + random() % 4, i = 0; i < count; ++i) {
                std::string cell;
                for (std::size_t length = random() % 5; length > 0; --length) {
                    cell += alphabet[random() % alphabet.size()];
                }
                std::string quoted = cell;
                for (std::size_t at = 0; (at = quoted.find('"', at)) != std::string::npos; at += 2) {
                    quoted.insert(at, 1, '"');
                }
                const bool bare = cell.find_first_of(std::string("\"\r\n") + delimiter) == std::string::npos &&
                                  !cell.empty() && random() % 2 == 0;
                text += (i > 0 ? std::string(1, delimiter) : "") + (bare ? cell : '"' + quoted + '"');
                row.push_back(cell);
            }
            text += line_end;
        }
        ASSERT_EQ(rows_of(text, delimiter), wanted) << text;
    }
}

}  // namespace
}  // namespace bizrec::builder

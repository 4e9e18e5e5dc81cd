#include "lmdb_builder/import/csv_rows.hpp"
#include "lmdb_builder/import/csv_numbers.hpp"

#include <algorithm>
#include <memory>
#include <random>
#include <set>

#include "lmdb_builder/import/csv_dialect.hpp"
#include "lmdb_builder/input/decoded_source.hpp"
#include "t/unit/import/import_support.hpp"
#include "t/unit/support/random.hpp"

namespace bizrec::builder {
namespace {

using search::testing::whole_at_night;
using Next = CsvRows::Next;
using Row = std::vector<std::string>;
using Rows = std::vector<Row>;

/// The rows. An element that is not a row becomes a row with one cell: "<too long>" or "<malformed>".
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

TEST(ImportCsvRows, AQuoteWithinACellIsACharacter) {
    EXPECT_EQ(rows_of("5\" Pizza,c\nd,e\n"), (Rows{{"5\" Pizza", "c"}, {"d", "e"}}));
    EXPECT_EQ(rows_of("=\"001\",c\n"), (Rows{{"=\"001\"", "c"}}));
    EXPECT_EQ(rows_of("Joe \"the\" Plumber,c\r\n"), (Rows{{"Joe \"the\" Plumber", "c"}}));
    EXPECT_EQ(rows_of("a, \"b\"\n"), (Rows{{"a", " \"b\""}})) << "a blank comes first";
    EXPECT_EQ(rows_of("\"a\"b,c\r\nd,e\r\n"), (Rows{{"ab", "c"}, {"d", "e"}})) << "as Excel reads it";
    EXPECT_EQ(rows_of("\"a \"b\" c\",d\n"), (Rows{{"a b\" c\"", "d"}}));
}

TEST(ImportCsvRows, AnUnclosedCellCostsItsLineAndNothingBehindIt) {
    const Row malformed{"<malformed>"};
    EXPECT_EQ(rows_of("x\n\"a\nb"), (Rows{{"x"}, malformed, {"b"}}));
    EXPECT_EQ(rows_of("a,b\n1,\"x\n2,y\n3,z\n"), (Rows{{"a", "b"}, malformed, {"2", "y"}, {"3", "z"}}));
    EXPECT_EQ(rows_of("a,b\n1,\"x\n2,\"y\"\n"), (Rows{{"a", "b"}, malformed, {"2", "y"}})) << "another cell's quote";
    EXPECT_EQ(rows_of("a,b\n1,\"x\n2,5\",z\n"), (Rows{{"a", "b"}, malformed, {"2", "5\"", "z"}}))
        << "a row that would have another number of cells";
    EXPECT_EQ(rows_of("a,b\n1,\"x\n2\"\n"), (Rows{{"a", "b"}, {"1", "x\n2"}})) << "a cell of two lines";
    EXPECT_EQ(rows_of("a,b,c\n1,\"x\n2\"\n"), (Rows{{"a", "b", "c"}, {"1", "x\n2"}})) << "a short row of two lines";
}

TEST(ImportCsvRows, TooLongALineIsSkippedAlone) {
    EXPECT_EQ(rows_of("12345,78\n1,2\n", ',', 8), (Rows{{"<too long>"}, {"1", "2"}}));
    EXPECT_EQ(rows_of("1234,67\n1,2\n", ',', 8), (Rows{{"1234", "67"}, {"1", "2"}}));
    EXPECT_EQ(rows_of("\"a\nb\nc\nd\ne\"\nf\n", ',', 6), (Rows{{"<malformed>"}, {"b"}, {"c"}, {"d"}, {"e\""}, {"f"}}));
}

TEST(ImportCsvRows, LinesThatAnOpenCellWouldHaveTakenAreTold) {
    const std::string text = "a,b\n1,\"x\n2,y\n3,z\n";
    PieceSource source(text, [] { return std::size_t{100}; });
    CsvRows reader(source, ',');
    std::vector<std::string_view> cells;
    ASSERT_EQ(reader.next(cells), Next::row);
    ASSERT_EQ(reader.next(cells), Next::malformed);
    EXPECT_NE(reader.problem().find("lines 2 to 4; reading goes on at line 3"), std::string::npos) << reader.problem();
    EXPECT_EQ(std::vector<std::string>(cells.begin(), cells.end()), (Row{"1", "\"x"})) << "as they came";
}

TEST(ImportCsvRows, DelimitersAreFoundByThemselves) {
    const auto found = [](const std::string& text) { return rows_of(text, unknown_delimiter); };
    EXPECT_EQ(found("a;b\n1,5;x\n"), (Rows{{"a", "b"}, {"1,5", "x"}}));
    EXPECT_EQ(found("a\tb\n1, 2\tx\n"), (Rows{{"a", "b"}, {"1, 2", "x"}}));
    EXPECT_EQ(found("a|b|c\n1|2|3\n"), (Rows{{"a", "b", "c"}, {"1", "2", "3"}}));
    EXPECT_EQ(found("a,b\n1;2,3\n"), (Rows{{"a", "b"}, {"1;2", "3"}}));
    EXPECT_EQ(found("\"a;b\",c\n1,2\n"), (Rows{{"a;b", "c"}, {"1", "2"}})) << "in quotes it is text";
    EXPECT_EQ(found("website\nx.com\n"), (Rows{{"website"}, {"x.com"}}));
    EXPECT_EQ(found("sep=;\r\na;b\r\n1;2\r\n"), (Rows{{"a", "b"}, {"1", "2"}}));
    EXPECT_EQ(found("\xEF\xBB\xBF\"sep=,\"\na,b\n"), (Rows{{"a", "b"}}));
    EXPECT_EQ(rows_of("sep=;\na|b\n", '|'), (Rows{{"a", "b"}})) << "the option counts";
    EXPECT_EQ(rows_of("sep,a\n1,2\n"), (Rows{{"sep", "a"}, {"1", "2"}}));
    EXPECT_EQ(find_delimiter("a;b,c\n1;2,3\n", true), unknown_delimiter) << "two fit alike";
    EXPECT_EQ(uncut_header({"Id;Name;Web"}),
              "the header is one cell, \"Id;Name;Web\", and holds a semicolon: give --delimiter ';'");
    EXPECT_EQ(uncut_header({"Website"}), "");
    EXPECT_EQ(uncut_header({"City, State", "Zip"}), "");
}

TEST(ImportCsvRows, EncodingsAreRecognised) {
    struct Text {
        std::string bytes, utf8, encoding;
    };
    const std::string ascii(70000, 'a');
    const std::vector<Text> texts{
        {"Caf\xE9,b", "Caf\xC3\xA9,b", "windows-1252"},
        {"\x80\x96", "\xE2\x82\xAC\xE2\x80\x93", "windows-1252"},
        {"Caf\xC3\xA9", "Caf\xC3\xA9", "UTF-8"},
        {"Caf\xC3\xA9 \xC3\xA4 \xC3\xB6 \xE9", "Caf\xC3\xA9 \xC3\xA4 \xC3\xB6 \xE9", "UTF-8"},
        {ascii + "\xE9", ascii + "\xC3\xA9", "windows-1252"},
        {ascii + "\xC3\xA9", ascii + "\xC3\xA9", "UTF-8"},
        {std::string("\xFF\xFE"
                     "a\0\xE9\0",
                     6),
         "\xEF\xBB\xBF"
         "a\xC3\xA9",
         "UTF-16LE"},
        {std::string("\xFE\xFF\0a\0\xE9", 6),
         "\xEF\xBB\xBF"
         "a\xC3\xA9",
         "UTF-16BE"},
        {std::string("a\0,\0\xE9\0", 6), "a,\xC3\xA9", "UTF-16LE"},
        {"", "", "UTF-8"},
        {"a\xC3", "a\xC3\x83", "windows-1252"},
    };
    for (const Text& text : texts) {
        for (const std::size_t piece : {1U, 3U, 1000U, 300000U}) {
            auto below = std::make_unique<PieceSource>(text.bytes, [piece] { return piece; });
            auto opened = DecodedSource::open(std::move(below), "");
            ASSERT_TRUE(opened);
            std::string got, block(70000, '\0');
            for (auto size = opened.value()->read(block.data(), block.size()); size && size.value() > 0;
                 size = opened.value()->read(block.data(), block.size())) {
                got.append(block, 0, size.value());
            }
            EXPECT_EQ(got, text.utf8) << piece;
            EXPECT_EQ(opened.value()->encoding(), text.encoding) << piece;
        }
    }
    auto opened =
        DecodedSource::open(std::make_unique<PieceSource>("\xA3", [] { return std::size_t{9}; }), "ISO-8859-2");
    ASSERT_TRUE(opened);
    std::string block(64, '\0');
    EXPECT_EQ(block.substr(0, opened.value()->read(block.data(), block.size()).value()), "\xC5\x81")
        << "as it was told";
    EXPECT_FALSE(DecodedSource::open(std::make_unique<PieceSource>("", [] { return std::size_t{9}; }), "latin-nine"));
}

TEST(ImportCsvRows, Utf32IsNotReadAsUtf16) {
    using namespace std::string_literals;
    const struct {
        std::string bytes, given, encoding;
    } texts[] = {{"\xFF\xFE\0\0a\0\0\0\xE9\0\0\0"s, "", "UTF-32LE"},
                 {"\0\0\xFE\xFF\0\0\0a\0\0\0\xE9"s, "", "UTF-32BE"},
                 {"\xFF\xFE\0\0a\0\0\0\xE9\0\0\0"s, "utf-32", "UTF-32LE"},
                 {"\xFF\xFE"
                  "a\0\xE9\0"s,
                  "", "UTF-16LE"}};
    for (const auto& text : texts) {
        for (const std::size_t piece : {1U, 3U, 100U}) {
            auto opened =
                DecodedSource::open(std::make_unique<PieceSource>(text.bytes, [piece] { return piece; }), text.given)
                    .value();
            CsvRows rows(*opened, ',');
            std::vector<std::string_view> cells;
            ASSERT_EQ(rows.next(cells), Next::row) << text.encoding;
            EXPECT_EQ(cells, std::vector<std::string_view>{"a\xC3\xA9"}) << text.encoding;
            EXPECT_EQ(opened->encoding(), text.encoding);
        }
    }
}

/// A UTF-8 letter may arrive in pieces, and the reader's buffer may be shorter than a letter.
TEST(ImportCsvRows, EncodingsAreTheSameHoweverTheBytesArrive) {
    for (const std::string bytes :
         {"Caf\xE9,\xC3\xA9", "\xC3\xA9\xC3\xA9,\xE9", "\xE9\xC3\xA9\xC3\xA9", "\xC3", "a\xC3\xA9"}) {
        std::set<std::string> read;
        for (const std::size_t piece : {1U, 2U, 3U, 100U}) {
            for (const std::size_t capacity : {1U, 2U, 5U, 100U}) {
                auto opened =
                    DecodedSource::open(std::make_unique<PieceSource>(bytes, [piece] { return piece; }), "").value();
                std::string got, block(capacity, '\0');
                for (auto size = opened->read(block.data(), capacity); size && size.value() > 0;
                     size = opened->read(block.data(), capacity)) {
                    got.append(block, 0, size.value());
                }
                read.insert(got + " " + opened->encoding());
            }
        }
        EXPECT_EQ(read.size(), 1U) << *read.begin();
    }
    EXPECT_EQ(read_sep_line(std::string("sep=\0\n", 6)).size, 0U) << "a NUL parts no cells";
}

TEST(ImportCsvNumbers, ADecimalCommaIsToldByTheColumn) {
    const auto decimal = [](const std::vector<std::string>& cells, bool is_degrees = false) {
        CsvSample sample{{"n"}};
        for (const std::string& cell : cells) {
            sample.push_back({cell});
        }
        return decimal_of_column(sample, 0, is_degrees);
    };
    EXPECT_EQ(decimal({"48,1374"}), Decimal::comma);
    EXPECT_EQ(decimal({"1.234,5", "1,234"}), Decimal::comma);
    EXPECT_EQ(decimal({"1,234", "12,345,678"}), Decimal::point) << "thousands";
    EXPECT_EQ(decimal({"11,582"}, true), Decimal::comma) << "degrees have none";
    EXPECT_EQ(decimal({"48,1", "48.1"}), Decimal::point);
    EXPECT_EQ(decimal({"", "n/a", "12"}), Decimal::point);
    EXPECT_EQ(with_point("-48,1374", Decimal::comma), "-48.1374");
    EXPECT_EQ(with_point("1.234,5", Decimal::comma), "1234.5");
    EXPECT_EQ(with_point("48.1374", Decimal::comma), "48.1374") << "no thousands";
    EXPECT_EQ(with_point("1,5", Decimal::point), "1,5");
    EXPECT_EQ(with_point("a,b", Decimal::comma), "a,b");
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
    for (int i = 0; i < whole_at_night(20000); ++i) {
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
    for (int i = 0; i < whole_at_night(5000); ++i) {
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
    for (int round = 0; round < whole_at_night(3000); ++round) {
        const char delimiter = ",;\t"[random() % 3];
        const std::string line_end = random() % 2 == 0 ? "\n" : "\r\n";
        Rows wanted(random() % 6);
        const std::size_t columns = 1 + random() % 4;
        std::string text;
        for (Row& row : wanted) {
            for (std::size_t i = 0; i < columns; ++i) {
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

#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "bizrec/base/json_parser.hpp"
#include "bizrec/format/layout.hpp"
#include "lmdb_builder/import/csv_dialect.hpp"
#include "lmdb_builder/import/csv_mapping.hpp"
#include "lmdb_builder/import/csv_numbers.hpp"
#include "lmdb_builder/import/importer.hpp"
#include "lmdb_builder/import/record_line.hpp"

namespace bizrec::builder {

/// Converts the rows of CSV files into records by a mapping.
class CsvRecords {
public:
    /// `name_space`: ids that are not UUIDs are derived in the namespace uuid5(NAMESPACE_DNS, name_space). `decimal`:
    /// the decimal sign of all columns; unknown: bind() finds it for each column.
    CsvRecords(CsvMapping mapping, const std::string& name_space, Decimal decimal = Decimal::unknown);

    /// Reads the header of the next file. Fails if the header is not UTF-8, is a single cell that another delimiter
    /// would split, or has a name twice, if the mapping names a missing column, or if nothing is mapped to store_id.
    /// `sample`: the first rows with their header, from which the decimal sign of each column of numbers is found.
    Status bind(const std::vector<std::string_view>& header, const CsvSample& sample = {});

    /// Converts a row. Returns record: `line` holds the record. Returns rejected: `reason` says why. `text`: all cells,
    /// concatenated.
    Imported convert(const std::vector<std::string_view>& cells, std::string_view text, RecordLine& line,
                     RejectReason& reason);

private:
    static constexpr std::size_t no_column = static_cast<std::size_t>(-1);

    /// A column or a constant that gives a field its value or a part of it.
    struct Part {
        std::size_t column = no_column;
        std::string constant;
        CsvType type = CsvType::text;
        std::string argument;
        Decimal decimal = Decimal::point;  // of numbers in this column
    };
    struct Target {
        std::string field;
        CsvType type = CsvType::text;
        std::vector<Part> parts;
    };

    std::size_t column_of(std::string_view name) const noexcept;
    Status bind_header(const std::vector<std::string_view>& header);
    Status bind_rule(const CsvRule& rule);
    void bind_own_names();
    void add_part(const std::string& field, Part part);
    Status require_id() const;
    void find_decimals(const CsvSample& sample);

    void add_value(const Target& target, RecordLine& line);
    std::string joined(const Target& target, std::string_view between) const;
    std::string links_of(const Target& target);
    std::string list_of(const Target& target) const;
    std::string json_of(std::string_view text);
    std::string_view cell(const Part& part) const noexcept;

    CsvMapping mapping_;
    Decimal decimal_;
    format::Uuid namespace_;
    std::vector<std::string> columns_;
    std::vector<bool> used_;
    std::vector<Target> targets_;
    const std::vector<std::string_view>* cells_ = nullptr;
    JsonParser parser_ = make_json_parser();
};

}  // namespace bizrec::builder

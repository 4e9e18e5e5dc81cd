#include "bizrec/format/columns.hpp"

#include <gtest/gtest.h>

#include <set>
#include <string>

namespace bizrec::format {
namespace {

TEST(Columns, EveryNameStandsOnce) {
    std::set<std::string_view> names, fields, filters;
    std::set<Section> sections;
    std::size_t field_count = 0, filter_count = 0;
    for_each_column([&](auto row) {
        names.insert(row.name);
        sections.insert(row.section);
        fields.insert(row.fields.begin(), row.fields.end());
        field_count += row.fields.size();
        for (const ColumnFilter& filter : row.filters) {
            filters.insert(filter.name);
            ++filter_count;
        }
    });
    EXPECT_EQ(names.size(), column_count);
    EXPECT_EQ(sections.size(), column_count);
    EXPECT_EQ(fields.size(), field_count);
    EXPECT_EQ(filters.size(), filter_count);
}

TEST(Columns, RowsAreWhole) {
    for_each_column([](auto row) {
        SCOPED_TRACE(row.name);
        EXPECT_EQ(section_name(row.section), row.name);
        EXPECT_EQ(column_element_bytes(row.section), sizeof(row.missing));
        EXPECT_LE(row.min, row.max);
        const bool is_range = row.kind == ColumnKind::number || row.kind == ColumnKind::time;
        EXPECT_EQ(row.filters.size() == 2, is_range) << "a minimum and a maximum";
        EXPECT_EQ(row.filters.empty(), row.kind == ColumnKind::derived);
        EXPECT_TRUE(!is_range || row.missing < row.min || row.missing > row.max) << "no value is missing";
        for (const ColumnFilter& filter : row.filters) {
            EXPECT_EQ(filter.bit != 0, row.kind == ColumnKind::flags) << filter.name;
        }
    });
}

TEST(Columns, ValuesAreMissingAtFirst) {
    for_each_column([](auto row, const auto& value) { EXPECT_EQ(value, row.missing) << row.name; }, ColumnValues());
}

TEST(Columns, VisitsEndWithTheFirstNo) {
    std::size_t visits = 0;
    EXPECT_FALSE(all_of_columns([&visits](auto /*row*/) { return ++visits < 3; }));
    EXPECT_EQ(visits, 3U);
    EXPECT_TRUE(all_of_columns([](auto /*row*/) { return true; }));
    EXPECT_EQ(column_index<OwnershipColumn>(), 0U);
    EXPECT_EQ(column_index<QualityColumn>(), column_count - 1);
}

}  // namespace
}  // namespace bizrec::format

#pragma once

#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "lmdb_builder/record/record_parser.hpp"
#include "t/unit/support/catalog_fixture.hpp"

namespace bizrec::builder {

inline constexpr std::string_view test_id = "8140D7EF-382a-5649-b391-841fe8febcfb";

/// A record with an id and the members given as JSON text (`"city":"Austin"`).
inline std::string record_with(std::string_view members) {
    std::string out = "{\"store_id\":\"" + std::string(test_id) + "\"";
    out += members.empty() ? "" : ",";
    return out + std::string(members) + "}";
}

struct Parsed {
    bool kept = false;
    Record record;
    RejectReason reason;
};

inline Parsed parse_line(std::string_view line) {
    static RecordParser parser(machine_catalog());
    Parsed out;
    out.kept = parser.parse(line, out.record, out.reason);
    return out;
}

/// Parses record_with(members), which must be kept.
inline Record kept(std::string_view members) {
    Parsed parsed = parse_line(record_with(members));
    EXPECT_TRUE(parsed.kept) << members << ": " << parsed.reason.field << " " << parsed.reason.code << " "
                             << parsed.reason.detail;
    return std::move(parsed.record);
}

/// Parses record_with(members), which must be refused.
inline RejectReason refused(std::string_view members) {
    Parsed parsed = parse_line(record_with(members));
    EXPECT_FALSE(parsed.kept) << members;
    return std::move(parsed.reason);
}

}  // namespace bizrec::builder

#pragma once

#include <functional>
#include <string>

#include "lmdb_builder/import/record_line.hpp"
#include "lmdb_builder/record/fact_counts.hpp"
#include "lmdb_builder/record/record_parser.hpp"

namespace bizrec::builder {

/// Checks every record with the builder's own parser before it is written, so that `build` accepts every record that
/// `import` writes.
class RecordCheck {
public:
    /// Called with the reject reason of each value that is set aside.
    using Aside = std::function<void(const RejectReason&)>;

    /// Takes the same arguments as RecordParser.
    explicit RecordCheck(const PlaceCatalog& catalog, std::size_t max_bytes = RecordParser::default_max_bytes)
        : parser_(catalog, max_bytes) {}

    /// Overwrites `json` with the record. Fields that the builder refuses (an unknown country, a latitude of 91) are
    /// set aside: RecordLine::set_aside(). Returns false, with `reason` set, if the record is refused even so, or if a
    /// field is refused and `aside` is empty.
    bool check(RecordLine& line, const Aside& aside, std::string& json, RejectReason& reason);

    /// Counts the facts and fields of the record that the last check() checked.
    void count(FactCounts& facts, FieldCounts& fields) const {
        facts.add(record_);
        parser_.count_fields(fields);
    }

private:
    RecordParser parser_;
    Record record_;
};

}  // namespace bizrec::builder

#pragma once

#include <functional>
#include <string>

#include "lmdb_builder/import/record_line.hpp"
#include "lmdb_builder/record/fact_counts.hpp"
#include "lmdb_builder/record/record_parser.hpp"

namespace bizrec::builder {

/// Holds every record against the builder's own parser before it is written, so that `build` keeps what `import` wrote.
class RecordCheck {
public:
    /// Called for each value that was set aside.
    using Aside = std::function<void(const RejectReason&)>;

    /// As RecordParser's.
    explicit RecordCheck(const PlaceCatalog& catalog, std::size_t max_bytes = RecordParser::default_max_bytes)
        : parser_(catalog, max_bytes) {}

    /// Overwrites `json` with the record. Fields that the builder refuses (an unknown country, a latitude of 91) are
    /// set aside; where `aside` is empty, and where that does not help, the record is refused: false.
    bool settle(RecordLine& line, const Aside& aside, std::string& json, RejectReason& reason);

    /// Adds the record that was settled last.
    void count(FactCounts& facts, FieldCounts& fields) const {
        facts.add(record_);
        parser_.count_fields(fields);
    }

private:
    RecordParser parser_;
    Record record_;
};

}  // namespace bizrec::builder

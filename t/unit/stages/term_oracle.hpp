#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "bizrec/store/generation.hpp"
#include "lmdb_builder/document/document.hpp"
#include "lmdb_builder/record/record.hpp"

namespace bizrec::builder::testing {

struct OraclePosting {
    std::uint32_t docid = 0;
    std::uint8_t impact = 0;
};
inline bool operator==(const OraclePosting& a, const OraclePosting& b) noexcept {
    return a.docid == b.docid && a.impact == b.impact;
}

struct OracleTerm {
    std::uint16_t idf_sixteenths = 0;
    std::vector<OraclePosting> postings;
};

/// Computes the expected term index of some records the slow way: with maps of strings, one record after the other,
/// without encoding or sorting. It shares with the builder the analyser, the names of the place catalogue and
/// format/impact.hpp.
class TermOracle {
public:
    struct Document {
        Record record;
        std::string domain, postal_code;  ///< as the document maker returns them
        DocumentPlace place;
    };
    /// `documents`: in the order of docids.
    explicit TermOracle(const std::vector<Document>& documents);

    const std::map<std::string, OracleTerm>& terms() const noexcept { return terms_; }  ///< by key
    const format::TextStatistics& statistics() const noexcept { return statistics_; }

private:
    std::map<std::string, OracleTerm> terms_;
    format::TextStatistics statistics_;
};

/// All postings of a list, in any of its forms in the index.
std::vector<OraclePosting> postings_of(const format::TermLists& lists);

}  // namespace bizrec::builder::testing

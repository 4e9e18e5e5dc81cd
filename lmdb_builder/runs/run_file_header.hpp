#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "lmdb_builder/runs/shard.hpp"

namespace bizrec::builder {

/// The bytes of an index depend on its records and on these values. All runs of a merge must agree in them, and so must
/// the merging program.
struct RunRules {
    std::string program;       ///< version of lmdb_builder
    std::string index_format;  ///< format::format_version
    std::string identity;      ///< identity::identity_rules_version()
    std::string analyser;      ///< text::analyser_version()
    std::string unicode;       ///< versions of ICU and of its Unicode: "72.1/15.0"
    std::string places;        ///< PlaceCatalog::digest()
    std::string suffix_list;   ///< SHA-256 of SuffixList::serialise()
    std::string rule_files;    ///< SHA-256 of format::write_rules(): of the suffix list and all rule files
    std::string max_record;    ///< BuildOptions::max_record_bytes: decides which records are refused
    std::string specimens;     ///< specimen_digest(): catches differences that no field above shows
};

struct RunHeader {
    Fraction shard, part;
    RunRules rules;
    std::string suffix_list_version;  ///< RuleSource::suffix_list_version
};

std::string write_run_header(const RunHeader& header);
/// `json`: untrusted. Throws BuildFailure; its message does not name the file.
RunHeader read_run_header(std::string_view json);

/// Why two runs, or a run and the merging program, cannot be merged: "have different public suffix lists (A, B): …",
/// with the remedy. "" if they can. Shards and parts are not compared.
std::string rules_conflict(const RunHeader& a, const RunHeader& b);

/// Counts of the input lines in the run's shard.
struct RunCounts {
    std::uint64_t read = 0;      ///< lines that are not blank: kept, replaced, rejected or suppressed
    std::uint64_t kept = 0;      ///< entries of the run
    std::uint64_t replaced = 0;  ///< older entries: the run has a newer one with the same id
    std::map<std::string, std::uint64_t> rejected;  ///< by RejectReason::code
};

std::string write_run_counts(const RunCounts& counts);
RunCounts read_run_counts(std::string_view json);

}  // namespace bizrec::builder

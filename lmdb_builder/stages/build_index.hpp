#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "bizrec/base/result.hpp"
#include "bizrec/format/layout.hpp"
#include "bizrec/store/seal.hpp"
#include "lmdb_builder/catalog/weather_locations.hpp"
#include "lmdb_builder/record/canonical_content.hpp"
#include "lmdb_builder/record/fact_counts.hpp"
#include "lmdb_builder/record/field_counts.hpp"
#include "lmdb_builder/record/record_parser.hpp"
#include "lmdb_builder/record/rejects.hpp"
#include "lmdb_builder/runs/shard.hpp"
#include "lmdb_builder/stages/screens.hpp"
#include "lmdb_builder/system/stage_clock.hpp"
#include "lmdb_builder/system/stage_progress.hpp"

namespace bizrec::builder {

inline constexpr std::uint64_t default_memory_bytes = std::uint64_t{512} << 20;

struct BuildOptions {
    std::vector<std::string> inputs;  ///< files, "-" for standard input
    std::string output;               ///< replaced by rename when the new file is complete
    bool overwrite = false;           ///< replace an existing output; false: an existing output is an error
    std::string rejects_path;         ///< "": rejected lines are only counted
    std::string report_path;          ///< file that lists every unusable website; "" = they are only counted
    std::string domains_path;         ///< file for the results of the shared-domain rule; "" = none
    std::string suppress_path;        ///< list of suppressions, or a folder that names one; "" = none
    std::string hashes_path;          ///< store of deletion hashes; "" = none
    std::string suffix_list_path;     ///< public_suffix_list.dat; "" = Debian's publicsuffix
    std::string rule_folder;          ///< folder with rule files; "" = the built-in ones
    std::string iso_codes_dir = "/usr/share/iso-codes/json";
    std::string locale_dir = "/usr/share/locale";
    std::string locations_path = packaged_weather_locations;  ///< cities, from libgweather-4-common
    std::string as_of;         ///< the day of the data; "" = the day of the newest record
    bool infer_places = true;  ///< infers the country or city of records that lack it
    bool canonical = false;    ///< Record::json is rewritten by CanonicalContent
    std::string temp_dir;      ///< "" = the output's directory
    std::uint64_t memory_bytes =
        default_memory_bytes;  ///< for sort buffers and batches (docs/builder.md, "MEMORY USAGE")
    unsigned threads = 1;      ///< 1 to Workers::max_threads
    RejectLimit reject_limit;
    bool allow_truncated = false;  ///< truncated or damaged compressed inputs: the records before the damage are used
    std::size_t max_record_bytes = RecordParser::default_max_bytes;  ///< of a minified record; a larger one is rejected
    std::uint64_t max_documents = format::max_documents;  ///< of the index; a build with more fails; tests lower it
    Fraction shard;                                       ///< only the records of this shard are kept
    Fraction part;  ///< which part of all input files `inputs` is; only for build_run()
    /// Called when the new index is complete and synced, before it replaces the output. If it returns false or throws
    /// BuildFailure, the output stays unchanged. Empty: the index always replaces the output.
    std::function<bool(const store::Seal&)> accepts;
    /// Called with the matched hashes if `hashes_path` is given and `accepts` did not refuse. At this time the new file
    /// is complete and has not replaced the output yet, so the store of deletion hashes knows of every match in a
    /// published output. If it throws BuildFailure, the output stays unchanged. Empty: the matches are not passed on.
    std::function<void(const FoundHashes&)> keep_found;
};

struct BuildSummary {
    std::uint64_t read = 0;                         ///< lines that are not blank; in a shard, only its lines
    std::uint64_t kept = 0;                         ///< documents of the index, or records of the run
    std::uint64_t replaced = 0;                     ///< older records that a newer one with the same id replaced
    std::map<std::string, std::uint64_t> rejected;  ///< by RejectReason::code
    std::optional<std::uint64_t> suppression_list;  ///< number of the applied list of suppressions
    bool tries_hashes = false;                      ///< whether records were compared with deletion hashes
    ScreenCounts screened;                          ///< records that the screens removed or cut parts from
    std::map<std::string, std::uint64_t> unusable_websites;  ///< by reason; the records are kept
    FactCounts facts;                                        ///< of the records kept
    FieldCounts fields;                           ///< of the records read, except suppressed ones; empty for a merge
    std::optional<DifferenceCounts> differences;  ///< of the records read; only with BuildOptions::canonical
    std::uint64_t identity_keys = 0, shared_domains = 0, countries = 0, states = 0, cities = 0, postal_codes = 0;
    std::uint64_t inferred_countries = 0, inferred_cities = 0;  ///< of records kept, by BuildOptions::infer_places
    std::uint64_t terms = 0, vocabulary_words = 0;
    std::uint64_t index_bytes = 0;
    std::uint64_t run_bytes = 0;  ///< only for build_run()
    std::uint64_t chains = 0;  ///< domains with two or more documents, all of one business (DomainStatistics::chains())
    std::vector<StageTime> stages;
    double seconds = 0;
    unsigned threads = 1;
    std::uint64_t peak_memory_bytes = 0;
    std::string generation;
    std::string data_date;  ///< the day of the data; "": not known
};

/// Builds one immutable index. After a failure or interruption the output is unchanged and temporary files are removed.
Result<BuildSummary> build_index(const BuildOptions& options, const BuildProgress& progress = {});

/// shard_build.cpp. Reads the share `options.shard` of the inputs' records, and writes the newest record of each id as
/// one run (docs/run-format.md) to `options.output`, for merge_runs(). The counts cover that share. After a failure or
/// interruption the output is unchanged. The members of the summary that describe an index or its domains, places and
/// words stay empty, and so do `unusable_websites` and `facts`.
Result<BuildSummary> build_run(const BuildOptions& options, const BuildProgress& progress = {});

/// merge_runs.cpp. Builds one immutable index from the runs `options.inputs`, in any order. The index is identical to
/// the one that build_index() makes of all inputs of these runs, and the summary has the same members.
/// `options.suppress_path` and `options.hashes_path` screen the records again, because runs may have been built without
/// them. `options.suffix_list_path` is ignored, because the runs contain the list; from `options.rule_folder`, only
/// deletion_hashes.txt is read.
Result<BuildSummary> merge_runs(const BuildOptions& options, const BuildProgress& progress = {});

}  // namespace bizrec::builder

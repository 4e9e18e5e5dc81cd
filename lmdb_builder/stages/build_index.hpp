#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "bizrec/base/result.hpp"
#include "bizrec/format/size_limits.hpp"
#include "bizrec/store/seal.hpp"
#include "lmdb_builder/catalog/weather_locations.hpp"
#include "lmdb_builder/record/canonical_content.hpp"
#include "lmdb_builder/record/fact_counts.hpp"
#include "lmdb_builder/record/field_counts.hpp"
#include "lmdb_builder/record/record_parser.hpp"
#include "lmdb_builder/record/reject_limit.hpp"
#include "lmdb_builder/runs/shard.hpp"
#include "lmdb_builder/system/stage_clock.hpp"
#include "lmdb_builder/system/stage_progress.hpp"

namespace bizrec::builder {

struct BuildOptions {
    std::vector<std::string> inputs;  ///< files, "-" for standard input
    std::string output;               ///< replaced by rename once the new file is whole
    bool overwrite = false;           ///< else an existing output is an error
    std::string rejects_path;         ///< "" = rejects are only counted
    std::string report_path;          ///< where to name every unusable website; "" = they are only counted
    std::string domains_path;         ///< where to write what the shared-domain rule found; "" = nowhere
    std::string suppress_path;        ///< list of suppressions, or a folder that names one; "" = nothing is suppressed
    std::string suffix_list_path;     ///< public_suffix_list.dat; "" = Debian's publicsuffix
    std::string rule_folder;          ///< with rule files; "" = those that are compiled in
    std::string iso_codes_dir = "/usr/share/iso-codes/json";
    std::string locale_dir = "/usr/share/locale";
    std::string locations_path = packaged_weather_locations;  ///< of libgweather-4-common
    std::string as_of;                                        ///< the day of the data; "" = of the newest record
    bool infer_places = true;                                 ///< of records without a country or a city
    bool canonical = false;                                   ///< content as CanonicalContent writes it
    std::string temp_dir;                                     ///< "" = the output's directory
    std::uint64_t memory_bytes = 512ULL << 20;                ///< for sort buffers
    unsigned threads = 1;                                     ///< 1 to Workers::max_threads
    RejectLimit reject_limit;
    bool allow_truncated = false;  ///< packed inputs that are cut off or damaged: what came before the damage is built
    std::size_t max_record_bytes = RecordParser::default_max_bytes;  ///< of a minified record; above: a reject
    std::uint64_t max_documents = format::max_documents;             ///< of the index: more fail; tests lower it
    Fraction shard;                                                  ///< of the ids: what lies elsewhere is passed over
    Fraction part;  ///< of the inputs, which of the lots these are: build_run() only
    /// Asked once the new index is whole and synced, before it is put into place: false, or a BuildFailure, leaves the
    /// output as it was. None: it is put into place.
    std::function<bool(const store::Seal&)> accepts;
};

struct BuildSummary {
    std::uint64_t read = 0;                                  ///< non-empty lines
    std::uint64_t kept = 0;                                  ///< documents of the index
    std::uint64_t replaced = 0;                              ///< older records of an id that a newer one replaced
    std::map<std::string, std::uint64_t> rejected;           ///< by RejectReason::code
    std::optional<std::uint64_t> suppression_list;           ///< number of the list that records were screened by
    std::uint64_t suppressed = 0;                            ///< records read and left out for that list
    std::uint64_t cut = 0;                                   ///< records read that lost parts for it
    std::map<std::string, std::uint64_t> unusable_websites;  ///< by reason; the records stay
    FactCounts facts;                                        ///< of the records kept
    FieldCounts fields;                                      ///< of the records read; none of a merge
    std::optional<DifferenceCounts> differences;             ///< of the records read, by BuildOptions::canonical
    std::uint64_t identity_keys = 0, shared_domains = 0, countries = 0, states = 0, cities = 0, postal_codes = 0;
    std::uint64_t inferred_countries = 0, inferred_cities = 0;  ///< of records kept, by BuildOptions::infer_places
    std::uint64_t terms = 0, vocabulary_words = 0;
    std::uint64_t index_bytes = 0;
    std::uint64_t run_bytes = 0;  ///< of build_run() alone
    std::uint64_t chains = 0;     ///< domains with two documents and more that one business owns
    std::vector<StageTime> stages;
    double seconds = 0;
    unsigned threads = 1;
    std::uint64_t peak_memory_bytes = 0;
    std::string generation;
    std::string data_date;  ///< the day of the data; "": not known
};

/// Builds one immutable index. On failure or interruption the output is as it was and temporary files are gone.
Result<BuildSummary> build_index(const BuildOptions& options, const BuildProgress& progress = {});

}  // namespace bizrec::builder

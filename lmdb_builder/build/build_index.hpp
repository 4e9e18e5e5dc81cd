#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "bizrec/base/result.hpp"
#include "bizrec/store/seal.hpp"

namespace bizrec::builder {

struct BuildOptions {
    std::vector<std::string> inputs;  ///< files, "-" for standard input
    std::string output;               ///< replaced by rename once the new file is whole
    bool overwrite = false;           ///< else an existing output is an error
    std::string rejects_path;         ///< "" = rejects are only counted
    std::string domains_path;         ///< where to write what the shared-domain rule found; "" = nowhere
    std::string suffix_list_path;     ///< public_suffix_list.dat; "" = Debian's publicsuffix
    std::string iso_codes_dir = "/usr/share/iso-codes/json";
    std::string locale_dir = "/usr/share/locale";
    std::string temp_dir;                       ///< "" = the output's directory
    std::uint64_t memory_bytes = 512ULL << 20;  ///< for sort buffers
};

struct BuildSummary {
    std::uint64_t read = 0;                                  ///< non-empty lines
    std::uint64_t kept = 0;                                  ///< documents of the index
    std::uint64_t replaced = 0;                              ///< older records of an id that a newer one replaced
    std::map<std::string, std::uint64_t> rejected;           ///< by RejectReason::code
    std::map<std::string, std::uint64_t> unusable_websites;  ///< by reason; the records stay
    std::uint64_t identity_keys = 0, shared_domains = 0, countries = 0, states = 0, cities = 0, postal_codes = 0;
    std::uint64_t terms = 0, vocabulary_words = 0;
    std::uint64_t index_bytes = 0;
    double seconds = 0;
    std::uint64_t peak_memory_bytes = 0;
    std::string generation;
};

/// A step's name and how far it is: `done` of `total` (0 = unknown).
using BuildProgress = std::function<void(const char* stage, std::uint64_t done, std::uint64_t total)>;

/// Builds one immutable index. On failure or interruption the output is as it was and temporary files are gone.
Result<BuildSummary> build_index(const BuildOptions& options, const BuildProgress& progress = {});

}  // namespace bizrec::builder

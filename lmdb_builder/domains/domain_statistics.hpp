#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "lmdb_builder/document/document.hpp"
#include "lmdb_builder/domains/shared_domains.hpp"
#include "lmdb_builder/sections/shared_keys.hpp"
#include "lmdb_builder/sorting/external_sorter.hpp"

namespace bizrec::builder {

struct JudgedDomain {
    DomainEvidence evidence;
    DomainClass domain_class = DomainClass::few_names;
};

/// Gathers by external sort what the shared-domain rule asks for, and applies it. Memory: the sorter's, a sample of one
/// domain's names, and the leading words and places of the domains that counts alone do not decide. Independent of the
/// order of add().
class DomainStatistics {
public:
    /// Names of a domain that are compared; of more, the ones with the least hashes: a fair sample, the same every
    /// time.
    static constexpr std::size_t sample_names = 4096;

    /// `lanes`: threads that add at once, each by a lane of its own.
    DomainStatistics(std::string temp_folder, std::uint64_t memory_bytes, unsigned lanes = 1);

    void add(const Document& document, unsigned lane = 0);

    /// After the last add(), by domain: every one with at least min_shared_names names, those with fewer that only
    /// words or places could decide, and those of tenants.
    std::vector<JudgedDomain> judge();

    /// After judge(): domains of two records and more that strangers do not share.
    std::uint64_t chains() const noexcept { return chains_; }

private:
    struct Scratch {
        std::string key, payload;
    };

    void add_record(const Document& document, const std::string& domain, unsigned lane);

    ExternalSorter sorter_;
    std::vector<Scratch> scratch_;  // by lane
    std::uint64_t chains_ = 0;
};

/// Keys of the domains of strangers, and of tenants.
SharedKeys shared_keys(const std::vector<JudgedDomain>& judged);

}  // namespace bizrec::builder

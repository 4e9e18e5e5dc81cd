#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "lmdb_builder/document/document.hpp"
#include "lmdb_builder/domains/shared_domains.hpp"
#include "lmdb_builder/sections/identity_postings.hpp"
#include "lmdb_builder/sorting/external_sorter.hpp"

namespace bizrec::builder {

struct ClassifiedDomain {
    DomainEvidence evidence;
    DomainClass domain_class = DomainClass::few_names;
};

/// Collects the evidence for the shared-domain rule by external sorting, and applies the rule. Memory: the sorter, a
/// sample of one domain's names, and the leading words and places of each domain for which counts alone do not decide.
/// The order of add() does not matter.
class DomainStatistics {
public:
    /// The most names of a domain that are compared. If it has more, those with the smallest hashes are compared: a
    /// fair sample that is always the same.
    static constexpr std::size_t sample_names = 4096;

    /// `lanes`: number of threads that add at the same time, each with a lane of its own.
    DomainStatistics(std::string temp_folder, std::uint64_t memory_bytes, unsigned lanes = 1);

    void add(const Document& document, unsigned lane = 0);

    /// Applies the rule. Call it after the last add(). The result is sorted by domain. It includes every domain with at
    /// least min_shared_names names, smaller domains that only words or places can decide, domains of tenants, and
    /// domains that has_customers().
    std::vector<ClassifiedDomain> classify();

    /// After classify(): domains with two or more records that are not shared by unrelated businesses.
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

/// Keys of the domains that unrelated businesses share, and of tenants.
SharedKeys shared_keys(const std::vector<ClassifiedDomain>& judged);

}  // namespace bizrec::builder

#pragma once

#include <map>
#include <string>
#include <vector>

#include "lmdb_builder/catalog/place_catalog.hpp"
#include "lmdb_builder/record/record.hpp"
#include "t/unit/enrich/enrich_oracle.hpp"

namespace bizrec::search::testing {

/// What decisions.md 4.8 says of a record: its keys, and the page of its website_url.
struct RecordIdentity {
    identity::Identity website;     ///< of website_url; reject where there is none
    std::vector<std::string> keys;  ///< all of them
    std::string domain;             ///< the key of the website or else the root domain, where it is one of a domain
};
RecordIdentity identify(const builder::Record& record, const identity::Normaliser& normaliser);

/// Fills an oracle with records, one after the other, as the record parser reads them. Of the index it takes the docids
/// of the ids and which domains are shared by strangers (which is the builder's rule), nothing else.
class RecordOracle {
public:
    /// Both must outlive the object.
    RecordOracle(const store::Generation& generation, const builder::PlaceCatalog& catalog);

    /// False where the index does not hold the record's id.
    bool add(const builder::Record& record);

    const Oracle& oracle() const noexcept { return oracle_; }

private:
    const store::Generation& generation_;
    const builder::PlaceCatalog& catalog_;
    std::map<format::Uuid, std::uint32_t> docids_;
    Oracle oracle_;
};

/// The other flag, of tenants.
bool is_tenant_domain(const store::Generation& generation, const std::string& key);

/// The flag in the index's entry of an identity key.
bool is_shared_domain(const store::Generation& generation, const std::string& key);

}  // namespace bizrec::search::testing

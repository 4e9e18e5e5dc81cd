#pragma once

#include <map>
#include <string>
#include <vector>

#include "lmdb_builder/catalog/place_catalog.hpp"
#include "lmdb_builder/record/record.hpp"
#include "t/unit/enrich/enrich_oracle.hpp"

namespace bizrec::search::testing {

/// The identity of a record, as docs/builder.md defines it: its keys, and the page of its website_url.
struct RecordIdentity {
    identity::Identity website;     ///< of website_url; reject if there is none
    std::vector<std::string> keys;  ///< all keys that find the record
    std::string domain;             ///< the first of `keys`; empty if that is no domain
};
RecordIdentity identify(const builder::Record& record, const identity::Normaliser& normaliser);

/// Adds records to an oracle one by one, as the record parser reads them. It uses the index only for the docids of the
/// ids and for the domains that are shared by unrelated businesses, because the builder decides that.
class RecordOracle {
public:
    /// `generation` and `catalog` must outlive the object.
    RecordOracle(const store::Generation& generation, const builder::PlaceCatalog& catalog);

    /// False if the index does not have the record's id.
    bool add(const builder::Record& record);

    const Oracle& oracle() const noexcept { return oracle_; }

private:
    const store::Generation& generation_;
    const builder::PlaceCatalog& catalog_;
    std::map<format::Uuid, std::uint32_t> docids_;
    Oracle oracle_;
};

/// The tenant flag in the index's entry of an identity key.
bool is_tenant_domain(const store::Generation& generation, const std::string& key);

/// The shared flag in the index's entry of an identity key.
bool is_shared_domain(const store::Generation& generation, const std::string& key);

}  // namespace bizrec::search::testing

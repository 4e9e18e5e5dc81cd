#include "t/unit/enrich/record_oracle.hpp"

#include <algorithm>

#include "bizrec/format/identity_entry.hpp"
#include "bizrec/place/folded_names.hpp"
#include "lmdb_builder/document/city_field.hpp"
#include "lmdb_builder/record/quality.hpp"

namespace bizrec::search::testing {

namespace {

using builder::Record;
using identity::Identity;
using identity::Kind;

std::string lower(std::string text) {
    std::transform(text.begin(), text.end(), text.begin(), [](char c) { return c >= 'A' && c <= 'Z' ? c + 32 : c; });
    return text;
}

/// Whether root_domain gives a key: only if website_url gives none. The root domain gives no key if the website names
/// no business and contains the domain (an event on facebook.com), because the record does not own that domain. It also
/// gives none if there is a website and the root domain hosts sites of many businesses.
bool root_domain_serves(const Record& record, const Identity& website, const identity::Normaliser& normaliser) {
    if (record.root_domain.empty() || website.names_business()) {
        return false;
    }
    if (!record.website.empty() && normaliser.is_host_of_many(record.root_domain)) {
        return false;
    }
    return website.kind != Kind::none || lower(record.website).find(lower(record.root_domain)) == std::string::npos;
}

void add_key(const Identity& found, std::vector<std::string>& keys) {
    if (found.names_business() && std::find(keys.begin(), keys.end(), found.key) == keys.end()) {
        keys.push_back(found.key);
    }
}

}  // namespace

RecordIdentity identify(const Record& record, const identity::Normaliser& normaliser) {
    RecordIdentity out;
    if (!record.website.empty()) {
        normaliser.website(record.website, out.website);
        add_key(out.website, out.keys);
    }
    Identity found;
    if (root_domain_serves(record, out.website, normaliser)) {
        normaliser.website(record.root_domain, found);
        add_key(found, out.keys);
    }
    for (const std::string& further : record.websites) {
        normaliser.website(further, found);
        if (!found.is_page_of_stranger || out.keys.empty()) {
            add_key(found, out.keys);
        }
    }
    if (out.website.names_business() && !record.root_domain.empty() &&
        lower(record.website).find(lower(record.root_domain)) == std::string::npos &&
        !normaliser.is_host_of_many(record.root_domain)) {
        normaliser.website(record.root_domain, found);
        add_key(found, out.keys);
    }
    if (!out.keys.empty() && out.keys.front().find(':') == std::string::npos) {
        out.domain = out.keys.front();
    }
    for (const builder::ProfileLink& link : record.profiles) {
        normaliser.labelled_profile(link.platform, link.value, found);
        if (found.kind != Kind::domain) {  // the bare platform belongs to the platform's own record
            add_key(found, out.keys);
        }
    }
    if (!record.place_id.empty()) {
        normaliser.place_id(record.place_id, found);
        if (found.kind != Kind::domain) {
            add_key(found, out.keys);
        }
    }
    return out;
}

RecordOracle::RecordOracle(const store::Generation& generation, const builder::PlaceCatalog& catalog)
    : generation_(generation), catalog_(catalog) {
    for (std::uint32_t docid = 0; docid < generation.documents(); ++docid) {
        docids_[generation.uuid[docid]] = docid;
    }
    oracle_.canonical_state = [this](const std::string& country, const std::string& text) {
        return catalog_.canonical_state(country, text);
    };
}

bool RecordOracle::add(const Record& record) {
    const auto found = docids_.find(record.id);
    if (found == docids_.end()) {
        return false;
    }
    const RecordIdentity identity = identify(record, generation_.normaliser());
    OracleDocument document;
    document.docid = found->second;
    document.keys = identity.keys;
    document.host = identity.website.host;
    document.path = identity.website.path;
    document.country = record.country;
    builder::DocumentPlace place;
    place.country = record.country;
    if (!record.state.empty()) {
        place.state = catalog_.canonical_state(record.country, record.state);
    }
    builder::read_city_field(catalog_, record.city, place);
    document.state = place.state;
    document.city = place.city;
    place::fold_postal_code(record.postal_code, record.country, document.postal_code);
    document.position = record.position;
    document.quality = builder::quality_on_domain(record, identity.domain);
    for (const std::string& key : document.keys) {
        if (is_shared_domain(generation_, key)) {
            (is_tenant_domain(generation_, key) ? oracle_.tenant_keys : oracle_.shared_keys).insert(key);
        }
    }
    oracle_.documents.push_back(std::move(document));
    return true;
}

bool is_tenant_domain(const store::Generation& generation, const std::string& key) {
    format::KeyEntry entry;
    return generation.identities().find(key, entry) && entry.length != 1 &&
           (entry.aux[1] & format::entry_flag::by_host) != 0;
}

bool is_shared_domain(const store::Generation& generation, const std::string& key) {
    format::KeyEntry entry;
    return generation.identities().find(key, entry) && entry.length != 1 &&
           (entry.aux[1] & format::entry_flag::shared) != 0;
}

}  // namespace bizrec::search::testing

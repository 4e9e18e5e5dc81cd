#pragma once

#include <functional>
#include <set>
#include <string>
#include <vector>

#include "bizrec/enrich/enrich.hpp"
#include "bizrec/place/position.hpp"

namespace bizrec::search::testing {

/// One record as the oracle sees it.
struct OracleDocument {
    std::uint32_t docid = 0;  ///< only for the order of equal scores
    std::vector<std::string> keys;
    std::string host, path;                         ///< of its website_url; host "" = it has none
    std::string country, state, city, postal_code;  ///< canonical; "" = it has none
    place::Position position;
    std::uint8_t quality = 0;

    bool has_key(const std::string& key) const;
};

struct OracleAnswer {
    std::vector<EnrichRow> rows;
    std::uint64_t total = 0;
};

/// Enrichment by a scan over the records: what each of them scores by the letter of decisions.md sections 3 and 4.
/// Knows of no list, range or box.
class Oracle {
public:
    /// Canonical form of a state's name in a country: equal for two texts that name one state, "" for none.
    using CanonicalState = std::function<std::string(const std::string& country, const std::string& text)>;

    std::vector<OracleDocument> documents;
    std::set<std::string> shared_keys;  ///< domains shared by strangers
    std::set<std::string> tenant_keys;  ///< domains of tenants
    CanonicalState canonical_state;
    std::uint32_t cursor_docid = 0;  ///< of the record that a query's cursor names

    OracleAnswer answer(const EnrichQuery& query) const;

    /// Whether a website on `host` leads to a document of the tenant domain `key`: one on the host or on the nearest
    /// that it stands below; any, where `host` names none.
    bool is_of_tenant(const OracleDocument& document, const std::string& key, const std::string& host) const;
};

/// A test failure where ids, order, scores, flags or total differ. `what` is for the message.
void expect_equal(const EnrichResult& found, const OracleAnswer& expected, const std::string& what);

/// The query on one line, for messages.
std::string describe(const EnrichQuery& query);

}  // namespace bizrec::search::testing

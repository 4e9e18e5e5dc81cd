#pragma once

#include <functional>
#include <set>
#include <string>
#include <vector>

#include "bizrec/enrich/enrich.hpp"
#include "bizrec/place/position.hpp"

namespace bizrec::search::testing {

/// A record as the oracle uses it.
struct OracleDocument {
    std::uint32_t docid = 0;  ///< only for the order of equal scores
    std::vector<std::string> keys;
    std::string host, path;                         ///< of its website_url; host "" = no website
    std::string country, state, city, postal_code;  ///< canonical; "" = not given
    place::Position position;
    std::uint8_t quality = 0;

    bool has_key(const std::string& key) const;
};

struct OracleAnswer {
    std::vector<EnrichRow> rows;
    std::uint64_t total = 0;
};

/// Enrichment by a scan over the records, with the scores that docs/api.md defines. It uses no lists, ranges or boxes.
class Oracle {
public:
    /// The canonical form of a state's name in a country. Two texts for the same state have equal forms; "" if the text
    /// names no state.
    using CanonicalState = std::function<std::string(const std::string& country, const std::string& text)>;

    std::vector<OracleDocument> documents;
    std::set<std::string> shared_keys;  ///< domains shared by unrelated businesses
    std::set<std::string> tenant_keys;  ///< domains whose subdomains belong to tenants
    CanonicalState canonical_state;
    std::uint32_t cursor_docid = 0;  ///< of the record that a query's cursor names

    OracleAnswer answer(const EnrichQuery& query) const;

    /// Whether a website on `host`, at or below the tenant domain `key`, finds the document. It finds the documents on
    /// that host, or else those on the nearest host above it. If there are none, it finds every document of the domain,
    /// but only if `host` is the domain itself or has no labels except those for parts of a company's site ("shop.").
    bool is_of_tenant(const OracleDocument& document, const std::string& key, const std::string& host) const;
};

/// Fails the test if ids, order, scores, flags or total differ. `what` is for the message.
void expect_equal(const EnrichResult& found, const OracleAnswer& expected, const std::string& what);

/// The query on one line, for messages.
std::string describe(const EnrichQuery& query);

}  // namespace bizrec::search::testing

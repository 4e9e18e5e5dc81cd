#include "t/unit/enrich/enrich_oracle.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <optional>
#include <sstream>

#include "bizrec/enrich/enrich_row.hpp"
#include "bizrec/place/distance.hpp"
#include "bizrec/place/folded_names.hpp"

namespace bizrec::search::testing {

namespace {

/// The number of the document's Evidence; 0 if the document does not match.
int evidence_of(const Oracle& oracle, const OracleDocument& document, const identity::Identity& input) {
    using identity::Kind;
    const bool is_site = input.kind == Kind::domain || input.kind == Kind::hosted;
    const bool same_host = !document.host.empty() && document.host == input.host;
    const bool same_page = same_host && document.path == input.path;
    if (!input.names_business() || !document.has_key(input.key)) {
        return 0;
    }
    if (!is_site) {
        return 3;
    }
    if (oracle.shared_keys.count(input.key) != 0) {
        return same_page ? 3 : 0;
    }
    if (oracle.tenant_keys.count(input.key) != 0 && !oracle.is_of_tenant(document, input.key, input.host)) {
        return 0;
    }
    return same_page ? 3 : same_host ? 2 : 1;
}

bool is_part(const std::string& host, const std::string& key) {
    return host == key ||
           identity::LinkRules::built_in().subdomains().names_parts(host.substr(0, host.size() - key.size() - 1));
}

struct Fit {
    int specific = 0;   // the PlaceFit as a number
    unsigned band = 0;  // only for PlaceFit::circle
};

/// A location object with names that are folded once, not again for each record.
struct CanonicalFilter {
    const LocationFilter* typed = nullptr;
    std::string state, city;
    std::set<std::string> postal_codes;
};

CanonicalFilter canonical(const Oracle& oracle, const LocationFilter& filter) {
    CanonicalFilter out;
    out.typed = &filter;
    if (!filter.state.empty()) {
        out.state = oracle.canonical_state(filter.country, filter.state);
    }
    place::fold_city(filter.city, out.city);
    std::string folded;
    for (const std::string& code : filter.postal_codes) {
        place::fold_postal_code(code, filter.country, folded);
        out.postal_codes.insert(folded);
    }
    return out;
}

/// Whether the record has a name, and the filter has the same name.
bool same_name(const std::string& filter, const std::string& record) {
    return !record.empty() && filter == record;
}

std::optional<Fit> fit_of(const OracleDocument& document, const CanonicalFilter& filter) {
    const LocationFilter& typed = *filter.typed;
    if (document.country != typed.country || (!typed.state.empty() && !same_name(filter.state, document.state)) ||
        (!typed.city.empty() && !same_name(filter.city, document.city)) ||
        (!typed.postal_codes.empty() &&
         (document.postal_code.empty() || filter.postal_codes.count(document.postal_code) == 0))) {
        return std::nullopt;
    }
    if (typed.has_circle) {
        if (!document.position.exists()) {
            return std::nullopt;
        }
        const double metres = place::distance_metres(typed.centre, document.position);
        return metres > typed.radius_metres ? std::nullopt : std::optional(Fit{5, place::distance_band(metres)});
    }
    return Fit{!typed.postal_codes.empty() ? 4 : !typed.city.empty() ? 3 : !typed.state.empty() ? 2 : 1, 0};
}

std::optional<Fit> best_fit(const OracleDocument& document, const std::vector<CanonicalFilter>& filters) {
    if (filters.empty()) {
        return Fit{};
    }
    std::optional<Fit> best;
    for (const CanonicalFilter& filter : filters) {
        const std::optional<Fit> fit = fit_of(document, filter);
        if (fit &&
            (!best || fit->specific > best->specific || (fit->specific == best->specific && fit->band < best->band))) {
            best = fit;
        }
    }
    return best;
}

}  // namespace

bool OracleDocument::has_key(const std::string& key) const {
    return std::find(keys.begin(), keys.end(), key) != keys.end();
}

bool Oracle::is_of_tenant(const OracleDocument& document, const std::string& key, const std::string& host) const {
    std::string nearest;
    for (const OracleDocument& other : documents) {
        const std::string& at = other.host;
        const bool above = host == at || (host.size() > at.size() &&
                                          host.compare(host.size() - at.size() - 1, std::string::npos, "." + at) == 0);
        if (!at.empty() && other.has_key(key) && above && at.size() > nearest.size()) {
            nearest = at;
        }
    }
    return nearest.empty() ? is_part(host, key) : document.host == nearest;
}

OracleAnswer Oracle::answer(const EnrichQuery& query) const {
    OracleAnswer answer;
    std::vector<CanonicalFilter> filters;
    for (const LocationFilter& filter : query.locations) {
        filters.push_back(canonical(*this, filter));
    }
    for (const OracleDocument& document : documents) {
        const int by_website = query.has_website ? evidence_of(*this, document, query.website) : 0;
        const int by_profile = query.has_profile ? evidence_of(*this, document, query.profile) : 0;
        if (by_website == 0 && by_profile == 0) {
            continue;
        }
        const std::optional<Fit> fit = best_fit(document, filters);
        if (!fit) {
            continue;
        }
        const bool both = by_website != 0 && by_profile != 0;
        const auto score = enrich_score(both, static_cast<Evidence>(std::max(by_website, by_profile)),
                                        static_cast<PlaceFit>(fit->specific), fit->band, document.quality);
        answer.rows.push_back({document.docid, score, by_website != 0, by_profile != 0});
    }
    answer.total = answer.rows.size();
    std::sort(answer.rows.begin(), answer.rows.end(), [](const EnrichRow& a, const EnrichRow& b) {
        return a.score > b.score || (a.score == b.score && a.docid < b.docid);
    });
    if (query.has_cursor) {
        const auto before = [&query, this](const EnrichRow& row) {
            const bool is_passed = row.docid <= cursor_docid;
            return row.score > query.cursor_score || (row.score == query.cursor_score && is_passed);
        };
        answer.rows.erase(std::remove_if(answer.rows.begin(), answer.rows.end(), before), answer.rows.end());
    }
    answer.rows.resize(std::min<std::size_t>(answer.rows.size(), query.limit));
    return answer;
}

void expect_equal(const EnrichResult& found, const OracleAnswer& expected, const std::string& what) {
    EXPECT_EQ(found.total, expected.total) << what;
    ASSERT_EQ(found.rows.size(), expected.rows.size()) << what;
    for (std::size_t i = 0; i < found.rows.size(); ++i) {
        const EnrichRow& row = found.rows[i];
        const EnrichRow& wanted = expected.rows[i];
        ASSERT_EQ(row.docid, wanted.docid) << "row " << i << ": " << what;
        ASSERT_EQ(row.score, wanted.score) << "row " << i << ": " << what;
        ASSERT_EQ(row.by_website, wanted.by_website) << "row " << i << ": " << what;
        ASSERT_EQ(row.by_profile, wanted.by_profile) << "row " << i << ": " << what;
    }
}

std::string describe(const EnrichQuery& query) {
    std::ostringstream out;
    const auto describe_input = [&out](const char* name, const identity::Identity& input) {
        out << name << ' ' << identity::kind_name(input.kind) << ' ' << input.key << " (" << input.host << input.path
            << ") ";
    };
    if (query.has_website) {
        describe_input("website", query.website);
    }
    if (query.has_profile) {
        describe_input("profile", query.profile);
    }
    out << "limit " << query.limit;
    for (const LocationFilter& filter : query.locations) {
        out << " [" << filter.country << '/' << filter.state << '/' << filter.city;
        for (const std::string& code : filter.postal_codes) {
            out << '/' << code;
        }
        if (filter.has_circle) {
            out << " circle " << filter.centre.latitude << ',' << filter.centre.longitude << " radius "
                << filter.radius_metres;
        }
        out << ']';
    }
    return out.str();
}

}  // namespace bizrec::search::testing

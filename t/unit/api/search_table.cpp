#include "t/unit/api/search_table.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <sstream>

#include "bizrec/format/content.hpp"
#include "bizrec/format/uuid.hpp"

namespace bizrec::api {
namespace {

void show_list(std::ostringstream& out, const char* name, const std::vector<std::string>& texts) {
    const char* before = name;
    for (const std::string& text : texts) {
        out << before << text;
        before = "|";
    }
    out << (texts.empty() ? "" : " ");
}

/// Writes each domain as `key` or `key(page)`, without a page that is the key's home page. "!" after it: page_alone.
void show_list(std::ostringstream& out, const char* name, const std::vector<search::RootDomain>& domains) {
    std::vector<std::string> texts;
    for (const search::RootDomain& domain : domains) {
        const std::string page = domain.page.empty() ? "" : domain.page.substr(2);
        texts.push_back(domain.key + (page.empty() || page == domain.key ? "" : '(' + page + ')') +
                        (domain.page_alone ? "!" : ""));
    }
    show_list(out, name, texts);
}

template <class T>
void show_interval(std::ostringstream& out, const char* name, bool given, T least, T most, T none_below, T none_above) {
    if (!given) {
        return;
    }
    out << name;
    least == none_below ? out << "" : out << +least;
    out << "..";
    most == none_above ? out << "" : out << +most;
    out << ' ';
}

void show_bounds(std::ostringstream& out, const search::ColumnBounds& bounds) {
    constexpr std::uint32_t no_count = format::missing_count - 1;
    constexpr std::int64_t first = std::numeric_limits<std::int64_t>::min() + 1;
    constexpr std::int64_t last = std::numeric_limits<std::int64_t>::max();
    if (bounds.ownership.allowed != 0) {
        out << "ownerships=" << +bounds.ownership.allowed << ' ';
    }
    show_interval(out, "stores=", bounds.num_stores.given, bounds.num_stores.min, bounds.num_stores.max, 0U, no_count);
    show_interval<int>(out, "tier=", bounds.price_tier.given, bounds.price_tier.min, bounds.price_tier.max, 0, 255);
    show_interval(out, "reviews=", bounds.reviews.given, bounds.reviews.min, bounds.reviews.max, 0U, no_count);
    show_interval(out, "rating=", bounds.rating.given, bounds.rating.min, bounds.rating.max, -1.0F, 6.0F);
    show_interval(out, "opened=", bounds.opened.given, bounds.opened.min, bounds.opened.max, first, last);
    show_interval(out, "refreshed=", bounds.refreshed.given, bounds.refreshed.min, bounds.refreshed.max, first, last);
    show_interval<int>(out, "founded=", bounds.founded_year.given, bounds.founded_year.min, bounds.founded_year.max,
                       1000, 2100);
    if (bounds.flags.wanted != 0) {
        out << "with=" << +bounds.flags.wanted << ' ';
    }
    if (bounds.flags.unwanted != 0) {
        out << "without=" << +bounds.flags.unwanted << ' ';
    }
}

void check_one(const Refused& refused, bool strict, SearchEndpoint& endpoint) {
    SCOPED_TRACE("body " + refused.body.substr(0, 300));
    expect_refusal(answer_of(endpoint, *sample_index().generation, refused.body, strict), refused);
}

void check_one(const Accepted& accepted, bool strict, SearchRequestParser& parser) {
    SCOPED_TRACE("body " + accepted.body.substr(0, 300));
    static search::SearchQuery query;  // reused, so that leftovers of an earlier request would show
    static RequestNotes notes;
    ApiError error;
    ASSERT_TRUE(
        parser.parse(accepted.body, strict, default_search_limit, *sample_index().generation, query, notes, error))
        << error.message;
    EXPECT_EQ(show(query), accepted.query);
    static SearchEndpoint endpoint;
    const Answer& answer = answer_of(endpoint, *sample_index().generation, accepted.body, strict);
    EXPECT_EQ(answer.status, 200) << answer.body;
    EXPECT_EQ(answer.ignored_fields, accepted.ignored);
    EXPECT_EQ(answer.applied_defaults, accepted.defaults);
}

}  // namespace

std::string show(const search::SearchQuery& query) {
    std::ostringstream out;
    out << (query.query.empty() ? "" : "query=" + query.query + ' ');
    out << (query.store_name.empty() ? "" : "name=" + query.store_name + ' ');
    show_list(out, "tags=", query.tags);
    show_list(out, "+words=", query.include_keywords);
    show_list(out, "-words=", query.exclude_keywords);
    out << (query.by_included_domains && query.included_domains.empty() ? "+domains=none " : "");
    show_list(out, "+domains=", query.included_domains);
    show_list(out, "-domains=", query.excluded_domains);
    show_bounds(out, query.bounds);
    out << "limit=" << query.limit << (query.estimate_total ? " total" : "");
    if (query.has_cursor) {
        char id[format::uuid_characters + 1] = "none";
        if (query.cursor_id) {
            format::write_uuid(*query.cursor_id, id);
        }
        out << " cursor=" << query.cursor_score << '@' << id;
    }
    out << show(query.locations);
    return out.str();
}

void check_search(std::initializer_list<Refused> table, bool strict) {
    SearchEndpoint endpoint;
    for (const Refused& refused : table) {
        check_one(refused, strict, endpoint);
    }
}

void check_search(std::initializer_list<Accepted> table, bool strict) {
    SearchRequestParser parser;
    for (const Accepted& accepted : table) {
        check_one(accepted, strict, parser);
    }
}

const Answer& answer_of(SearchEndpoint& endpoint, const store::Generation& generation, const std::string& body,
                        bool strict) {
    return endpoint.answer(generation, body, strict);
}

}  // namespace bizrec::api

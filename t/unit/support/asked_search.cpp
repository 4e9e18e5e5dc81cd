#include "t/unit/support/asked_search.hpp"

#include <gtest/gtest.h>

#include "bizrec/explain/explanation.hpp"

namespace bizrec::search::testing {

std::string store(unsigned number, const std::string& name, const std::string& city, const std::string& more) {
    const std::string id = std::to_string(1000 + number);
    return R"({"store_id":"00000000-0000-4000-8000-00000000)" + id + R"(","business_name":")" + name + R"(","city":")" +
           city + R"(","country":"US")" + more + "}";
}

std::vector<std::string> among_others(std::vector<std::string> lines) {
    for (unsigned i = 0; i < 80; ++i) {
        lines.push_back(store(500 + i, "Tile Works", "Elko"));
    }
    return lines;
}

SearchQuery words(const std::string& text) {
    SearchQuery query;
    query.query = text;
    query.estimate_total = true;
    return query;
}

SearchQuery named(const std::string& text) {
    SearchQuery query;
    query.store_name = text;
    query.estimate_total = true;
    return query;
}

Answered ask(const SearchQuery& query, const BuiltIndex& index) {
    Answered out;
    const auto& generation = index.generation();
    if (!generation) {
        return out;
    }
    Search search;
    SearchResult result;
    search.run(*generation, query, result);
    for (const SearchRow& row : result.rows) {
        std::string head;
        EXPECT_TRUE(generation->append_row_head(row.docid, head));
        const std::size_t at = head.find("\"business_name\":\"") + 17;
        out.names.push_back(head.substr(at, head.find('"', at) - at));
    }
    out.reading = result.reading;
    out.total = result.total;
    EXPECT_EQ(out.total, out.names.size());
    return out;
}

std::string explained(const store::Generation& generation, const SearchQuery& query, std::uint32_t docid,
                      const ReadingLimits& limits) {
    return Explanation(generation, query, limits).text(docid);
}

}  // namespace bizrec::search::testing

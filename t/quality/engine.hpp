#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "bizrec/api/search_request.hpp"
#include "bizrec/enrich/enrich.hpp"
#include "bizrec/identity/identity.hpp"
#include "bizrec/query/search.hpp"
#include "bizrec/rank/rank.hpp"
#include "bizrec/store/generation.hpp"

namespace bizrec::quality {

/// The engine with an index of some files. Throws std::runtime_error.
class Engine {
public:
    /// Builds an index of JSON lines at the path `index`.
    Engine(const std::vector<std::string>& inputs, const std::string& index);

    /// Ids of the first `limit` rows of a request.
    std::vector<std::string> search(std::string_view body, std::uint32_t limit);
    /// Ids of the first ten rows by the ranking core alone: records with any word of the text, without business rules.
    std::vector<std::string> rank_any_word(std::string_view text);
    /// Ids of all records that match the location of the request.
    std::vector<std::string> places_of(std::string_view body);
    /// Ids of the rows of an enrichment by website, at most enrich_limit.
    std::vector<std::string> enrich(std::string_view website);
    /// Whether the host has a name of its own before the domain ("joes."), not only labels such as "shop." that
    /// companies use for parts of their site.
    bool is_below_name(std::string_view host, std::string_view domain) const;
    /// The identity that a website stands for.
    identity::Identity identify(std::string_view website) const;
    /// The request's texts and filters, parsed as the endpoint parses them.
    const search::SearchQuery& parse(std::string_view body);

private:
    std::vector<std::string> ids(const std::vector<search::SearchRow>& rows) const;

    std::shared_ptr<const store::Generation> generation_;
    api::SearchRequestParser parser_;
    search::SearchQuery query_;
    search::Search search_;
    search::EnrichQuery enrich_query_;
    search::EnrichResult enrich_result_;
    search::Ranker ranker_;
};

}  // namespace bizrec::quality

#include "engine.hpp"

#include <map>
#include <stdexcept>

#include "bizrec/api/endpoint.hpp"
#include "bizrec/format/content.hpp"
#include "bizrec/format/term_key.hpp"
#include "bizrec/format/uuid.hpp"
#include "bizrec/text/analyser.hpp"
#include "lmdb_builder/stages/build_index.hpp"
#include "t/quality/metrics.hpp"

namespace bizrec::quality {

Engine::Engine(const std::vector<std::string>& inputs, const std::string& index) {
    builder::BuildOptions options;
    options.inputs = inputs;
    options.output = index;
    const auto summary = builder::build_index(options);
    if (!summary) {
        throw std::runtime_error(summary.error().message);
    }
    auto generation = store::Generation::open(index, store::Generation::Check::hash);
    if (!generation) {
        throw std::runtime_error(generation.error().message);
    }
    generation_ = generation.value();
}

const search::SearchQuery& Engine::parse(std::string_view body) {
    api::RequestNotes notes;
    api::ApiError error;
    if (!parser_.parse(body, false, api::default_search_limit, *generation_, query_, notes, error)) {
        throw std::runtime_error(std::string(body) + ": " + error.message);
    }
    return query_;
}

std::vector<std::string> Engine::search(std::string_view body, std::uint32_t limit) {
    parse(body);
    query_.limit = limit;
    search::SearchResult result;
    search_.run(*generation_, query_, result);
    return ids(result.rows);
}

std::vector<std::string> Engine::places_of(std::string_view body) {
    parse(body);
    query_.query.clear();
    query_.store_name.clear();
    query_.limit = generation_->documents();
    search::SearchResult result;
    search_.run(*generation_, query_, result);
    return ids(result.rows);
}

std::vector<std::string> Engine::rank_any_word(std::string_view text) {
    text::AnalysedText words;
    text::analyse_query(generation_->rules().words, text, words);
    std::map<std::string_view, std::uint32_t> counts;
    for (const text::Word& word : words.words) {
        if (word.kind == text::WordKind::plain) {
            ++counts[words.view(word)];
        }
    }
    search::RankProblem problem;
    problem.alternatives.emplace_back();
    problem.page.limit = depth;
    std::string key;
    for (const auto& [word, count] : counts) {
        format::term_key(format::TermKind::word, word, key);
        const format::TermLists lists = generation_->term(key);
        if (lists.count != 0) {
            problem.alternatives[0].push_back({lists, count});
        }
    }
    if (problem.alternatives[0].empty()) {
        return {};
    }
    search::RankResult result;
    ranker_.rank(*generation_, problem, result);
    return ids(result.rows);
}

identity::Identity Engine::identify(std::string_view website) const {
    identity::Identity identity;
    generation_->normaliser().website(website, identity);
    return identity;
}

bool Engine::is_below_name(std::string_view host, std::string_view domain) const {
    return generation_->normaliser().is_below_name(host, domain);
}

std::vector<std::string> Engine::enrich(std::string_view website) {
    generation_->normaliser().website(website, enrich_query_.website);
    if (!enrich_query_.website.names_business()) {
        return {};
    }
    enrich_query_.has_website = true;
    search::enrich(*generation_, enrich_query_, enrich_result_);
    std::vector<search::SearchRow> rows;
    for (const search::EnrichRow& row : enrich_result_.rows) {
        rows.push_back({row.docid, 0});
    }
    return ids(rows);
}

std::vector<std::string> Engine::ids(const std::vector<search::SearchRow>& rows) const {
    std::vector<std::string> out;
    for (const search::SearchRow& row : rows) {
        out.emplace_back(format::uuid_characters, '\0');
        format::write_uuid(generation_->uuid[row.docid], out.back().data());
    }
    return out;
}

}  // namespace bizrec::quality

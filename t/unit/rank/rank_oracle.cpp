#include "t/unit/rank/rank_oracle.hpp"

#include <algorithm>

#include "bizrec/format/term_key.hpp"
#include "bizrec/place/distance.hpp"
#include "bizrec/place/position.hpp"

namespace bizrec::search::testing {

namespace {

bool is_between(std::int64_t value, std::int64_t missing, std::int64_t least, std::int64_t most) {
    return value != missing && least <= value && value <= most;
}

bool is_within(const ColumnBounds& bounds, const SmallDocument& document) {
    if (bounds.num_stores.given &&
        !is_between(document.num_stores, format::missing_count, bounds.num_stores.min, bounds.num_stores.max)) {
        return false;
    }
    if (bounds.reviews.given &&
        !is_between(document.reviews, format::missing_count, bounds.reviews.min, bounds.reviews.max)) {
        return false;
    }
    if (bounds.rating.given && (document.rating == format::missing_rating || document.rating < bounds.rating.min ||
                                document.rating > bounds.rating.max)) {
        return false;
    }
    if (bounds.price_tier.given &&
        !is_between(document.price_tier, format::missing_tier, bounds.price_tier.min, bounds.price_tier.max)) {
        return false;
    }
    if (bounds.opened.given &&
        !is_between(document.opened, format::missing_time, bounds.opened.min, bounds.opened.max)) {
        return false;
    }
    if (bounds.refreshed.given &&
        !is_between(document.refreshed, format::missing_time, bounds.refreshed.min, bounds.refreshed.max)) {
        return false;
    }
    if (bounds.founded_year.given &&
        !is_between(document.founded_year, 0, bounds.founded_year.min, bounds.founded_year.max)) {
        return false;
    }
    if (bounds.ownership.allowed != 0 && (bounds.ownership.allowed & 1 << static_cast<int>(document.ownership)) == 0) {
        return false;
    }
    return (~document.flags & bounds.flags.wanted) == 0 && (document.flags & bounds.flags.unwanted) == 0;
}

bool is_in(const place::Ranges& ranges, std::uint32_t docid) {
    return std::any_of(ranges.begin(), ranges.end(),
                       [docid](const place::Range& range) { return range.begin <= docid && docid < range.end; });
}

}  // namespace

void RankCorpus::open() {
    SmallIndex index;
    index.documents = documents;
    for (const auto& [word, postings] : terms) {
        index.add_term(format::TermKind::word, word, postings);
    }
    index.add_everything();
    generation = index.open();
}

format::TermLists RankCorpus::lists(const std::string& word) const {
    std::string key;
    format::term_key(format::TermKind::word, word, key);
    return generation->term(key);
}

const RankProblem& NamedProblem::resolve(const RankCorpus& corpus) {
    problem_ = {};
    test_.clear();
    places_.assign(locations.data(), locations.size());
    problem_.places = everywhere ? nullptr : &places_;
    test_.set_bounds(bounds);
    test_.exclude(excluded.data(), excluded.size(), corpus.size());
    const auto all_lists = [&](const std::vector<std::string>& words) {
        std::vector<format::TermLists> lists;
        for (const std::string& word : words) {
            lists.push_back(corpus.lists(word));
        }
        return lists;
    };
    for (const std::vector<std::string>& words : excluded_words) {
        test_.exclude_all_of(all_lists(words), corpus.size());
    }
    problem_.test = test_.is_trivial() ? nullptr : &test_;
    for (const Weighted& word : required) {
        problem_.required.push_back({corpus.lists(word.word), word.factor});
    }
    for (const std::vector<Weighted>& words : alternatives) {
        problem_.alternatives.emplace_back();
        for (const Weighted& word : words) {
            problem_.alternatives.back().push_back({corpus.lists(word.word), word.factor});
        }
    }
    for (const Flat& flat : any_of) {
        problem_.any_of.push_back({corpus.lists(flat.word), flat.evidence});
    }
    for (const Flat& flat : exact_matches) {
        problem_.exact_matches.push_back({corpus.lists(flat.word), flat.evidence});
    }
    for (const Boosted& boost : boosts) {
        problem_.boosts.push_back({all_lists(boost.words), boost.evidence});
    }
    if (required.size() == 2 && required[0].word != required[1].word && required[0].factor == required[1].factor) {
        problem_.pair = pair_of(corpus);
    }
    problem_.page.limit = limit;
    problem_.page.has_cursor = has_cursor;
    problem_.page.cursor_score = cursor.score;
    problem_.page.cursor_docid = cursor.docid;
    problem_.page.count = count;
    return problem_;
}

/// The pair list of the two required words as the builder would write it, even if the builder would write none because
/// too few documents have both words.
format::PairList NamedProblem::pair_of(const RankCorpus& corpus) {
    const auto a = corpus.terms.find(required[0].word);
    const auto b = corpus.terms.find(required[1].word);
    if (a == corpus.terms.end() || b == corpus.terms.end()) {
        return {};
    }
    std::map<std::uint32_t, std::uint8_t> impacts;
    for (const format::TermPosting& posting : a->second) {
        impacts[posting.docid] = posting.impact;
    }
    std::vector<format::PairPosting> postings;
    for (const format::TermPosting& posting : b->second) {
        const auto other = impacts.find(posting.docid);
        if (other != impacts.end()) {
            postings.push_back(
                {posting.docid, static_cast<std::uint16_t>(other->second + posting.impact),
                 static_cast<std::uint8_t>(format::quality_level(corpus.documents[posting.docid].quality))});
        }
    }
    if (postings.empty()) {
        return {};
    }
    format::encode_pair(postings, pair_);
    pair_.place(0, 0);
    format::KeyEntry entry;
    entry.aux[0] = pair_.aux[0];
    entry.aux[1] = pair_.aux[1];
    const format::PostingChunks::Chunk chunk{pair_.lists.data(), pair_.lists.size()};
    return format::read_pair(entry, {&chunk, 1, corpus.size()});
}

RankOracle::RankOracle(const RankCorpus& corpus) : corpus_(corpus) {
    for (const auto& [word, postings] : corpus.terms) {
        Impacts& impacts = impacts_[word];
        impacts.resize(corpus.size());
        for (const format::TermPosting& posting : postings) {
            impacts[posting.docid] = posting.impact;
        }
    }
}

std::uint32_t RankOracle::impact(const std::string& word, std::uint32_t docid) const {
    const auto found = impacts_.find(word);
    return found == impacts_.end() ? 0 : found->second[docid];
}

bool RankOracle::is_placed(const NamedProblem& problem, std::uint32_t docid) const {
    const place::Position position = corpus_.documents[docid].position;
    return problem.everywhere ||
           std::any_of(problem.locations.begin(), problem.locations.end(), [&](const ResolvedLocation& location) {
               return is_in(location.ranges, docid) &&
                      (!location.has_circle ||
                       (position.exists() &&
                        place::distance_metres(location.centre, position) <= location.radius_metres));
           });
}

bool RankOracle::holds_all(const std::vector<std::string>& words, std::uint32_t docid) const {
    return std::all_of(words.begin(), words.end(), [&](const std::string& word) { return impact(word, docid) != 0; });
}

bool RankOracle::passes(const NamedProblem& problem, std::uint32_t docid) const {
    return is_within(problem.bounds, corpus_.documents[docid]) &&
           std::find(problem.excluded.begin(), problem.excluded.end(), docid) == problem.excluded.end() &&
           std::none_of(problem.excluded_words.begin(), problem.excluded_words.end(),
                        [&](const std::vector<std::string>& words) { return holds_all(words, docid); });
}

bool RankOracle::holds_words(const NamedProblem& problem, std::uint32_t docid, std::uint32_t& evidence) const {
    evidence = problem.required.empty() && problem.alternatives.empty() ? 1 : 0;
    for (const NamedProblem::Weighted& word : problem.required) {
        if (impact(word.word, docid) == 0) {
            return false;
        }
        evidence += word.factor * impact(word.word, docid);
    }
    for (const std::vector<NamedProblem::Weighted>& words : problem.alternatives) {
        bool holds = false;
        for (const NamedProblem::Weighted& word : words) {
            holds = holds || impact(word.word, docid) != 0;
            evidence += word.factor * impact(word.word, docid);
        }
        if (!holds) {
            return false;
        }
    }
    bool holds_any = problem.any_of.empty();
    for (const NamedProblem::Flat& flat : problem.any_of) {
        if (impact(flat.word, docid) != 0) {
            holds_any = true;
            evidence += flat.evidence;
        }
    }
    return holds_any;
}

std::uint32_t RankOracle::extra_evidence(const NamedProblem& problem, std::uint32_t docid) const {
    std::uint32_t whole = 0;
    for (const NamedProblem::Flat& flat : problem.exact_matches) {
        whole = std::max(whole, impact(flat.word, docid) != 0 ? flat.evidence : 0);
    }
    std::uint32_t sum = whole;
    for (const NamedProblem::Boosted& boost : problem.boosts) {
        sum += holds_all(boost.words, docid) ? boost.evidence : 0;
    }
    return sum;
}

std::vector<SearchRow> RankOracle::all_rows(const NamedProblem& problem) const {
    std::vector<SearchRow> rows;
    for (std::uint32_t docid = 0; docid < corpus_.size(); ++docid) {
        std::uint32_t evidence = 0;
        if (!holds_words(problem, docid, evidence) || !is_placed(problem, docid) || !passes(problem, docid)) {
            continue;
        }
        evidence += extra_evidence(problem, docid);
        rows.push_back({docid, format::search_score(evidence, corpus_.documents[docid].quality)});
    }
    std::sort(rows.begin(), rows.end(), [](const SearchRow& a, const SearchRow& b) { return comes_before(a, b); });
    return rows;
}

std::string show(const std::vector<SearchRow>& rows) {
    std::string text;
    for (std::size_t i = 0; i < rows.size() && i < 20; ++i) {
        text += std::to_string(rows[i].score) + ":" + std::to_string(rows[i].docid) + " ";
    }
    return text + "(" + std::to_string(rows.size()) + ")";
}

bool same(const std::vector<SearchRow>& a, const std::vector<SearchRow>& b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                      [](const SearchRow& x, const SearchRow& y) { return x.docid == y.docid && x.score == y.score; });
}

std::vector<SearchRow> page_of(const std::vector<SearchRow>& all, const NamedProblem& problem) {
    std::vector<SearchRow> page;
    for (const SearchRow& row : all) {
        if (page.size() < problem.limit && (!problem.has_cursor || comes_before(problem.cursor, row))) {
            page.push_back(row);
        }
    }
    return page;
}

}  // namespace bizrec::search::testing

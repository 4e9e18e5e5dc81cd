#include "bizrec/rank/task.hpp"

#include <algorithm>

#include "bizrec/format/term_key.hpp"
#include "bizrec/postings/list_cursor.hpp"
#include "bizrec/postings/posting_walk.hpp"
#include "bizrec/rank/hidden_hits.hpp"

namespace bizrec::search {

namespace {

/// For up to this many ranges, the ends of each range are looked up in the posting list. For more, postings_inside()
/// uses the one range from the first to the last, and count_inside() walks the list.
constexpr std::size_t few_ranges = 64;

/// Estimates the postings of one block in a range, as if they were spread evenly between its first and last docid.
std::uint64_t share_of_block(const format::PostingBlocks& blocks, std::uint32_t block, place::Range range) noexcept {
    const std::uint64_t begin = block == 0 ? blocks.first() : std::uint64_t{blocks.last(block - 1)} + 1;
    const std::uint64_t end = std::uint64_t{blocks.last(block)} + 1;
    const std::uint64_t from = std::max<std::uint64_t>(begin, range.begin);
    const std::uint64_t to = std::min<std::uint64_t>(end, range.end);
    return from < to ? (blocks.size(block) * (to - from) + (end - begin) / 2) / (end - begin) : 0;
}

/// Estimates the postings inside one range. `about` has a share of the first and of the last block; `maximum` counts
/// both completely.
PostingsInside postings_inside(const format::PostingBlocks& blocks, place::Range range) noexcept {
    std::uint64_t steps = 0;
    const std::uint32_t first = blocks.find_block(0, range.begin, steps);
    if (first == blocks.blocks()) {
        return {};
    }
    const std::uint32_t last = std::min(blocks.find_block(first, range.end - 1, steps), blocks.blocks() - 1);
    const std::uint64_t maximum = std::uint64_t{last - first + 1} * format::block_postings;
    const std::uint64_t ends = share_of_block(blocks, first, range);
    if (first == last) {
        return {ends, maximum};
    }
    return {ends + share_of_block(blocks, last, range) + maximum - std::uint64_t{2} * format::block_postings, maximum};
}

/// Counts postings inside ranges exactly: subtracts the bitmap's ranks at both ends of each range. In a hostile file
/// the ranks may have any value.
std::uint64_t count_inside(const format::PostingBitmap& bitmap, const place::Ranges& ranges) noexcept {
    std::uint64_t count = 0;
    for (const place::Range range : ranges) {
        const std::uint64_t before = bitmap.count_below(range.begin);
        count += std::max(bitmap.count_below(range.end), before) - before;
    }
    return count;
}

std::uint32_t plain_below(const format::TermLists& lists, std::uint32_t docid) noexcept {
    return lower_index(lists.docids, lists.count, docid);
}

std::uint32_t count_below(const format::TermLists& lists, std::uint32_t docid, std::uint64_t& visited) noexcept {
    if (lists.is_plain()) {
        ++visited;
        return plain_below(lists, docid);
    }
    return lists.blocks.count_below(docid, visited);
}

void add_list(RankClause& clause, const format::TermLists& lists, std::uint32_t factor, std::uint32_t flat) {
    if (lists.count != 0) {
        clause.lists.push_back({&lists, factor, flat});
    }
}

}  // namespace

PostingsInside postings_inside(const format::TermLists& lists, const place::Ranges& ranges) noexcept {
    if (ranges.empty()) {
        return {};
    }
    const std::uint64_t all = lists.count;
    if (lists.is_plain() || all <= format::block_postings) {
        return {all, all};
    }
    if (ranges.size() > few_ranges) {
        const place::Range span{ranges.front().begin, ranges.back().end};
        const std::uint64_t maximum = std::min(postings_inside(lists.blocks, span).maximum, all);
        return {maximum, maximum};
    }
    if (lists.has_bitmap) {
        const std::uint64_t exact = std::min<std::uint64_t>(count_inside(lists.bitmap, ranges), all);
        return {exact, exact};
    }
    PostingsInside sum;
    for (const place::Range range : ranges) {
        const PostingsInside part = postings_inside(lists.blocks, range);
        sum.about += part.about;
        sum.maximum += part.maximum;
    }
    return {std::min(sum.about, all), std::min(sum.maximum, all)};
}

format::TermLists all_documents(const store::Generation& generation) noexcept {
    constexpr char key = static_cast<char>(format::TermKind::everything);
    return generation.term(std::string_view(&key, 1));
}

std::uint64_t count_inside(const format::TermLists& lists, const place::Ranges& ranges, std::uint64_t& visited,
                           std::uint64_t enough, std::uint64_t max_visited) {
    std::uint64_t count = 0;
    if (ranges.size() <= few_ranges) {
        for (const place::Range range : ranges) {
            const std::uint32_t before = range.begin == 0 ? 0 : count_below(lists, range.begin, visited);
            count += std::max(count_below(lists, range.end, visited), before) - before;
        }
        return count;
    }
    PostingWalk walk;
    walk.open(lists, ranges);
    while (count < enough && visited < max_visited && walk.next(visited)) {
        count += walk.load(visited) ? walk.size() : 0;
    }
    return count;
}

std::uint32_t RankClause::greatest() const noexcept {
    std::uint32_t sum = 0;
    for (const RankList& list : lists) {
        sum += list.greatest();
    }
    return sum;
}

bool RankExtra::needs(const format::TermLists& list) const noexcept {
    return std::any_of(lists, lists + size, [&](const format::TermLists& each) { return each.is_same_list(list); });
}

const format::TermLists& RankExtra::rarest() const noexcept {
    return *std::min_element(lists, lists + size,
                             [](const format::TermLists& a, const format::TermLists& b) { return a.count < b.count; });
}

RankClause& RankTask::add_clause() {
    if (clause_count == clauses.size()) {
        clauses.emplace_back();
    }
    RankClause& clause = clauses[clause_count++];
    clause.lists.clear();
    return clause;
}

/// Adds a clause for each required word, and one for each list of alternatives. Returns false if a clause would have no
/// list, so that there are no hits.
bool RankTask::add_words() {
    for (const WeightedList& word : problem->required) {
        RankClause& clause = add_clause();
        add_list(clause, word.lists, word.factor, 0);
        if (clause.lists.empty()) {
            return false;
        }
    }
    for (const std::vector<WeightedList>& words : problem->alternatives) {
        RankClause& clause = add_clause();
        for (const WeightedList& word : words) {
            add_list(clause, word.lists, word.factor, 0);
        }
        if (clause.lists.empty()) {
            return false;
        }
    }
    return true;
}

bool RankTask::add_any_of() {
    if (problem->any_of.empty()) {
        return true;
    }
    RankClause& clause = add_clause();
    for (const FlatList& list : problem->any_of) {
        add_list(clause, list.lists, 0, list.evidence);
    }
    return !clause.lists.empty();
}

void RankTask::measure() {
    range_documents = place::documents_in(*ranges);
    hidden = hidden_inside(*generation, *ranges);
    const bool everywhere = range_documents == generation->documents();
    const auto inside = [this, everywhere](const format::TermLists& lists) {
        return everywhere ? PostingsInside{lists.count, lists.count} : postings_inside(lists, *ranges);
    };
    for (std::size_t i = 0; i < clause_count; ++i) {
        RankClause& clause = clauses[i];
        clause.inside = {};
        for (const RankList& list : clause.lists) {
            const PostingsInside part = inside(*list.lists);
            clause.inside.about += part.about;
            clause.inside.maximum += part.maximum;
        }
    }
    std::sort(clauses.begin(), clauses.begin() + static_cast<std::ptrdiff_t>(clause_count),
              [](const RankClause& a, const RankClause& b) { return a.inside.about < b.inside.about; });
    for (const FlatList& whole : problem->exact_matches) {
        extras.push_back({&whole.lists, 1, whole.evidence, true});
        if (whole.evidence != 0 && whole.lists.count != 0) {
            extras.back().documents = inside(whole.lists).maximum;
        }
    }
    for (const Boost& boost : problem->boosts) {
        extras.push_back({boost.lists.data(), boost.lists.size(), boost.evidence, false});
        extras.back().documents = boost.evidence == 0 || boost.lists.empty() ? 0 : extras.back().rarest().count;
    }
    extra = max_extra([](const RankExtra& each) { return each.documents != 0; });
}

void RankTask::assign(const store::Generation& given, const RankProblem& asked) {
    generation = &given;
    problem = &asked;
    if (asked.places != nullptr) {
        ranges = &asked.places->all();
    } else {
        everywhere_.clear();
        if (given.documents() != 0) {
            everywhere_.push_back({0, given.documents()});
        }
        ranges = &everywhere_;
    }
    clause_count = 0;
    hidden = 0;
    extras.clear();
    extra = 0;
    has_tests_ = asked.has_tests();  // the test itself may still be empty: it is filled before the task is run
    const bool has_words = !asked.required.empty() || !asked.alternatives.empty();
    base = has_words ? 0 : 1;
    if (!add_words() || !add_any_of()) {
        clause_count = 0;
        return;
    }
    if (clause_count == 0) {
        all_documents_ = all_documents(given);
        add_list(add_clause(), all_documents_, 0, 0);
        if (clauses[0].lists.empty()) {
            clause_count = 0;
            return;
        }
    }
    measure();
}

}  // namespace bizrec::search

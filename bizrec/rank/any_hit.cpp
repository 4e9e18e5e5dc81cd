#include "bizrec/rank/any_hit.hpp"

#include <algorithm>

#include "bizrec/postings/work.hpp"
#include "bizrec/rank/task.hpp"

namespace bizrec::search {

AnyHit::Clause& AnyHit::add_clause() {
    if (clause_count_ == clauses_.size()) {
        clauses_.emplace_back();
    }
    Clause& clause = clauses_[clause_count_++];
    clause.members.clear();
    clause.inside = 0;
    return clause;
}

void AnyHit::add_member(Clause& clause, const format::TermLists& lists) const {
    if (lists.count == 0) {
        return;
    }
    const std::uint64_t inside =
        conditions_->places == nullptr ? std::uint64_t{lists.count} : postings_inside(lists, *ranges_).maximum;
    clause.members.push_back({&lists, inside});
    clause.inside += inside;
}

/// False where some clause makes a hit impossible. The clauses of `required` come first.
bool AnyHit::add_clauses() {
    clause_count_ = 0;
    for (const WeightedList& word : conditions_->required) {
        add_member(add_clause(), word.lists);
    }
    for (const std::vector<WeightedList>& words : conditions_->alternatives) {
        Clause& clause = add_clause();
        for (const WeightedList& word : words) {
            add_member(clause, word.lists);
        }
    }
    if (!conditions_->any_of.empty()) {
        Clause& clause = add_clause();
        for (const FlatList& list : conditions_->any_of) {
            add_member(clause, list.lists);
        }
    }
    if (clause_count_ == 0) {
        all_documents_ = all_documents(*generation_);
        add_member(add_clause(), all_documents_);
    }
    return std::none_of(clauses_.begin(), clauses_.begin() + static_cast<std::ptrdiff_t>(clause_count_),
                        [](const Clause& clause) { return clause.members.empty(); });
}

void AnyHit::assign(const store::Generation& generation, const RankConditions& conditions) {
    generation_ = &generation;
    conditions_ = &conditions;
    if (conditions.places != nullptr) {
        ranges_ = &conditions.places->all();
    } else {
        everywhere_.assign(generation.documents() == 0 ? 0 : 1, {0, generation.documents()});
        ranges_ = &everywhere_;
    }
    is_possible_ = add_clauses() && !ranges_->empty();
    cost_ = 0;
    if (!is_possible_) {
        return;
    }
    lead_by_clause();
    cost_ = cost_of_clause();
    if (conditions.pair.count == 0 || conditions.pair.groups.groups() == 0 || conditions.required.size() != 2) {
        return;
    }
    lead_by_pair();
    const std::uint64_t pair_cost = cost_of_pair();
    if (pair_cost < cost_) {
        cost_ = pair_cost;
    } else {
        lead_by_clause();
    }
}

void AnyHit::lead_by_clause() {
    const auto end = clauses_.begin() + static_cast<std::ptrdiff_t>(clause_count_);
    leader_ =
        &*std::min_element(clauses_.begin(), end, [](const Clause& a, const Clause& b) { return a.inside < b.inside; });
    followers_.clear();
    for (auto clause = clauses_.begin(); clause != end; ++clause) {
        if (&*clause != leader_) {
            followers_.push_back(&*clause);
        }
    }
    std::sort(followers_.begin(), followers_.end(),
              [](const Clause* a, const Clause* b) { return a->inside < b->inside; });
}

/// The documents of the pair hold both words that are required.
void AnyHit::lead_by_pair() {
    leader_ = nullptr;
    followers_.clear();
    for (std::size_t i = conditions_->required.size(); i < clause_count_; ++i) {
        followers_.push_back(&clauses_[i]);
    }
}

/// A list's documents in the places, of which there are `inside` at most: PostingWalk.
std::uint64_t AnyHit::walk_cost(std::uint64_t count, std::uint64_t inside) const noexcept {
    const std::uint64_t met = is_certain() ? std::min<std::uint64_t>(inside, format::block_postings) : inside;
    return seek_work(ranges_->size(), count) + 3 * ranges_->size() + met + met / format::block_postings + 1;
}

/// Of so many ascending documents: look-ups in the followers, and tests.
std::uint64_t AnyHit::candidates_cost(std::uint64_t candidates) const noexcept {
    std::uint64_t sum = candidates * (conditions_->has_row_test() ? 1U : 0U);
    sum += conditions_->has_circles() ? candidates * conditions_->places->locate_steps() : 0;
    for (const Clause* clause : followers_) {
        for (const Member& member : clause->members) {
            sum += member.lists->has_bitmap ? candidates : seek_work(candidates, member.lists->count);
        }
    }
    return sum;
}

std::uint64_t AnyHit::cost_of_clause() const noexcept {
    std::uint64_t sum = 0;
    for (const Member& member : leader_->members) {
        sum += walk_cost(member.lists->count, member.inside) + candidates_cost(member.inside);
    }
    return sum;
}

/// As if the groups were of one size: they cost the most then.
std::uint64_t AnyHit::cost_of_pair() const noexcept {
    const std::uint64_t groups = conditions_->pair.groups.groups();
    const std::uint64_t documents = conditions_->pair.count / groups + 1;
    return groups * (walk_cost(documents, documents) + candidates_cost(documents));
}

bool AnyHit::run(std::uint64_t& visited) {
    if (!is_possible_) {
        return false;
    }
    return leader_ != nullptr ? run_clause(visited) : run_pair(visited);
}

bool AnyHit::run_clause(std::uint64_t& visited) {
    return std::any_of(leader_->members.begin(), leader_->members.end(), [&](const Member& member) {
        walk_.open(*member.lists, *ranges_);
        return walk_to_hit(visited);
    });
}

bool AnyHit::run_pair(std::uint64_t& visited) {
    const format::ScoreGroups& groups = conditions_->pair.groups;
    for (std::uint32_t group = 0; group < groups.groups(); ++group) {
        const format::DocidBlocks docids = groups.docids(group);
        walk_.open(docids, *ranges_, 0);
        if (walk_to_hit(visited)) {
            return true;
        }
    }
    return false;
}

bool AnyHit::walk_to_hit(std::uint64_t& visited) {
    open_cursors();
    while (walk_.next(visited)) {
        if (!walk_.load(visited)) {
            continue;
        }
        for (std::uint32_t i = 0; i < walk_.size(); ++i) {
            if (is_hit(walk_.docids()[i], visited)) {
                return true;
            }
        }
    }
    return false;
}

void AnyHit::open_cursors() {
    std::size_t count = 0;
    for (const Clause* clause : followers_) {
        count += clause->members.size();
    }
    if (cursors_.size() < count) {
        cursors_.resize(count);
    }
    std::size_t next = 0;
    for (const Clause* clause : followers_) {
        for (const Member& member : clause->members) {
            cursors_[next++].open(*member.lists);
        }
    }
}

bool AnyHit::is_hit(std::uint32_t docid, std::uint64_t& visited) {
    std::size_t first = 0;
    for (const Clause* clause : followers_) {
        const std::size_t end = first + clause->members.size();
        while (first < end && !cursors_[first].contains(docid, visited)) {
            ++first;
        }
        if (first == end) {
            return false;
        }
        first = end;
    }
    return passes(docid, visited);
}

bool AnyHit::passes(std::uint32_t docid, std::uint64_t& visited) const {
    if (conditions_->has_row_test()) {
        ++visited;
        if (!conditions_->test->passes(*generation_, docid)) {
            return false;
        }
    }
    Placement placement;
    return !conditions_->has_circles() || conditions_->places->locate(*generation_, docid, placement, visited);
}

}  // namespace bizrec::search

#include "bizrec/decoder/decoder.hpp"

#include <xxhash.h>

#include <algorithm>
#include <cmath>

#include "bizrec/base/sort_unique.hpp"
#include "bizrec/postings/work.hpp"

namespace bizrec::search {

namespace {

/// A name that a description follows must be the name of one record in this many with its words. "park bistro" does not
/// mean every park because one business is called Park.
constexpr double max_with_the_words = 64;

/// In nats. Words meet by chance in `all records / e^told` records; this many times fewer is no chance.
constexpr double no_chance = 8;

}  // namespace

Nats Decoder::max_prior(double most) const noexcept {
    return WholeTexts::max_prior(most, lattice_->all_documents(), name_weight_);
}

/// The order of the queue: the higher bound comes first. With equal bounds, the node in the later State comes first. If
/// both are in the same State, the older node does.
bool Decoder::comes_later(const Queued& a, const Queued& b) noexcept {
    if (a.bound != b.bound) {
        return a.bound < b.bound;
    }
    return a.state != b.state ? a.state < b.state : a.number > b.number;
}

/// Drops a node from which no better reading can come than those that earlier calls of decode() found.
void Decoder::push(const Node& node) {
    if (node.score < least(node.scope)) {
        return;
    }
    nodes_.push_back(node);
    queue(static_cast<std::uint32_t>(nodes_.size() - 1));
}

void Decoder::queue(std::uint32_t number) {
    const Node& node = nodes_[number];
    const Nats best = bound(node);
    if (best < least(node.scope)) {
        waiting_.push_back(number);
        return;
    }
    heap_.push_back({best, number, node.state});
    std::push_heap(heap_.begin(), heap_.end(), [](const auto& a, const auto& b) { return comes_later(a, b); });
}

void Decoder::pop() {
    std::pop_heap(heap_.begin(), heap_.end(), [](const auto& a, const auto& b) { return comes_later(a, b); });
    heap_.pop_back();
}

void Decoder::begin(const Lattice& lattice, const std::vector<Scope>& scopes, std::uint64_t end_of_request) {
    lattice_ = &lattice;
    name_weight_ = WholeTexts::name_weight_of(lattice.is_lone());
    counts_.clear();
    floor_ = impossible;
    has_begun_ = false;
    scope_count_ = scopes.size();
    end_of_request_ = end_of_request;
    scopes_.resize(std::max(scopes_.size(), scopes.size()));
    for (std::size_t i = 0; i < scopes.size(); ++i) {
        TestedScope& scope = scopes_[i];
        scope.scope = &scopes[i];
        scope.test.begin(*lattice.context(), *scopes[i].conditions, end_of_request_);
        scope.inside = static_cast<double>(scope.test.inside());
        scope.least = impossible;
        scope.is_everywhere = scopes[i].conditions->admit_all();
    }
}

void Decoder::decode(std::uint64_t end, std::uint64_t& steps, Result& result) {
    result = {};
    tests_ = 0;
    bound_again();
    if (!has_begun_) {
        has_begun_ = true;
        begin_paths();
    }
    extend_by_added();
    std::vector<std::uint32_t> taken;
    while (!heap_.empty()) {
        const std::uint32_t number = heap_.front().number;
        const Node node = nodes_[number];
        if (result.best.is_found() && heap_.front().bound < result.best.score - near_by) {
            break;
        }
        if (steps >= std::min(end, end_of_request_) || tests_ > max_tests) {
            result.is_spent = !result.best.is_found();
            break;
        }
        pop();
        if (node.state == State::untested) {
            test(node, steps);
        } else if (!is_complete(node)) {
            expanded_.push_back({number, lattice_->from(node.at).size()});
            expand(number, 0);
        } else if (node.state == State::tested) {
            score(node, number, steps);
        } else if (!result.best.is_found()) {
            take(node, number, result.best);
            taken.push_back(number);
            floor_ = std::max(floor_, result.best.score - near_by);
        } else if (has_other_words(result.best, number)) {
            take(node, number, result.next);
            taken.push_back(number);
            break;
        }
    }
    for (const std::uint32_t number : taken) {
        queue(number);  // the next call compares them with the paths of its edges
    }
}

/// Fills sequence_ with the words of the path that ends with the node, and words_ with the same words, each once.
void Decoder::collect(std::uint32_t number) {
    chain_.clear();
    for (std::uint32_t at = number; nodes_[at].before != no_node; at = nodes_[at].before) {
        chain_.push_back(at);
    }
    sequence_.clear();
    words_of_no_name_.clear();
    words_before_address_ = SIZE_MAX;
    for (auto at = chain_.rbegin(); at != chain_.rend(); ++at) {
        const std::size_t token = nodes_[nodes_[*at].before].at;
        const Edge& edge = lattice_->from(token)[nodes_[*at].edge];
        // At the front, the name of a place may be the name of the business: Aldi is a town, too.
        if (!sequence_.empty() && says_where(nodes_[number].scope, token)) {
            words_before_address_ = std::min(words_before_address_, sequence_.size());
        }
        for (std::uint32_t i = 0; i < edge.words; ++i) {
            sequence_.push_back(lattice_->edge_word(edge, i));
            if (edge.source != EdgeSource::glued_name) {
                words_of_no_name_.push_back(sequence_.back());
            }
        }
    }
    words_ = sequence_;
    sort_unique(words_of_no_name_);
    list_words();
}

/// Fills only words_ and lists_, which are all that test() needs. There are many times more tests than scores.
void Decoder::collect_words(std::uint32_t number) {
    words_.clear();
    for (std::uint32_t at = number; nodes_[at].before != no_node; at = nodes_[at].before) {
        const Edge& edge = lattice_->from(nodes_[nodes_[at].before].at)[nodes_[at].edge];
        for (std::uint32_t i = 0; i < edge.words; ++i) {
            words_.push_back(lattice_->edge_word(edge, i));
        }
    }
    list_words();
}

void Decoder::list_words() {
    sort_unique(words_);
    lists_.clear();
    for (const std::uint32_t word : words_) {
        lists_.push_back(&lattice_->word(word).lists);
    }
}

/// Sets weights_ for the words of the path at hand.
void Decoder::weigh() {
    texts_ = {};
    for (const std::uint32_t word : sequence_) {
        texts_.of(*lattice_->word(word).rule).push_back(lattice_->word(word).text);
    }
    wholes_.find(texts_, name_weight_, words_before_address_);
    weights_ = wholes_.sets();
    for (const std::uint32_t word : words_of_no_name_) {
        weights_.push_back(only_in_street(lattice_->word(word).lists));
    }
}

/// A hash of all that the count of the path at hand depends on. A request has some thousand counts, so two different
/// ones with the same hash of 64 bits need not be expected.
std::uint64_t Decoder::count_key(std::uint32_t scope, bool is_weighted) {
    key_.assign({scope, is_weighted ? 1U : 0U});
    if (is_weighted) {
        key_.insert(key_.end(), sequence_.begin(), sequence_.end());
        key_.push_back(Lattice::no_word);
        key_.insert(key_.end(), words_of_no_name_.begin(), words_of_no_name_.end());
    } else {
        key_.insert(key_.end(), words_.begin(), words_.end());
    }
    return XXH3_64bits(key_.data(), key_.size() * sizeof key_.front());
}

/// Counts the documents of the path at hand. `is_weighted`: by weights_; HitCount::documents does not depend on it. A
/// count is kept until the next begin().
HitCount Decoder::hits(std::uint32_t scope, bool is_weighted, std::uint64_t& steps) {
    ++tests_;  // counts known answers too: otherwise nothing would limit the paths of a hundred "the"
    ++steps;
    const std::uint64_t key = count_key(scope, is_weighted);
    const auto known = counts_.find(key);
    if (known != counts_.end()) {
        return known->second;
    }
    weights_.resize(is_weighted ? weights_.size() : 0);
    const HitCount count = scopes_[scope].test.count(lists_, weights_, steps);
    counts_.emplace(key, count);
    return count;
}

void Decoder::test(Node node, std::uint64_t& steps) {
    node.state = State::tested;
    nodes_.push_back(node);  // collect_words() follows the chain from a node of nodes_
    collect_words(static_cast<std::uint32_t>(nodes_.size() - 1));
    nodes_.pop_back();
    const HitCount count = hits(node.scope, false, steps);
    if (count.documents == 0) {
        return;
    }
    node.most = std::min(node.most, count.documents);
    node.prior = max_prior(node.most);
    node.score = node.prior - node.cost;
    push(node);
}

/// Whether the words of the path at hand are the name of enough of the records that have them. Call it after weigh().
bool Decoder::is_name_of_some(std::uint32_t scope, std::uint64_t& steps) {
    if (wholes_.names().empty()) {
        return false;
    }
    const HitCount count = scopes_[scope].test.count_all(lists_, wholes_.names(), steps);
    const double named = count.weight - count.documents;
    return named > 0 && named * max_with_the_words >= count.documents;
}

void Decoder::score(Node node, std::uint32_t number, std::uint64_t& steps) {
    const TestedScope& scope = scopes_[node.scope];
    collect(number);
    weigh();
    const HitCount count = hits(node.scope, true, steps);
    // If the query names a place, records elsewhere are no answer, unless the rest is exactly the name of one of them,
    // or has words that do not meet by chance: "marriott chicago" finds the brand Marriott, though more records have
    // the word than the name. Words that are left out never tell more than the others: no CVS for a "guitar store".
    const bool is_name = count.max_weight > WholeTexts::label_weight;
    const bool is_elsewhere =
        scope.scope->leaves_place_out && node.told < std::log(lattice_->all_documents()) + no_chance;
    if (count.documents == 0 || ((is_elsewhere || node.told < node.untold) && !is_name) ||
        ((node.described != 0 || scope.scope->described != 0) && !is_name_of_some(node.scope, steps))) {
        return;
    }
    const double weight = scope.is_everywhere ? std::max(count.weight, wholes_.of_all()) : count.weight;
    node.most = count.documents;
    node.score = std::min(node.score, -node.cost + std::log(weight / lattice_->all_documents()));
    node.state = State::scored;
    push(node);
}

void Decoder::take(const Node& node, std::uint32_t number, Interpretation& out) {
    collect(number);
    out.score = node.score;
    out.documents = node.most;
    out.scope = node.scope;
    out.path.clear();
    for (auto at = chain_.rbegin(); at != chain_.rend(); ++at) {
        const Node& from = nodes_[nodes_[*at].before];
        out.path.push_back({from.at, lattice_->from(from.at)[nodes_[*at].edge]});
    }
}

bool Decoder::has_other_words(const Interpretation& best, std::uint32_t number) {
    best.copy_words_and_place(*lattice_, *scopes_[best.scope].scope, texts_);
    Interpretation other;
    take(nodes_[number], number, other);
    other.copy_words_and_place(*lattice_, *scopes_[other.scope].scope, other_texts_);
    return !has_same_letters(texts_, other_texts_);
}

}  // namespace bizrec::search

#include <algorithm>
#include <utility>

#include "bizrec/decoder/decoder.hpp"

/// How good the readings that begin with a path can be.
namespace bizrec::search {

/// Both bounds of a token follow from those of the tokens that its edges lead to.
void Decoder::find_rests(TestedScope& scope) const {
    scope.rests.resize(lattice_->size() + 1);
    scope.rests.back() = {0, -impossible};
    for (std::size_t at = lattice_->size(); at-- > 0;) {
        const std::size_t limit = at < lattice_->query_size() ? scope.scope->to : lattice_->size();
        Rest rest{-impossible, impossible};
        for (const Lattice::Reach& reach : lattice_->reaches_from(at)) {
            if (at + reach.tokens <= limit) {
                const Rest& next = scope.rests[next_token(scope, at + reach.tokens)];
                rest.cost = std::min(rest.cost, reach.cost + next.cost);
                rest.score = std::max(rest.score, std::min(reach.max_worth - next.cost, next.score - reach.cost));
            }
        }
        scope.rests[at] = rest;
    }
}

Nats Decoder::bound(const Node& node) const noexcept {
    const Rest& rest = scopes_[node.scope].rests[node.at];
    return std::min(node.score - rest.cost, rest.score - node.cost);
}

/// Edges were added since the last call of decode(), so paths may be better than they were.
void Decoder::bound_again() {
    for (std::size_t i = 0; i < scope_count_; ++i) {
        find_rests(scopes_[i]);
    }
    const std::vector<Queued> queued = std::exchange(heap_, {});
    const std::vector<std::uint32_t> waiting = std::exchange(waiting_, {});
    if (!has_begun_) {
        return;
    }
    for (const Queued& each : queued) {
        queue(each.number);
    }
    for (const std::uint32_t number : waiting) {
        queue(number);
    }
}

}  // namespace bizrec::search

#include <algorithm>
#include <utility>

#include "bizrec/decoder/decoder.hpp"

/// How the decoder's paths begin, and by which edges they are extended.
namespace bizrec::search {

namespace {

/// The additional cost of an edge that no reading may have.
constexpr double never = 1e9;

}  // namespace

/// Skips tokens that are not words of the scope.
std::size_t Decoder::next_token(const TestedScope& scope, std::size_t at) const noexcept {
    if (at < scope.scope->from) {
        return scope.scope->from;
    }
    return at >= scope.scope->to && at < lattice_->query_size() ? lattice_->query_size() : at;
}

void Decoder::begin_paths() {
    nodes_.clear();
    heap_.clear();
    waiting_.clear();
    expanded_.clear();
    for (std::uint32_t i = 0; i < scope_count_; ++i) {
        const TestedScope& scope = scopes_[i];
        if (scope.inside > 0) {
            Node node;
            node.cost = scope.scope->cost;
            node.most = scope.inside;
            node.prior = max_prior(node.most);
            node.score = node.prior - node.cost;
            node.at = static_cast<std::uint32_t>(next_token(scope, 0));
            node.scope = i;
            node.before = no_node;
            node.state = State::tested;
            push(node);
        }
    }
}

/// Extends the paths of earlier calls of decode() by the edges that were added since.
void Decoder::extend_by_added() {
    for (Expanded& done : expanded_) {
        const std::size_t edges = lattice_->from(nodes_[done.number].at).size();
        if (done.edges < edges) {
            expand(done.number, std::exchange(done.edges, edges));
        }
    }
}

/// Whether the step from `from` to `node` ends a text, `query` or `store_name`, whose words were all left out.
bool Decoder::leaves_text_out(const Node& node, std::size_t from) const noexcept {
    const std::size_t end = lattice_->end_of_text(from);
    return node.at >= end && !node.has_text_words && lattice_->has_words(end);
}

/// Whether a path that has a description may go on by `edge`, from `from` to `node`. A description follows a name that
/// was typed without an error, and does not say where. After it only the words of an address may follow: "cvs pharmacy
/// dallas tx". No other word is left out.
bool Decoder::may_describe(const Node& node, const Node& from, const Edge& edge) const noexcept {
    const bool is_where = says_where(node.scope, from.at);
    const bool is_of_address = edge.source == EdgeSource::typed && is_where;
    return node.described <= max_described && (edge.words == 0 || is_of_address) && from.has_text_words &&
           !node.misreads && !node.leaves_out && !(edge.source == EdgeSource::description && is_where);
}

/// The additional cost of changing a word with which the user names a place or a category on purpose: "library london"
/// does not mean Lyndon. Such a word is never left out: other scopes look inside the place, and of "shoe store" the
/// word "store" alone says little.
double Decoder::extra_cost(const Scope& scope, const Edge& edge, std::size_t at) const noexcept {
    const bool is_mistyped = edge.source == EdgeSource::spelled ||
                             (edge.source == EdgeSource::glued_name && edge.cost > EdgeCosts::glued_name);
    if (!edge.leaves_out() && !is_mistyped) {
        return 0;
    }
    const InCategory changed = is_mistyped ? InCategory::whole : InCategory::part;
    const double of_place = is_mistyped ? EdgeCosts::respelled_place : never;
    const double of_category = is_mistyped ? EdgeCosts::respelled_category : never;
    bool changes_place = false, changes_category = false;
    for (std::size_t token = at; token < at + edge.tokens; ++token) {
        // The city before a state is part of the place: "museum in orlando fl" asks for nothing in all of Florida.
        const bool is_kept = !is_mistyped && scope.keeps_address && scope.says_where(token);
        const bool is_city = lattice_->token(token).names_city && (is_mistyped || scope.keeps_address);
        changes_place = changes_place || is_kept || is_city || scope.is_of_named_place(token);
        changes_category = changes_category || lattice_->token(token).in_category >= changed;
    }
    return (changes_place ? of_place : 0) + (changes_category ? of_category : 0);
}

/// Extends the path by the edges from its end, beginning with edge `first`.
void Decoder::expand(std::uint32_t number, std::size_t first) {
    const Node from = nodes_[number];
    const TestedScope& scope = scopes_[from.scope];
    const std::size_t limit = from.at < lattice_->query_size() ? scope.scope->to : lattice_->size();
    const std::vector<Edge>& edges = lattice_->from(from.at);
    const Nats floor = least(from.scope);
    for (auto i = static_cast<std::uint32_t>(first); i < edges.size(); ++i) {
        const Nats prior = std::min(from.prior, edges[i].max_prior);
        if (edges[i].is_replaced || from.at + edges[i].tokens > limit || prior - from.cost - edges[i].cost < floor) {
            continue;
        }
        const double extra = extra_cost(*scope.scope, edges[i], from.at);
        if (extra >= never) {
            continue;
        }
        Node node = extended(from, edges[i]);
        node.cost += extra;
        node.prior = prior;
        node.score = prior - node.cost;
        node.before = number;
        node.edge = i;
        if (!may_follow(node, from, edges[i])) {
            continue;
        }
        if (node.at == lattice_->query_size()) {
            node.has_text_words = false;  // the words of store_name begin
        }
        push(node);
    }
}

/// The path of `from`, extended by `edge`. Sets neither its prior and score nor its link to `from`.
Decoder::Node Decoder::extended(const Node& from, const Edge& edge) const noexcept {
    const TestedScope& scope = scopes_[from.scope];
    const bool has_words = edge.words != 0;
    const bool is_where = says_where(from.scope, from.at);
    Node node = from;
    node.at = static_cast<std::uint32_t>(next_token(scope, from.at + edge.tokens));
    node.cost += edge.cost;
    node.most = std::min(from.most, edge.most);
    node.has_words = from.has_words || has_words;
    node.says_more = from.says_more || (has_words && !is_where);
    node.says_nothing = from.says_nothing && (!has_words || lattice_->token(from.at).is_filler);
    node.skips = from.skips || (edge.source == EdgeSource::left_out && !edge.leaves_out());
    node.has_text_words = from.has_text_words || has_words;
    node.leaves_out = from.leaves_out || edge.leaves_out();
    if (edge.leaves_out()) {
        node.untold += edge.information;
    } else if (has_words && !is_where) {
        node.told += edge.information;
    }
    node.described = static_cast<std::uint8_t>(from.described + (edge.source == EdgeSource::description ? 1 : 0));
    node.misreads = from.misreads || (has_words && edge.cost > EdgeCosts::glued_name);
    node.respells = from.respells || lattice_->respells_word(from.at, edge);
    node.renames = from.renames || edge.source == EdgeSource::category;
    // No test is needed if the edge adds no word, or if the path has one word and the scope is the whole index.
    const bool is_known = !has_words || (!from.has_words && edge.words == 1 && scope.is_everywhere);
    node.state = is_known ? State::tested : State::untested;
    return node;
}

/// Whether a reading may begin with the path of `node`, which is that of `from`, extended by `edge`.
bool Decoder::may_follow(const Node& node, const Node& from, const Edge& edge) const noexcept {
    if (node.described != 0 && !may_describe(node, from, edge)) {
        return false;
    }
    // Words that are left out, words that exist but are spelled otherwise, and other names of categories: together two
    // of these fit by chance. "movie theater dallas" is no cinema in Walla Walla. A place alone is no answer to a query
    // that asks for more: "heb austin" must not list all of Austin.
    const int liberties = (node.leaves_out || scopes_[node.scope].scope->leaves_place_out ? 1 : 0) +
                          (node.respells ? 1 : 0) + (node.renames ? 1 : 0);
    const bool answers_less =
        !node.has_words || (node.leaves_out && !node.says_more) || (node.skips && node.says_nothing);
    return !leaves_text_out(node, from.at) && !(is_complete(node) && answers_less) && liberties <= 1;
}

}  // namespace bizrec::search

#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <vector>

#include "bizrec/decoder/interpretation.hpp"
#include "bizrec/decoder/lattice.hpp"
#include "bizrec/lookup/query_context.hpp"
#include "bizrec/lookup/whole_texts.hpp"
#include "bizrec/rank/hit_test.hpp"

namespace bizrec::search {

/// Finds the best path through a lattice, over all scopes, by best-first search (Nilsson, "Problem-solving methods in
/// artificial intelligence", 1971). The bound of a partial path is admissible: its costs so far and the lowest costs of
/// the remaining tokens, and the document count of the rarest word as if each of these records had that exact name.
/// Therefore the first complete path that leaves the queue with its own score is the best. A path's words are looked up
/// in lists only when the partial path leaves the queue, and only in a sample, so the cost does not grow with the
/// index.
class Decoder {
public:
    explicit Decoder(const QueryContext& context) : wholes_(context) {}

    /// The second reading is reported if its score is at most this many nats lower.
    static constexpr Nats near_by = 2;
    static constexpr std::size_t max_tests = 2000;

    /// The best reading, and the next one with other words if it is near_by.
    struct Result {
        Interpretation best, next;
        bool is_spent = false;  ///< the limit on cost ended the search before it found a reading
    };

    /// `lattice`, `scopes` and everything they point to must live until the next call. Excluded documents must already
    /// be marked (SearchFilters::mark_exclusions()). `end_of_request`: the step at which the request's budget is used
    /// up.
    void begin(const Lattice& lattice, const std::vector<Scope>& scopes, std::uint64_t end_of_request);
    /// Drops readings of a scope with a score below `score`. Call between begin() and decode().
    void require(std::size_t scope, Nats score) { scopes_[scope].least = score; }
    /// May be called again after edges were added to the lattice: the search then goes on with them. Stops when `steps`
    /// reaches `end`. Overwrites `result`.
    void decode(std::uint64_t end, std::uint64_t& steps, Result& result);
    /// How many documents lie in a scope.
    double inside(std::size_t scope) const noexcept { return scopes_[scope].inside; }

private:
    enum class State : std::uint8_t { untested, tested, scored };
    /// A partial path. It is linked to the shorter path that it extends.
    struct Node {
        Nats score = 0;
        double cost = 0, most = 0;
        Nats prior = 0;               // upper bound on ln(J / N) (interpretation.hpp)
        double told = 0, untold = 0;  // information, in nats, of its words and of those that it leaves out
        std::uint32_t at = 0, scope = 0, before = 0, edge = 0;
        State state = State::untested;
        bool has_words = false;       // the path has a word
        bool says_more = false;       // it has a word that is part of neither a named place nor the address
        bool says_nothing = true;     // all its words are fillers
        bool skips = false;           // it leaves out a filler
        bool has_text_words = false;  // it has a word of the current text
        bool leaves_out = false;      // it leaves out a word that may describe a record
        std::uint8_t described = 0;   // words of a description at its end; if any, the others must be an exact name
        bool misreads = false;        // a word of it costs more than a name with other spaces
        bool respells = false;        // it replaces a word that exists by another spelling
        bool renames = false;         // it replaces the name of a category
    };
    /// Bounds on the edges from a token to the end of the request.
    struct Rest {
        double cost = 0;  // the lowest sum of their costs
        Nats score = 0;   // the highest score that they alone allow
    };
    /// A node in the queue, with what orders it.
    struct Queued {
        Nats bound = 0;  // on the scores of the readings that begin with its path
        std::uint32_t number = 0;
        State state = State::untested;
    };
    /// A path and the number of edges by which it was extended.
    struct Expanded {
        std::uint32_t number = 0;
        std::size_t edges = 0;
    };
    struct TestedScope {
        const Scope* scope = nullptr;
        HitTest test;
        double inside = 0;
        std::vector<Rest> rests;  // for each token, and for the end
        Nats least = impossible;
        bool is_everywhere = false;
    };
    static constexpr std::uint32_t no_node = UINT32_MAX;

    Nats max_prior(double most) const noexcept;
    Nats least(std::uint32_t scope) const noexcept { return std::max(floor_, scopes_[scope].least); }
    void push(const Node& node);
    void find_rests(TestedScope& scope) const;
    Nats bound(const Node& node) const noexcept;
    void bound_again();
    void queue(std::uint32_t number);
    void pop();
    static bool comes_later(const Queued& a, const Queued& b) noexcept;
    std::size_t next_token(const TestedScope& scope, std::size_t at) const noexcept;
    bool is_complete(const Node& node) const noexcept { return node.at == lattice_->size(); }
    bool says_where(std::uint32_t scope, std::size_t token) const noexcept {
        return scopes_[scope].scope->says_where(token) || lattice_->token(token).names_city;
    }
    bool leaves_text_out(const Node& node, std::size_t from) const noexcept;
    bool may_describe(const Node& node, const Node& from, const Edge& edge) const noexcept;
    double extra_cost(const Scope& scope, const Edge& edge, std::size_t at) const noexcept;
    void begin_paths();
    void extend_by_added();
    void expand(std::uint32_t number, std::size_t first);
    Node extended(const Node& from, const Edge& edge) const noexcept;
    bool may_follow(const Node& node, const Node& from, const Edge& edge) const noexcept;
    void collect(std::uint32_t number);
    void collect_words(std::uint32_t number);
    void list_words();
    std::uint64_t count_key(std::uint32_t scope, bool is_weighted);
    HitCount hits(std::uint32_t scope, bool is_weighted, std::uint64_t& steps);
    void weigh();
    void test(Node node, std::uint64_t& steps);
    bool is_name_of_some(std::uint32_t scope, std::uint64_t& steps);
    void score(Node node, std::uint32_t number, std::uint64_t& steps);
    void take(const Node& node, std::uint32_t number, Interpretation& out);
    bool has_other_words(const Interpretation& best, std::uint32_t number);

    const Lattice* lattice_ = nullptr;
    std::uint64_t end_of_request_ = 0;  // after this step the request's budget is used up
    std::vector<TestedScope> scopes_;   // the first scope_count_ are in use
    std::size_t scope_count_ = 0;
    std::vector<Node> nodes_;
    std::vector<Queued> heap_;
    std::vector<std::uint32_t> waiting_;  // numbers of nodes that no good reading begins with, unless edges are added
    std::vector<Expanded> expanded_;
    bool has_begun_ = false;   // begin_paths() has been called for this request
    Nats floor_ = impossible;  // nodes with a lower score are dropped
    std::size_t tests_ = 0;
    std::unordered_map<std::uint64_t, HitCount> counts_;  // by count_key()
    WholeTexts wholes_;
    double name_weight_ = WholeTexts::whole_name_weight;  // the weight of a record whose exact name the words are
    // The path at hand:
    std::vector<std::uint32_t> words_, sequence_;  // words_: each once, ascending; sequence_: in the order of the path
    std::vector<std::uint32_t> words_of_no_name_;  // each once, ascending
    std::size_t words_before_address_ = 0;         // how many of sequence_; SIZE_MAX: all
    std::vector<const format::TermLists*> lists_;
    std::vector<WeightedSet> weights_;
    TypedWords texts_, other_texts_;
    std::vector<std::uint32_t> chain_;
    std::vector<std::uint32_t> key_;
};

}  // namespace bizrec::search

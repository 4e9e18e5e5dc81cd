#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <unordered_map>
#include <vector>

#include "bizrec/query/interpretation.hpp"
#include "bizrec/query/lattice.hpp"
#include "bizrec/query/query_context.hpp"
#include "bizrec/query/whole_texts.hpp"
#include "bizrec/rank/hit_test.hpp"

namespace bizrec::search {

/// The best path through a lattice, over all scopes, by a best-first search (Nilsson, "Problem-solving methods in
/// artificial intelligence", 1971). The bound of a beginning is admissible: its costs, and the fewest records of one of
/// its words, each counted as often as a whole name. So the first whole path that comes out with its own score is the
/// best. Words are looked up in lists only when their beginning comes out, and by a sample: the cost does not grow with
/// the index.
class Decoder {
public:
    explicit Decoder(const QueryContext& context) : wholes_(context) {}

    /// Nats that a second reading may be behind, to be told.
    static constexpr Nats near_by = 2;
    static constexpr std::size_t max_tests = 2000;

    /// What is found: the best, and the next with other words if it is near_by.
    struct Result {
        Interpretation best, next;
        bool is_spent = false;  ///< given up for its cost: there may be a better one
    };

    /// `lattice`, `scopes` and all that they point to must live until the next call. Documents must be excluded before.
    void begin(const Lattice& lattice, const std::vector<Scope>& scopes, std::uint64_t end_of_request);
    /// May be called again where the lattice has more edges: what was looked up in lists is known. Stops when `steps`
    /// reaches `end`. Overwrites `result`.
    void decode(std::uint64_t end, std::uint64_t& steps, Result& result);
    /// Documents of a scope.
    double inside(std::size_t scope) const noexcept { return scopes_[scope].inside; }

private:
    enum class State : std::uint8_t { untested, tested, scored };
    /// The beginning of a path, linked to the one that it goes on from.
    struct Node {
        Nats score = 0;
        double cost = 0, most = 0;
        std::uint32_t at = 0, scope = 0, before = 0, edge = 0;
        State state = State::untested;
        bool has_words = false;       // any
        bool says_more = false;       // than where: a word of no place that is named
        bool has_text_words = false;  // of the text at hand
        bool leaves_out = false;      // a word that may describe a record
        bool changes_words = false;   // that exist
    };
    struct TestedScope {
        const Scope* scope = nullptr;
        HitTest test;
        double inside = 0;
        bool is_everywhere = false;
    };
    static constexpr std::uint32_t no_node = UINT32_MAX;

    Nats bound(double cost, double most) const noexcept;
    void push(const Node& node);
    std::uint32_t pop();
    bool comes_later(std::uint32_t a, std::uint32_t b) const noexcept;
    std::size_t next_token(const TestedScope& scope, std::size_t at) const noexcept;
    bool is_complete(const Node& node) const noexcept;
    bool leaves_text_out(const Node& node, std::size_t from) const noexcept;
    void expand(std::uint32_t number);
    void collect(std::uint32_t number);
    bool stand_together(std::uint32_t scope, std::uint64_t& steps);
    HitCount hits(std::uint32_t scope, const std::vector<WeightedSet>& sets, std::uint64_t& steps);
    void test(Node node, std::uint64_t& steps);
    void score(Node node, std::uint32_t number, std::uint64_t& steps);
    void take(const Node& node, std::uint32_t number, Interpretation& out);
    bool has_other_words(const Interpretation& best, std::uint32_t number);

    const Lattice* lattice_ = nullptr;
    std::uint64_t end_of_request_ = 0;  // steps beyond which nothing matters any more
    std::vector<TestedScope> scopes_;   // the first scope_count_ are in use
    std::size_t scope_count_ = 0;
    std::vector<Node> nodes_;
    std::vector<std::uint32_t> heap_;
    std::size_t tests_ = 0;
    std::unordered_map<std::uint64_t, bool> pairs_;
    std::map<std::vector<std::uint32_t>, HitCount> counts_;  // by scope, 1 where weighted, and words
    WholeTexts wholes_;
    // Of the path at hand:
    std::vector<std::uint32_t> words_, sequence_;  // each once in ascending order; in the path's order
    std::vector<const format::TermLists*> lists_;
    TypedWords texts_, other_texts_;
    std::vector<std::uint32_t> chain_, key_;
};

}  // namespace bizrec::search

#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "bizrec/decoder/decoder.hpp"
#include "bizrec/decoder/edge_makers.hpp"
#include "bizrec/decoder/glued_edges.hpp"
#include "bizrec/decoder/lattice.hpp"
#include "bizrec/lookup/query_context.hpp"
#include "bizrec/lookup/written_names.hpp"

namespace bizrec::search {

/// Reads a request that has no hits as typed, or for which a likelier reading may exist. Fills a lattice, one source of
/// edges after another, and decodes it. Expensive edges are added only if they may give a better reading than the one
/// found so far.
class QueryDecoder {
public:
    /// The records that have all words as typed. If there are any, no word is taken for a description, except a word of
    /// a category's name if the words before it name a business that has far more records (Doubt::may_describe()).
    enum class Typed : std::uint8_t { no_hits, has_hits, name_has_more };

    explicit QueryDecoder(const QueryContext& context)
        : lattice_(context), makers_(context), written_names_(context), decoder_(context) {}

    /// Begins a new request: cuts the texts into the tokens to which scopes refer. Returns the number of tokens of the
    /// query. `request` must live until the next request. Adds to `steps`.
    std::size_t tokens_of(const SearchQuery& request, std::uint64_t& steps) {
        names_several_ = request.names_several;
        lattice_.begin(request);
        makers_.note_fillers(lattice_);
        makers_.note_city(lattice_, steps);
        return lattice_.query_size();
    }
    /// Whether the token may describe a business that the words before it name. A token that is a name, alone or with
    /// one of its neighbours, does not: "kfc taco bell" names two businesses, and so does a text with OR. Call after
    /// tokens_of(). Adds to `steps`.
    bool may_describe(std::size_t token, std::uint64_t& steps);
    /// The number of tokens at the end of the query that describe no record: "hours", "near me". Call after
    /// tokens_of().
    std::size_t fillers_at_end() const noexcept;
    /// Decodes the request of tokens_of(). Everything `scopes` point to must live until the next request. Call
    /// SearchFilters::mark_exclusions() before. Adds the work done to `steps`, at most little more than `most`.
    void find(const std::vector<Scope>& scopes, Typed typed, std::uint64_t most, std::uint64_t& steps);

    // Results of find():

    /// Copies the words of each token of a scope as typed. If no record has them, copies the likeliest words that the
    /// token alone may stand for. Function words and fillers are left out.
    void copy_likeliest_words(const Scope& scope, TypedWords& out) const;
    const Interpretation& best() const noexcept { return result_.best; }
    const Interpretation& next() const noexcept { return result_.next; }
    /// Copies the words of a reading, and those of its place as typed. Does nothing if the reading was not found.
    void copy_words_and_place(const Interpretation& reading, TypedWords& out) const {
        if (reading.is_found()) {
            reading.copy_words_and_place(lattice_, (*scopes_)[reading.scope], out);
        }
    }
    /// Calls Interpretation::copy_texts() of a reading. Leaves `out` empty if the reading was not found.
    void copy_texts(const Interpretation& reading, std::vector<std::string_view>& out) const {
        out.clear();
        if (reading.is_found()) {
            reading.copy_texts(lattice_, (*scopes_)[reading.scope], out);
        }
    }
    /// The score of the null reading, in which every word was typed for nothing. A reading with a lower score is
    /// rejected.
    Nats null_score() const noexcept { return null_score_; }
    bool is_above_null() const noexcept { return best().is_found() && best().score >= null_score_; }
    bool is_spent() const noexcept { return result_.is_spent; }
    const Lattice& lattice() const noexcept { return lattice_; }

private:
    bool has_hits() const noexcept { return typed_ != Typed::no_hits; }
    enum class Which : std::uint8_t { first, further };

    void add_first(std::uint64_t& steps);
    void decode(std::uint64_t& steps);
    bool spell_existing(std::uint64_t& steps);
    bool spell_scope(std::size_t scope, std::uint64_t& steps);
    Nats cost_of_another(std::size_t token);
    bool spell_names(const Scope& scope, double inside, std::uint64_t& steps);
    bool rename_categories(Which which, std::uint64_t& steps);
    bool describe(std::uint64_t& steps);
    bool is_of_categories(std::size_t token) const;
    bool is_name(std::size_t from, std::size_t to, double documents, std::uint64_t& steps);
    bool explains_too_little() const noexcept { return !is_above_null() || best().leaves_out(); }
    /// Whether the best reading does without the place that the request names.
    bool leaves_place_out() const noexcept { return best().is_found() && (*scopes_)[best().scope].leaves_place_out; }
    /// Whether the best reading spells a word otherwise, or cuts it.
    bool spells_a_word() const noexcept;
    bool changes_the_name() const noexcept;
    bool spell_further(std::uint64_t& steps);
    Nats max_error(Nats score, double others, double cost) const;
    Nats max_by_spelling(std::size_t token, double others, double cost) const;
    double further_letters(std::size_t token) const;
    double null_documents(std::size_t token);
    Nats null_score(std::size_t from, std::size_t to);
    double name_weight() const noexcept { return WholeTexts::name_weight_of(lattice_.is_lone()); }

    const std::vector<Scope>* scopes_ = nullptr;
    std::vector<std::size_t> names_end_;  // for each token: the end of the longest mistyped name from it that was tried
    std::uint64_t end_ = 0;               // the step count at which decoding ends
    std::uint64_t end_of_request_ = 0;    // the step count at which the request's budget is used up
    Lattice lattice_;
    EdgeMakers makers_;
    GluedEdges names_;
    WrittenNames written_names_;
    Decoder decoder_;
    Decoder::Result result_, further_result_;
    Nats null_score_ = 0;
    Typed typed_ = Typed::no_hits;
    bool names_several_ = false;  // the request names several things: SearchQuery::names_several
};

}  // namespace bizrec::search

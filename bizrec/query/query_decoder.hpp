#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "bizrec/query/decoder.hpp"
#include "bizrec/query/edge_makers.hpp"
#include "bizrec/query/glued_edges.hpp"
#include "bizrec/query/lattice.hpp"
#include "bizrec/query/query_context.hpp"
#include "bizrec/query/written_names.hpp"

namespace bizrec::search {

/// Reads a request whose words as typed do not say all: fills a lattice, a source of edges after the other, and decodes
/// it. What costs much is added only where it may give a better reading than what was found.
class QueryDecoder {
public:
    explicit QueryDecoder(const QueryContext& context)
        : lattice_(context), makers_(context), written_names_(context), decoder_(context) {}

    /// Cuts the texts into tokens, which scopes are ranges of, and begins anew. Returns those of the query. `request`
    /// must live until the next request.
    std::size_t tokens_of(const SearchQuery& request) {
        lattice_.begin(request);
        return lattice_.query_size();
    }
    /// Reads those tokens. All that `scopes` point to must live until the next request, and documents are excluded
    /// already. Adds to `steps`, hardly more than `most`.
    void find(const std::vector<Scope>& scopes, std::uint64_t most, std::uint64_t& steps);

    // What was found.

    /// Each word of a scope as typed, one that exists nowhere by its likeliest spelling; no fillers.
    void copy_likeliest_words(const Scope& scope, TypedWords& out) const;
    const Interpretation& best() const noexcept { return result_.best; }
    const Interpretation& next() const noexcept { return result_.next; }
    /// The words of a reading, and those of its place as typed: asked for again, they mean the same.
    void copy_words_and_place(const Interpretation& reading, TypedWords& out) const {
        if (reading.is_found()) {
            reading.copy_words_and_place(lattice_, (*scopes_)[reading.scope], out);
        }
    }
    /// The same for a person; those of `query` alone.
    void copy_texts(const Interpretation& reading, std::vector<std::string_view>& out) const {
        out.clear();
        if (reading.is_found()) {
            reading.copy_texts(lattice_, (*scopes_)[reading.scope], out);
        }
    }
    /// Every word was typed for nothing: a reading below it is none.
    Nats null_score() const noexcept { return null_score_; }
    bool is_above_null() const noexcept { return best().is_found() && best().score >= null_score_; }
    bool is_spent() const noexcept { return result_.is_spent; }
    const Lattice& lattice() const noexcept { return lattice_; }

private:
    void add_first(std::uint64_t& steps);
    void decode(std::uint64_t& steps);
    bool spell_existing(std::uint64_t& steps);
    bool spell_scope(std::size_t scope, std::uint64_t& steps);
    bool spell_names(const Scope& scope, double inside, std::uint64_t& steps);
    bool spell_further(std::uint64_t& steps);
    Nats max_by_spelling(std::size_t token, double others, double cost) const;
    double further_letters(std::size_t token) const;
    double null_documents(std::size_t token);
    void find_null_score();

    const std::vector<Scope>* scopes_ = nullptr;
    std::uint64_t end_ = 0;             // of the steps of a decoding
    std::uint64_t end_of_request_ = 0;  // beyond it nothing matters any more
    Lattice lattice_;
    EdgeMakers makers_;
    GluedEdges names_;
    WrittenNames written_names_;
    Decoder decoder_;
    Decoder::Result result_;
    Nats null_score_ = 0;
};

}  // namespace bizrec::search

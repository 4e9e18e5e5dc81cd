#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <limits>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "bizrec/decoder/edge.hpp"
#include "bizrec/format/term_lists.hpp"
#include "bizrec/lookup/clause.hpp"
#include "bizrec/lookup/query_context.hpp"
#include "bizrec/lookup/search_query.hpp"
#include "bizrec/text/analyser.hpp"

namespace bizrec::search {

/// The part that a token has in the everyday name of a category (text/category_names.hpp).
enum class InCategory : std::uint8_t { none, whole, part };  ///< part: in a name of several words

/// The tokens of a request's texts, first those of `query`, then those of `store_name`, and the edges from each token.
/// edge_makers.hpp makes the edges.
class Lattice {
public:
    explicit Lattice(const QueryContext& context) : context_(context) {}

    static constexpr std::uint32_t no_word = UINT32_MAX;
    /// In bytes, on average: shorter pieces of an unknown token are most likely chance.
    static constexpr std::size_t min_piece = 5;

    /// A run of ASCII letters, digits, apostrophes and characters outside ASCII.
    struct Token {
        const ClauseRule* rule = nullptr;
        std::size_t begin = 0, end = 0;  ///< byte offsets in its text
        std::vector<std::string> words;  ///< of the token alone; empty: a function word that is not looked for
        double documents = 0;            ///< that hold its rarest word; if `words` is empty: all documents
        /// Whether the token alone is a function word. After another word it may be a state's code; `words` then has
        /// the code.
        bool is_function_word = false;
        bool has_other_form = false;                ///< it is one word, and the index has it in another form than typed
        bool is_filler = false;                     ///< it belongs to words that describe no record: "near me"
        std::size_t filler_tokens = 0;              ///< tokens of the longest filler that begins with it
        bool is_spelled = false;                    ///< its spellings are already added
        bool is_spelled_further = false;            ///< those two errors away as well
        InCategory in_category = InCategory::none;  ///< set by note_categories()
        bool names_city = false;                    ///< it ends the query and names a city: note_city()
    };
    struct Word {
        std::string text;
        const ClauseRule* rule = nullptr;
        format::TermLists lists;  ///< never empty
    };

    /// Bounds on all edges from a token that have the same number of tokens.
    struct Reach {
        std::uint32_t tokens = 0;
        double cost = 0;       ///< of the cheapest one
        double max_worth = 0;  ///< the greatest Edge::max_prior - Edge::cost
    };

    /// `request` must live as long as this object is used. Begins without edges.
    void begin(const SearchQuery& request);

    const QueryContext& context() const noexcept { return context_; }
    double all_documents() const noexcept { return documents_; }
    /// How much words tell that `documents` records hold: ln(all records / documents), in nats.
    double information(double documents) const noexcept;
    std::size_t size() const noexcept { return tokens_.size(); }
    std::size_t query_size() const noexcept { return query_size_; }
    /// Whether the request is one token of `query`.
    bool is_lone() const noexcept { return tokens_.size() == 1 && query_size_ == 1; }
    /// The end of the text that contains the token.
    std::size_t end_of_text(std::size_t at) const noexcept { return at < query_size_ ? query_size_ : tokens_.size(); }
    /// The number of tokens before the token in its text.
    std::size_t place_in_text(std::size_t at) const noexcept { return at < query_size_ ? at : at - query_size_; }
    /// Whether the text that ends before the token `end_of_text` has a token with words.
    bool has_words(std::size_t end_of_text) const noexcept;
    const Token& token(std::size_t at) const noexcept { return tokens_[at]; }
    /// The first token of the query at or after `byte`; query_size() if there is no such token.
    std::size_t token_behind(std::size_t byte) const noexcept;
    /// The text as typed, with everything between the tokens. All tokens must belong to one text.
    std::string_view text(std::size_t from, std::size_t to) const noexcept;

    /// The last byte before the token that is no blank; 0 if there is none.
    char before(std::size_t at) const noexcept;

    const std::vector<Edge>& from(std::size_t at) const noexcept { return edges_[at]; }
    const std::vector<Reach>& reaches_from(std::size_t at) const noexcept { return reaches_[at]; }
    /// The number, for word(), of the edge's `i`-th word.
    std::uint32_t edge_word(const Edge& edge, std::uint32_t i) const noexcept {
        return edge_words_[edge.first_word + i];
    }
    /// Whether an edge from the token `at` replaces a word that exists by another spelling, or cuts it.
    bool respells_word(std::size_t at, const Edge& edge) const noexcept {
        return (edge.source == EdgeSource::spelled || edge.source == EdgeSource::cut) && edge.tokens == 1 &&
               tokens_[at].documents > 0;
    }
    /// Whether an edge cuts the token `at` into pieces so short that most tokens can be cut so: "as|sis|ted".
    bool is_cut_by_chance(std::size_t at, const Edge& edge) const noexcept {
        return edge.source == EdgeSource::cut && text(at, at + 1).size() < edge.words * min_piece;
    }
    /// Whether the token is the first of its text, or only fillers and function words precede it.
    bool begins_text(std::size_t at) const noexcept {
        std::size_t from = at;
        while (place_in_text(from) > 0 && (tokens_[from - 1].is_filler || tokens_[from - 1].words.empty())) {
            --from;
        }
        return place_in_text(from) == 0;
    }
    const Word& word(std::uint32_t number) const noexcept { return words_[number]; }

    /// The number of a word of the index; no_word if no record that searches may show has it in the fields of the rule.
    std::uint32_t find_word(const ClauseRule& rule, std::string_view word);
    /// The hash by which find_word() looks up a word.
    format::KeyHash hash_of(const ClauseRule& rule, std::string_view word);
    /// Adds an edge with these words from the token `at` over `tokens` tokens. Does nothing if one of the words does
    /// not exist. If there is an edge with the same words and tokens, the one with the lower cost replaces the other.
    /// `most`: upper bound on the records that the edge stands for, if it is lower than the count of its rarest word.
    void add(std::size_t at, EdgeSource source, std::size_t tokens, double cost, const std::vector<std::string>& words,
             double most = std::numeric_limits<double>::max());
    /// Notes that the tokens [from, to) are a filler. Call with ascending `to` for each `from`.
    void note_filler(std::size_t from, std::size_t to) noexcept {
        tokens_[from].filler_tokens = to - from;
        for (std::size_t at = from; at < to; ++at) {
            tokens_[at].is_filler = true;
        }
    }
    void note_city(std::size_t at, const place::Ranges& records) {
        tokens_[at].names_city = true;
        city_ = records;
    }
    /// The records of the city that a token names. Valid only if one does.
    const place::Ranges& city() const noexcept { return city_; }
    void note_category(std::size_t at, InCategory role) noexcept {
        tokens_[at].in_category = std::max(tokens_[at].in_category, role);
    }
    void note_spelled(std::size_t at) noexcept { tokens_[at].is_spelled = true; }
    void note_spelled_further(std::size_t at) noexcept { tokens_[at].is_spelled_further = true; }
    /// The words of a text analysed as a query: its plain words.
    void analyse(std::string_view text, std::vector<std::string>& words);

private:
    void split(const std::string& text, const ClauseRule& rule);
    void find_state_code(std::string_view with_word_before, Token& token);
    void note_reach(std::size_t at, const Edge& edge);
    bool is_same(const Edge& edge, const std::vector<std::uint32_t>& words) const noexcept;

    const QueryContext& context_;
    const SearchQuery* request_ = nullptr;
    double documents_ = 1;
    std::size_t query_size_ = 0;
    std::vector<Token> tokens_;
    std::vector<std::vector<Edge>> edges_;
    std::vector<std::vector<Reach>> reaches_;
    std::vector<std::uint32_t> edge_words_;
    std::deque<Word> words_;                                  // a deque, because the texts must not move
    std::unordered_map<std::string, std::uint32_t> numbers_;  // number of each word in words_, by term key
    text::AnalysedText analysed_;
    std::string key_, folded_;
    std::vector<std::uint32_t> added_;
    place::Ranges city_;
};

}  // namespace bizrec::search

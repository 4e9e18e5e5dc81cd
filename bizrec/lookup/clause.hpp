#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "bizrec/format/term_key.hpp"
#include "bizrec/lookup/query_context.hpp"
#include "bizrec/rank/rank.hpp"
#include "bizrec/text/analyser.hpp"

namespace bizrec::search {

/// How the words of a text are looked up.
struct ClauseRule {
    format::TermKind words = format::TermKind::word;
    std::uint32_t factor = 1;  ///< multiplies the evidence of the words
    bool labels = true;        ///< whether category labels are looked for, not only names
    bool pairs = true;         ///< whether the index has lists of pairs of such words
};
inline constexpr ClauseRule query_rule{};
/// Looks in the names alone. Each word counts four times as much: docs/search.md, "Score".
inline constexpr ClauseRule store_name_rule{format::TermKind::name_word, 4, false, false};

/// Words in the order of a text. Does not own the bytes.
using WordSequence = std::vector<std::string_view>;

/// Calls `use(word)` for each word of an analysed text that is looked up: its plain words, or all words if none is
/// plain.
template <class Use>
void for_each_used_word(const text::AnalysedText& text, Use&& use) {
    for (const text::WordKind kind : {text::WordKind::plain, text::WordKind::stop}) {
        bool found = false;
        for (const text::Word& word : text.words) {
            if (word.kind == kind) {
                use(text.view(word));
                found = true;
            }
        }
        if (found) {
            return;
        }
    }
}

/// Names and labels of up to this many words are looked for at both ends of a request's text. The whole text is looked
/// up at any length.
inline constexpr std::size_t max_whole_words = 8;

/// The words of one text with their posting lists, and the exact names and labels in it. The look-up takes two steps,
/// so that the memory accesses of many keys overlap: ask() hashes the keys and prefetches their slots, and read() reads
/// the slots.
class SearchClause {
public:
    struct Word {
        std::string_view text;
        format::KeyHash hash;
        format::TermLists lists;  ///< count 0: no record has the word
        std::uint32_t times = 1;  ///< how often the text has it
    };
    /// Words from..to-1 of the sequence, at least two, that are an exact name or label.
    struct Whole {
        std::uint32_t from = 0, to = 0;
        format::TermKind kind = format::TermKind::whole_name;
        format::TermLists lists;
        std::uint32_t evidence = 0;
    };

    SearchClause(const QueryContext& context, const ClauseRule& rule) : context_(context), rule_(rule) {}

    /// The first step of the look-up. `words`: the words of the text; empty if the request does not have this text.
    /// Their bytes must live as long as words() is used.
    void ask(const WordSequence& words);
    void read();

    const ClauseRule& rule() const noexcept { return rule_; }
    const WordSequence& sequence() const noexcept { return sequence_; }
    /// Each word once, in the order of first appearance.
    const std::vector<Word>& words() const noexcept { return words_; }
    /// Maps an index in sequence() to an index in words().
    std::size_t word_at(std::size_t place) const noexcept { return word_at_[place]; }
    const Word& word_of(std::size_t place) const noexcept { return words_[word_at_[place]]; }
    const std::vector<Whole>& exact_matches() const noexcept { return exact_matches_; }
    /// Whether the text has at least two words and all of them together are the exact name of a record.
    bool is_whole_name() const noexcept;
    /// Whether every word exists in the index.
    bool is_complete() const noexcept { return found_ == words_.size(); }
    std::size_t found() const noexcept { return found_; }

    enum class Counted : std::uint8_t { once, as_often };  ///< as_often: a long text repeats the words of its subject
    /// Appends the lists of the words that exist.
    void add_words(std::vector<WeightedList>& to, Counted counted = Counted::once) const;
    void add_exact_matches(RankConditions& conditions) const;
    /// The documents that hold both words, if the text has exactly two different words that often occur together.
    /// Otherwise `count` is 0.
    const format::PairList& pair() const noexcept { return pair_; }

private:
    struct AskedWhole {
        std::uint32_t from = 0, to = 0;
        format::TermKind kind = format::TermKind::whole_name;
        format::KeyHash hash;
    };

    void forget();
    void join();
    format::KeyHash hash(format::TermKind kind, std::size_t from, std::size_t to);
    void ask_word(std::size_t at);
    void ask_pair();
    void ask_whole(std::size_t from, std::size_t to);
    void ask_whole_as(format::TermKind kind, std::size_t from, std::size_t to);
    void read_whole(const AskedWhole& asked);
    std::uint32_t whole_evidence(const Whole& whole) const noexcept;

    const QueryContext& context_;
    ClauseRule rule_;
    WordSequence sequence_;
    std::vector<std::uint32_t> word_at_;  // for each word of sequence_: its index in words_
    std::vector<Word> words_;
    std::vector<AskedWhole> asked_wholes_;
    std::vector<Whole> exact_matches_;
    format::KeyHash pair_hash_;
    format::PairList pair_;
    std::size_t found_ = 0;
    std::string key_;
    std::string joined_;             // all words, each with a blank before it
    std::vector<std::size_t> ends_;  // where each word ends in joined_
};

}  // namespace bizrec::search

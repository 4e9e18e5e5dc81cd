#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "bizrec/query/clause.hpp"
#include "bizrec/query/query_context.hpp"
#include "bizrec/query/typo_candidates.hpp"

namespace bizrec::search {

/// A word of the vocabulary that somebody may have meant.
struct Spelling {
    std::string_view word;  ///< of the vocabulary
    double cost = 0;        ///< nats (text/typing_cost.hpp)
    double documents = 0;   ///< that have it where the rule looks, >= 1
};

/// What a word may be a misspelling of: those under the same keys (text/spelling_keys.hpp), which are one error away or
/// sound alike, by some probes; those two errors away by a walk through the vocabulary, which costs a thousand times
/// as much. The index has no plurals, and of the words of word_forms.txt one form alone: what is typed is compared with
/// all forms in which a word is written, for an error may stand where they differ ("monree" for Monroe, which is
/// "monro"; "miunt" for "mount", which is "mt").
class Spellings {
public:
    explicit Spellings(const QueryContext& context) : context_(context) {}

    static constexpr std::size_t most = 48;  ///< of one word
    static constexpr double max_cost = 15;
    static constexpr std::uint64_t walk_steps = 1U << 18;

    enum class Errors : std::uint8_t { one, two };

    /// The likeliest first, by ln(documents) - cost; without the word itself. `typed`: folded, as it is written.
    /// Overwrites `out`. Adds to `steps`.
    void find(const ClauseRule& rule, std::string_view typed, Errors errors, std::vector<Spelling>& out,
              std::uint64_t& steps);

private:
    void find_stems(std::string_view typed);
    void consider(const ClauseRule& rule, std::string_view word, std::vector<Spelling>& out, std::uint64_t& steps);
    void consider_forms(const ClauseRule& rule, std::vector<Spelling>& out, std::uint64_t& steps);
    void add(const ClauseRule& rule, std::string_view word, double cost, std::vector<Spelling>& out,
             std::uint64_t& steps) const;
    bool may_be_inflected() const noexcept { return stems_.size() > 1; }
    double cost_of(std::string_view word);
    double cost_of_written(std::string_view word);
    void walk(std::string_view typed, std::uint64_t& steps);

    const QueryContext& context_;
    std::u32string typed_, meant_;
    std::vector<std::string> stems_;  // what was typed, and what it may be a plural of
    std::string form_, folded_;
    std::vector<std::uint32_t> numbers_;
    std::vector<std::uint64_t> keys_;
    TypoFinder finder_;
    std::vector<TypoCandidate> candidates_;
    mutable std::string key_;
};

}  // namespace bizrec::search

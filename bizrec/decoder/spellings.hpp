#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "bizrec/lookup/clause.hpp"
#include "bizrec/lookup/query_context.hpp"

namespace bizrec::search {

/// A word of the vocabulary that the user may have meant.
struct Spelling {
    std::string_view word;  ///< in the vocabulary
    double cost = 0;        ///< nats (text/typing_cost.hpp)
    double documents = 0;   ///< documents that have it in the fields of the rule, >= 1
    double worth = 0;       ///< ln(documents) - cost
};

/// Finds the words that a typed word may be a misspelling of. Words one error away, or that sound alike, share a key
/// (text/spelling_keys.hpp) and are found by a few probes. Words two errors away need some thousand probes
/// (text/two_errors.hpp).
///
/// The index has no plurals, and only one form of each word of word_forms.txt. The typed word is compared with all
/// written forms, because the error may stand where the forms differ ("monree" for Monroe, which is indexed as "monro";
/// "miunt" for "mount", which is indexed as "mt").
class Spellings {
public:
    explicit Spellings(const QueryContext& context) : context_(context) {}

    static constexpr std::size_t most = 48;  ///< find() gives at most this many spellings
    static constexpr double max_cost = 15;

    enum class Errors : std::uint8_t { one, two };

    /// Finds spellings that cost at most `limit` (nats, up to max_cost), likeliest first, by Spelling::worth. Does not
    /// find the word itself. `typed`: folded, as written. Overwrites `out`. Adds to `steps`.
    void find(const ClauseRule& rule, std::string_view typed, Errors errors, double limit, std::vector<Spelling>& out,
              std::uint64_t& steps);

private:
    void find_stems(std::string_view typed);
    void consider_words(std::vector<Spelling>& out, std::uint64_t& steps);
    void consider(std::string_view word, std::vector<Spelling>& out, std::uint64_t& steps);
    void consider_forms(std::vector<Spelling>& out, std::uint64_t& steps);
    void count_documents(const ClauseRule& rule, std::vector<Spelling>& out, std::uint64_t& steps);
    bool may_be_inflected() const noexcept { return stems_.size() > 1; }
    double cost_of(std::string_view word);
    double cost_of_written(std::string_view word, double limit);
    void find_keys();

    const QueryContext& context_;
    double limit_ = max_cost;
    std::u32string typed_, meant_;
    std::vector<std::string> stems_;  // the typed word, and the words that it may be a plural of
    std::string form_, folded_;
    std::vector<std::uint32_t> numbers_;
    std::vector<std::uint64_t> keys_;
    std::string key_;
};

}  // namespace bizrec::search

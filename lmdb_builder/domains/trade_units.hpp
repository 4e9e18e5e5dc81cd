#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "lmdb_builder/domains/name_units.hpp"

namespace bizrec::builder {

/// Finds the words of a domain's names that only name the trade: "hotel", if the records are classified as hotels. In a
/// small index, or in a trade that only one domain covers, the frequency of the word does not show this. Counts
/// records, not distinct names, so that the order of add() does not matter.
class TradeUnits {
public:
    /// `units`: the units to test (see name_units()).
    explicit TradeUnits(const std::vector<std::string>& units);

    /// Adds one record of the domain. `folded_trades`: its categories, folded, one per line.
    void add(std::string_view folded_name, std::string_view folded_trades);

    /// The units that name the trade: at least half of the records with the unit in their names also have it in their
    /// own categories, either unchanged, in the plural, or word by word. Sorted.
    std::vector<std::string> found() const;

private:
    struct Count {
        std::uint64_t in_names = 0;
        std::uint64_t in_trades = 0;
        std::uint64_t last_record = 0;  // number, from 1, of the last record counted: a name may repeat a unit
    };

    const std::vector<std::string>& trade_words_of(std::string_view folded_trades);

    NameUnits name_units_;
    std::string last_trades_;              // most records of a domain have the same categories
    std::vector<std::string> last_words_;  // of last_trades_
    std::uint64_t records_ = 0;
    std::map<std::string, Count, std::less<>> counts_;
};

/// True for articles, prepositions and legal forms ("the", "of the", "gmbh"): they do not distinguish businesses, even
/// if they are rare.
bool is_function_word(std::string_view unit) noexcept;

/// True for function words and for folded names of many kinds of institutions ("universite", "instituto", "hospital",
/// "general hospital"), also in a small index.
bool is_general(std::string_view unit) noexcept;

}  // namespace bizrec::builder

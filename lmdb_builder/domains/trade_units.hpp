#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "lmdb_builder/domains/name_units.hpp"

namespace bizrec::builder {

/// Tells which words of a domain's names merely name the trade: "hotel", in the names of records that are filed as
/// hotels. In a small index, or of a trade that one domain alone is about, their rarity does not show it. Counts
/// records, not distinct names, so that the order of add() does not matter.
class TradeUnits {
public:
    /// `units`: those that matter (see name_units()).
    explicit TradeUnits(const std::vector<std::string>& units);

    /// One record of the domain. `folded_trades`: its categories, folded, one a line.
    void add(std::string_view folded_name, std::string_view folded_trades);

    /// Units that stand in the record's own categories for at least half of the records whose names have them: as
    /// such, in the plural, or word by word. Sorted.
    std::vector<std::string> found() const;

private:
    struct Count {
        std::uint64_t in_names = 0;
        std::uint64_t in_trades = 0;
        std::uint64_t last_record = 0;  // its number, from 1: a name may have a unit twice
    };
    NameUnits name_units_;
    std::uint64_t records_ = 0;
    std::map<std::string, Count, std::less<>> counts_;
};

/// True for articles, prepositions and legal forms ("the", "of the", "gmbh"): they tell no business from another one,
/// however rare they are.
bool is_function_word(std::string_view unit) noexcept;

/// True for these and for the words that many kinds of institutions are called by ("université", "instituto",
/// "hospital", "general hospital"), in a small index too.
bool is_general(std::string_view unit) noexcept;

}  // namespace bizrec::builder

#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "bizrec/base/result.hpp"
#include "lmdb_builder/customers/clue.hpp"

namespace bizrec::builder {

/// Maps clues to columns. The command may name columns; the others are found by the names that CRM tools export
/// ("Company Domain Name", "Billing City"). Case, blanks and punctuation of names do not matter.
class ClueColumns {
public:
    static constexpr std::size_t none = static_cast<std::size_t>(-1);
    /// Indexed by clue; "" = find the column by its name, "-" = use none.
    using Named = std::array<std::string, clue_count>;

    /// Finds the column of each clue in a header. Fails if a column that `named` names is missing; the error lists the
    /// existing names. Fails if no column gives a website or a profile.
    static Result<ClueColumns> find(const std::vector<std::string>& header, const Named& named);

    std::size_t column(Clue clue) const noexcept { return columns_[static_cast<std::size_t>(clue)]; }
    /// Text such as "website: Company Domain Name, city: Billing City".
    std::string describe(const std::vector<std::string>& header) const;

private:
    std::array<std::size_t, clue_count> columns_{};
};

/// The clue that a column or a JSON member holds, judged by its name alone. If several columns or members of a row hold
/// the same clue, the one with the smallest rank counts.
struct ClueName {
    Clue clue;
    std::size_t rank;  ///< position of the name in the list of names for this clue: 0 is the likeliest
};
std::optional<ClueName> clue_of_name(std::string_view name);

/// Makes ASCII letters lower-case, and removes all other ASCII characters except digits. Other bytes stay.
std::string plain_name(std::string_view name);

}  // namespace bizrec::builder

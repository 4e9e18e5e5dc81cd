#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "bizrec/base/result.hpp"
#include "lmdb_builder/customers/clue.hpp"

namespace bizrec::builder {

/// Which column has which clue: those that the command names, and the others by their names as CRM tools export them
/// ("Company Domain Name", "Billing City"). Case, blanks and punctuation of names do not matter.
class ClueColumns {
public:
    static constexpr std::size_t none = static_cast<std::size_t>(-1);
    /// By clue; "" is looked for, "-" is none.
    using Named = std::array<std::string, clue_count>;

    /// An error where a named column is missing, with the names that there are, and where nothing gives a website or a
    /// profile.
    static Result<ClueColumns> find(const std::vector<std::string>& header, const Named& named);

    std::size_t column(Clue clue) const noexcept { return columns_[static_cast<std::size_t>(clue)]; }
    /// "website: Company Domain Name, city: Billing City".
    std::string describe(const std::vector<std::string>& header) const;

private:
    std::array<std::size_t, clue_count> columns_{};
};

/// The clue that a member of a JSON object has by its name alone; an earlier place in the list of names for it is the
/// better one.
struct ClueName {
    Clue clue;
    std::size_t rank;  ///< 0 the best
};
std::optional<ClueName> clue_of_name(std::string_view name);

/// Lower case, letters and digits of ASCII alone, and all bytes beyond.
std::string plain_name(std::string_view name);

}  // namespace bizrec::builder

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace bizrec::builder {

/// What a customer's row says of a company.
enum class Clue : std::uint8_t { website, profile, country, state, city, zip_code, latitude, longitude };
inline constexpr std::size_t clue_count = 8;
inline constexpr std::array<Clue, clue_count> all_clues{Clue::website, Clue::profile,  Clue::country,  Clue::state,
                                                        Clue::city,    Clue::zip_code, Clue::latitude, Clue::longitude};

/// As an option and the report name it: "website", "zip-code".
std::string_view clue_name(Clue clue) noexcept;

/// The row's texts, "" where it has none.
struct Clues {
    std::array<std::string_view, clue_count> texts;

    std::string_view of(Clue clue) const noexcept { return texts[static_cast<std::size_t>(clue)]; }
    std::string_view& of(Clue clue) noexcept { return texts[static_cast<std::size_t>(clue)]; }
    bool has_place() const noexcept;
};

/// False where the row has no two finite numbers for them.
bool read_coordinates(const Clues& clues, double& latitude, double& longitude) noexcept;

/// Overwrites `body` with the body of POST /api/v1/enrich_company for one row with the number of all. A latitude
/// without a longitude, and the other way round, is left out; so is one that is no number. Of texts that are no UTF-8,
/// U+FFFD stands for each wrong byte.
void write_request(const Clues& clues, bool with_place, std::string_view default_country, std::string& body);

}  // namespace bizrec::builder

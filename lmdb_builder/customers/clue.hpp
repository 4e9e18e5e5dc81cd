#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace bizrec::builder {

/// The kinds of information about a company in a customer's row.
enum class Clue : std::uint8_t { website, profile, country, state, city, zip_code, latitude, longitude };
inline constexpr std::size_t clue_count = 8;
inline constexpr std::array<Clue, clue_count> all_clues{Clue::website, Clue::profile,  Clue::country,  Clue::state,
                                                        Clue::city,    Clue::zip_code, Clue::latitude, Clue::longitude};

/// The name of a clue in options and in the report: "website", "zip-code".
std::string_view clue_name(Clue clue) noexcept;

/// The texts of a row, by clue; "" if the row has none for a clue.
struct Clues {
    std::array<std::string_view, clue_count> texts;

    std::string_view text(Clue clue) const noexcept { return texts[static_cast<std::size_t>(clue)]; }
    std::string_view& text(Clue clue) noexcept { return texts[static_cast<std::size_t>(clue)]; }
    bool has_place() const noexcept;
};

/// Reads the latitude and the longitude. Returns false unless the row has a finite number for each.
bool read_coordinates(const Clues& clues, double& latitude, double& longitude) noexcept;

/// Overwrites `body` with the body of POST /api/v1/enrich_company for one row, with a count of all matches. A
/// coordinate that is not a number is omitted, and so is a latitude without a longitude or the reverse. Each byte that
/// is not valid UTF-8 becomes U+FFFD.
void write_request(const Clues& clues, bool with_place, std::string_view default_country, std::string& body);

}  // namespace bizrec::builder

#pragma once

#include <string_view>

/// The words for administrative units ("Province", "oblast", "府"), in the languages of ISO 3166-2 names and of typical
/// input. All words are folded (text::fold_letters).
namespace bizrec::place {

/// Whether the word is a unit that may precede the name: "Province of Turin".
bool leads_a_name(std::string_view word) noexcept;
/// Whether the word is a unit that may follow the name: "Cork County".
bool trails_a_name(std::string_view word) noexcept;

/// Whether the word belongs to an adjacent unit word: "Autonomous Region", "Región Metropolitana".
bool qualifies_a_unit(std::string_view word) noexcept;

/// Whether the word may come between the unit and the name: "of", "de", "della" …
bool links_a_unit(std::string_view word) noexcept;

/// The length in bytes of a unit that is glued to the end of a name: "大阪府", "경기도". 0 if there is no unit
/// ("北海道"), or if fewer than two letters would remain ("京都").
std::size_t glued_suffix(std::string_view name) noexcept;
/// The same for a unit that is glued to the start of a name: "จังหวัดเชียงใหม่".
std::size_t glued_prefix(std::string_view name) noexcept;

}  // namespace bizrec::place

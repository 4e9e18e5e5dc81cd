#pragma once

#include <string_view>

/// The words for administrative units ("Province", "oblast", "府") in the languages of ISO 3166-2 names and of what
/// people type. All folded (text::fold_letters).
namespace bizrec::place {

/// A unit word that may stand before the name ("Province of Turin"), and one that may stand after ("Cork County").
bool leads_a_name(std::string_view word) noexcept;
bool trails_a_name(std::string_view word) noexcept;

/// Belongs to a unit word next to it: "Autonomous Region", "Región Metropolitana".
bool qualifies_a_unit(std::string_view word) noexcept;

/// "of", "de", "della" … between the unit and the name.
bool links_a_unit(std::string_view word) noexcept;

/// Length in bytes of the unit glued to the end ("大阪府", "경기도") or to the start ("จังหวัดเชียงใหม่") of a name in a
/// script without spaces; 0 where there is none or where fewer than two letters would be left ("京都", "北海道" stay
/// whole).
std::size_t glued_suffix(std::string_view name) noexcept;
std::size_t glued_prefix(std::string_view name) noexcept;

}  // namespace bizrec::place

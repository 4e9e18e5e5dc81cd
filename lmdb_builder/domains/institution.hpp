#pragma once

#include <string_view>

namespace bizrec::builder {

/// Whether a registrable domain ends with a suffix that is reserved for schools, authorities and armies ("yale.edu",
/// "nps.gov", "ox.ac.uk", "bartshealth.nhs.uk"). Such a domain has one owner, who rents no names below it to others.
/// False for the domain of a whole American state ("in.gov"), whose agencies and towns have names below it.
bool is_institution(std::string_view domain) noexcept;

}  // namespace bizrec::builder

#pragma once

#include <string_view>

namespace bizrec::builder {

/// Whether a registrable domain stands where only schools, authorities and armies may ("yale.edu", "nps.gov",
/// "ox.ac.uk", "bartshealth.nhs.uk"): it has one owner, and nobody rents names below it to strangers. Not so for the
/// domain of a whole American state ("in.gov"), where its agencies and towns have theirs.
bool is_institution(std::string_view domain) noexcept;

}  // namespace bizrec::builder

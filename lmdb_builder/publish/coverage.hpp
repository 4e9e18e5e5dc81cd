#pragma once

#include <cstdint>
#include <string>

#include "bizrec/store/generation.hpp"

namespace bizrec::builder {

/// How many records of an index have the fields that requests search by. Counted in the index itself.
struct Coverage {
    std::uint64_t documents = 0;
    std::uint64_t name_words = 0;   ///< words of all names, because no column tells which record has a name
    std::uint64_t websites = 0;     ///< records with a website
    std::uint64_t coordinates = 0;  ///< records with coordinates
    std::uint64_t countries = 0;    ///< records with a country, given or inferred

    bool operator==(const Coverage& other) const noexcept {
        return documents == other.documents && name_words == other.name_words && websites == other.websites &&
               coordinates == other.coordinates && countries == other.countries;
    }
};

/// Counts the coverage of an index. Reads nine bytes of each document. Precondition: the structure of `generation` has
/// been checked.
Coverage coverage_of(const store::Generation& generation);

/// A line for a person, with its line end.
std::string coverage_text(const Coverage& coverage);

/// Compares the four counts of both indexes, each divided by the number of documents. Returns a text that names each
/// quotient that is now more than `max_percent` percent lower than `before`, with both values. Empty if there is none.
std::string lost_coverage(const Coverage& before, const Coverage& now, double max_percent);

}  // namespace bizrec::builder

#pragma once

#include <string>
#include <vector>

#include "t/unit/support/random.hpp"

namespace bizrec::search::testing {

/// Makes awkward business records as JSON lines: chains that have several hosts and pages, and branches in several
/// cities, domains shared by unrelated businesses, hosted tenants, profiles shared by several records, missing fields,
/// places with several spellings, positions at the poles and at the antimeridian, and many equal qualities. The same
/// seed gives the same lines.
class RandomCorpus {
public:
    explicit RandomCorpus(std::uint32_t seed) : random_(seed) {}

    std::string line();

    /// The website or profile of a record, or something similar.
    std::string website();
    std::string profile_url();

private:
    bool chance(unsigned percent) { return random_() % 100 < percent; }
    unsigned below(unsigned bound) { return random_() % bound; }
    template <std::size_t N>
    const char* any(const char* const (&values)[N]) {
        return values[random_() % N];
    }
    std::string number(unsigned bound) { return std::to_string(below(bound)); }
    std::string uuid();
    std::string name();
    std::string social_links();
    std::string place();
    void add(std::string& line, const char* field, const std::string& value);

    Random random_;
};

/// The spellings of a place that the corpus or a client may use: country, state, city, postal code.
struct SpeltPlace {
    const char* country;
    const char* states[4];
    const char* cities[3];
    const char* postal_codes[3];
    double latitude, longitude;
};
extern const std::vector<SpeltPlace> spelt_places;

}  // namespace bizrec::search::testing

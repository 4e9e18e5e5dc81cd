#pragma once

#include <string>
#include <vector>

#include "bizrec/enrich/enrich.hpp"
#include "bizrec/place/position.hpp"
#include "t/unit/support/random.hpp"

namespace bizrec::search::testing {

/// Random requests for the websites, profiles and places that the test puts into the members below.
class RandomRequests {
public:
    struct Place {
        std::string country, state, city, postal_code;  ///< as typed
        place::Position position;
    };

    explicit RandomRequests(std::uint32_t seed) : random_(seed) {}

    std::vector<identity::Identity> websites, profiles;  ///< none of kind reject; not empty
    std::vector<Place> places;                           ///< not empty

    EnrichQuery next();

private:
    bool chance(unsigned percent) { return random_() % 100 < percent; }
    template <class T>
    const T& any(const std::vector<T>& values) {
        return values[random_() % values.size()];
    }
    LocationFilter location();
    void add_many_circles(EnrichQuery& query);
    void add_circle(LocationFilter& filter, const Place& place);

    Random random_;
};

}  // namespace bizrec::search::testing

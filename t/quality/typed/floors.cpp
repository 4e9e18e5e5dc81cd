#include "t/quality/typed/floors.hpp"

namespace bizrec::quality {
namespace {

struct Floor {
    std::string_view set;
    double least;
};

constexpr Floor floors[] = {
    {"name", 0},
};

}  // namespace

double floor_of(std::string_view set) noexcept {
    for (const Floor& floor : floors) {
        if (floor.set == set) {
            return floor.least;
        }
    }
    return 0;
}

}  // namespace bizrec::quality

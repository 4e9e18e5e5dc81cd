#include "t/quality/typed/floors.hpp"

namespace bizrec::quality {
namespace {

struct Floor {
    std::string_view set;
    double least;
};

/// A little below the shares of today. The sets of record_questions() have no floor here, because `quality_suite`
/// checks their floors.
constexpr Floor floors[] = {
    {"name", 0.985},
    {"name_city", 0.994},
    {"name_state", 0.99},
    {"name_zip", 0.995},
    {"name_glued", 0.985},
    {"name_glued_typo", 0.983},
    {"category", 0.985},
    {"category_typo_city", 0.99},
    {"category_in_city", 0.99},
    {"numbers", 0.985},
    {"cut", 0.9},
    {"filler", 0.975},
    {"cell", 0.97},
    {"described", 0.96},
    {"place_first", 0.98},
    {"two_places", 0.99},
    {"near", 0.925},
    {"correct_city", 0.98},
    {"correct_words", 0.93},
    {"people_names", 0.935},
    {"people_described", 0.9},
    {"people_addresses", 0.88},
    {"people_categories", 0.97},
    {"absent_invented", 0.78},
    {"absent_real", 0.5},
    {"absent_in_city", 0.95},
    {"absent_category", 0.95},
    {"absent_trade", 0.9},
    {"cranfield_search", 0.34},  // mean nDCG@10
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

#include "t/unit/enrich/chain_index.hpp"

#include "bizrec/place/distance.hpp"
#include "bizrec/place/position.hpp"
#include "t/unit/support/random.hpp"

namespace bizrec::search::testing {

place::Position city_centre(std::uint32_t city) {
    return *place::make_position(30 + 0.2 * (city / 20), -120 + 0.2 * (city % 20));
}

SmallIndex chain_index(unsigned qualities) {
    Random random(11);
    SmallIndex index;
    std::vector<std::uint32_t> branches, few;
    index.add_documents(chain_home, 3);
    for (std::uint32_t i = 0; i < chain_branches; ++i) {
        const std::uint32_t city = i / branches_per_city;
        place::Position position = city_centre(city);
        position.latitude += static_cast<std::int32_t>(random() % 100000);
        position.longitude += static_cast<std::int32_t>(random() % 100000);
        const std::uint32_t docid = chain_home + i;
        index.documents.push_back({position, static_cast<std::uint8_t>(random() % qualities)});
        branches.push_back(docid);
        if (i % 533 == 0 && few.size() < 30) {
            few.push_back(docid);
        }
        if (i % branches_per_city == 0) {
            index.add_city("US", "city" + std::to_string(city), {{docid, docid + branches_per_city}});
        }
    }
    index.add_documents(chain_home, 3);
    const auto documents = static_cast<std::uint32_t>(index.documents.size());
    const std::uint32_t border = chain_home + 15200;
    index.add_country("US", {0, border});
    index.add_country("CA", {border, documents});
    for (const char* key : {"chain.com", "h:chain.com", "p:chain.com", "facebook:chain"}) {
        index.add_list(key, branches);
    }
    index.add_list("facebook:few", few);
    return index;
}

}  // namespace bizrec::search::testing

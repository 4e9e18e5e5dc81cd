#pragma once

#include <cstdint>
#include <random>
#include <string>
#include <vector>

namespace bizrec::bench {

enum class Target : std::uint8_t { enrich, batch, ids, full, explained };

/// The fields of a JSON body, so that one of them can be changed.
struct Body {
    Target target = Target::ids;
    std::vector<std::string> fields;  ///< `"query":"…"`, or an item of a batch

    std::string json() const;
};

/// Makes random request bodies that are within every limit of the API, and variations of a given body.
class Bodies {
public:
    explicit Bodies(unsigned seed) : random_(seed) {}
    Body any();
    Body like(const Body& body);

private:
    std::uint32_t below(std::uint32_t end) { return static_cast<std::uint32_t>(random_() % end); }
    std::string text(std::uint32_t characters);
    std::string texts(std::uint32_t at_most, std::uint32_t characters);
    std::string domains(std::uint32_t at_most);
    std::string location();
    std::string locations();
    std::string search_field();
    std::string enrichment();

    std::mt19937 random_;
};

}  // namespace bizrec::bench

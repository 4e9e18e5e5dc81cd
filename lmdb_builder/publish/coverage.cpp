#include "lmdb_builder/publish/coverage.hpp"

#include <cstdio>

#include "bizrec/format/place_entry.hpp"

namespace bizrec::builder {
namespace {

std::uint64_t documents_in_countries(const store::Generation& generation) {
    std::uint64_t documents = 0;
    std::string key;
    for (char first = 'A'; first <= 'Z'; ++first) {
        for (char second = 'A'; second <= 'Z'; ++second) {
            format::country_key({std::string{first, second}}, key);
            format::KeyEntry entry;
            if (!generation.places().find(key, entry)) {
                continue;
            }
            for (std::uint32_t i = 0; i + 1 < entry.length; i += 2) {
                documents += entry.values[i + 1] - entry.values[i];
            }
        }
    }
    return documents;
}

double share(std::uint64_t with, std::uint64_t documents) noexcept {
    return documents == 0 ? 0 : static_cast<double>(with) / static_cast<double>(documents);
}

std::string figure(double value, bool is_percent) {
    char text[32];
    std::snprintf(text, sizeof text, is_percent ? "%.1f %%" : "%.2f", is_percent ? value * 100 : value);
    return text;
}

}  // namespace

Coverage coverage_of(const store::Generation& generation) {
    Coverage coverage;
    coverage.documents = generation.documents();
    coverage.name_words = generation.meta().text.words[static_cast<std::size_t>(format::TextField::name)];
    for (std::uint32_t docid = 0; docid < generation.documents(); ++docid) {
        coverage.websites += (generation.flags[docid] & format::flag::has_website) != 0 ? 1 : 0;
        coverage.coordinates += generation.position[docid].exists() ? 1 : 0;
    }
    coverage.countries = documents_in_countries(generation);
    return coverage;
}

std::string coverage_text(const Coverage& coverage) {
    const auto percent = [&](std::uint64_t with) { return figure(share(with, coverage.documents), true); };
    return "of its records " + percent(coverage.websites) + " have a website, " + percent(coverage.coordinates) +
           " coordinates, " + percent(coverage.countries) + " a country; " +
           figure(share(coverage.name_words, coverage.documents), false) + " words of names a record\n";
}

std::string lost_coverage(const Coverage& before, const Coverage& now, double max_percent) {
    struct Figure {
        const char* name;
        std::uint64_t Coverage::*of;
        bool is_percent;
    };
    constexpr Figure figures[] = {{"words of names a record", &Coverage::name_words, false},
                                  {"records with a website", &Coverage::websites, true},
                                  {"records with coordinates", &Coverage::coordinates, true},
                                  {"records with a country", &Coverage::countries, true}};
    std::string lost;
    for (const Figure& of : figures) {
        const double was = share(before.*(of.of), before.documents);
        const double is = share(now.*(of.of), now.documents);
        // Multiplies instead of dividing, because a rounding error must not refuse a loss of exactly `max_percent`.
        const double had = static_cast<double>(before.*(of.of)) * static_cast<double>(now.documents);
        const double has = static_cast<double>(now.*(of.of)) * static_cast<double>(before.documents);
        if ((had - has) * 100 > had * max_percent) {
            lost += (lost.empty() ? "" : ", ") + std::string(of.name) + ": " + figure(was, of.is_percent) +
                    " in the current index, " + figure(is, of.is_percent) + " in this one";
        }
    }
    return lost;
}

}  // namespace bizrec::builder

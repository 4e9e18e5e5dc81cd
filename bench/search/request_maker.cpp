#include "bench/search/request_maker.hpp"

#include <algorithm>

#include "bench/generator/country_style.hpp"
#include "bench/search/record_sampler.hpp"
#include "bizrec/where/place_filter.hpp"

namespace bizrec::bench {
namespace {

using Words = std::vector<std::string>;

/// A word is common, or very common, if at least this many of a thousand documents have it.
constexpr std::uint32_t common_permille = 10;
constexpr std::uint32_t very_common_permille = 20;
/// A name is rare if one of its words is in at most this many of a million documents.
constexpr std::uint32_t rare_ppm = 50;

bool pick_words(RecordSampler& sampler, Words words, std::size_t count, std::uint32_t min_permille, Words& out) {
    if (min_permille > 0) {
        const std::uint64_t least = std::uint64_t{sampler.generation().documents()} * min_permille / 1000;
        words.erase(std::remove_if(words.begin(), words.end(),
                                   [&](const auto& word) { return sampler.frequency(word) < least; }),
                    words.end());
    }
    if (words.size() < count) {
        return false;
    }
    for (std::size_t i = 0; i < count; ++i) {
        const auto left = static_cast<std::uint32_t>(words.size() - i);
        std::swap(words[i], words[i + sampler.random().below(left)]);
    }
    words.resize(count);
    out = std::move(words);
    return true;
}

void set_country(const builder::Record& record, Request& out) {
    out.place = Request::Place::country;
    out.location.country = record.country;
}

bool set_city(const builder::Record& record, Request& out) {
    set_country(record, out);
    out.place = Request::Place::city;
    out.location.state = record.state;
    out.location.city = record.city;
    return !record.city.empty();
}

/// Returns false if the circle holds a document of another country. Such a circle is not used, because Lucene does not
/// filter circles by country.
bool stays_in_country(const store::Generation& generation, search::LocationFilter location) {
    const std::string own = location.country;
    search::ResolvedLocation resolved;
    search::PlaceFilter filter;
    for (const auto& style : generator::country_styles()) {
        location.country = style.code;
        if (own == style.code) {
            continue;
        }
        search::resolve_location(generation, location, resolved);
        filter.assign(&resolved, 1);
        unsigned band = 0;
        std::uint64_t steps = 0;
        for (const auto& range : filter.near_circles()) {
            for (std::uint32_t docid = range.begin; docid < range.end; ++docid) {
                if (filter.in_circle(generation, docid, band, steps)) {
                    return false;
                }
            }
        }
    }
    return true;
}

bool set_circle(const RecordSampler& sampler, double metres, Request& out) {
    set_country(sampler.record(), out);
    out.place = Request::Place::circle;
    out.location.has_circle = true;
    out.location.centre = sampler.record().position;
    out.location.radius_metres = metres;
    return sampler.record().position.exists() && stays_in_country(sampler.generation(), out.location);
}

bool two_words_and_city(RecordSampler& sampler, Request& out) {
    return pick_words(sampler, sampler.name_and_label_words(), 2, 0, out.words) && set_city(sampler.record(), out);
}

bool very_common_word(RecordSampler& sampler, Request& out) {
    set_country(sampler.record(), out);
    return pick_words(sampler, sampler.name_and_label_words(), 1, very_common_permille, out.words);
}

bool very_common_word_1000(RecordSampler& sampler, Request& out) {
    out.limit = 1000;
    return very_common_word(sampler, out);
}

bool two_common_words(RecordSampler& sampler, Request& out) {
    set_country(sampler.record(), out);
    return pick_words(sampler, sampler.name_and_label_words(), 2, common_permille, out.words);
}

bool rare_full_name(RecordSampler& sampler, Request& out) {
    out.words = sampler.name_words();
    const std::uint64_t most = std::uint64_t{sampler.generation().documents()} * rare_ppm / 1'000'000 + 1;
    return out.words.size() >= 2 && std::any_of(out.words.begin(), out.words.end(),
                                                [&](const auto& word) { return sampler.frequency(word) <= most; });
}

bool common_word_5_km(RecordSampler& sampler, Request& out) {
    return pick_words(sampler, sampler.name_and_label_words(), 1, common_permille, out.words) &&
           set_circle(sampler, 5000, out);
}

bool common_word_50_km(RecordSampler& sampler, Request& out) {
    return pick_words(sampler, sampler.name_and_label_words(), 1, common_permille, out.words) &&
           set_circle(sampler, 50000, out);
}

bool several_words(RecordSampler& sampler, Request& out) {
    const std::size_t count = 3 + sampler.random().below(2);
    return pick_words(sampler, sampler.all_words(), count, 0, out.words);
}

bool deep_walk(RecordSampler& sampler, Request& out) {
    out.limit = 100;
    out.pages = 20;
    return very_common_word(sampler, out);
}

bool word_and_postal_code(RecordSampler& sampler, Request& out) {
    set_country(sampler.record(), out);
    out.place = Request::Place::postal_code;
    out.location.postal_codes = {sampler.record().postal_code};
    return !sampler.record().postal_code.empty() &&
           pick_words(sampler, sampler.name_and_label_words(), 1, 0, out.words);
}

struct RequestClass {
    const char* name;
    bool (*make)(RecordSampler&, Request&);  // false: the record does not suit the class
};

// The names are those of the rows in docs/performance.md.
constexpr RequestClass classes[] = {
    {"two words + city", two_words_and_city},
    {"one very common word + country, limit 50", very_common_word},
    {"the same, limit 1000", very_common_word_1000},
    {"two common words + country", two_common_words},
    {"rare full name", rare_full_name},
    {"common word + 5 km circle", common_word_5_km},
    {"common word + 50 km circle", common_word_50_km},
    {"three or four words, no place (AND)", several_words},
    {"pages 1-20 of a deep walk, limit 100", deep_walk},
    {"word + postal code", word_and_postal_code},
};
constexpr const char* or_class = "the same words, OR";

Result<std::vector<Request>> make_class(RecordSampler& sampler, const RequestClass& rule, std::uint32_t pages) {
    constexpr std::uint32_t attempts_a_request = 10000;
    std::vector<Request> out;
    std::uint32_t made = 0;
    for (std::uint32_t attempt = 0; made < pages; ++attempt) {
        if (attempt == attempts_a_request * pages) {
            return Error{std::string("too few records for the class \"") + rule.name + "\""};
        }
        sampler.draw();
        Request request;
        request.class_name = rule.name;
        if (!sampler.record().name.empty() && rule.make(sampler, request)) {
            made += request.pages;
            out.push_back(std::move(request));
        }
    }
    return out;
}

}  // namespace

Result<std::vector<Request>> make_requests(const store::Generation& generation, const builder::PlaceCatalog& catalog,
                                           std::uint64_t seed, std::uint32_t pages_a_class) {
    std::vector<Request> out;
    for (const auto& rule : classes) {
        RecordSampler sampler(generation, catalog, seed + static_cast<std::uint64_t>(&rule - classes));
        const auto made = make_class(sampler, rule, pages_a_class);
        if (!made) {
            return made.error();
        }
        out.insert(out.end(), made.value().begin(), made.value().end());
        if (rule.make == several_words) {
            for (Request request : made.value()) {
                request.class_name = or_class;
                request.any_word = true;
                out.push_back(std::move(request));
            }
        }
    }
    return out;
}

}  // namespace bizrec::bench

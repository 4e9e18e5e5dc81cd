#include "t/unit/rank/rank_problems.hpp"
#include "bizrec/base/sort_unique.hpp"

#include <algorithm>

namespace bizrec::search::testing {

namespace {

constexpr std::int32_t degree = 10'000'000;

/// An impact from `usual` to `usual` + 7, so that many are equal; one in 50 is `usual` + 100, like the impact of a
/// one-word name. `same`: always `usual`.
std::uint8_t random_impact(Random& random, std::uint32_t usual, bool same) {
    if (same) {
        return static_cast<std::uint8_t>(usual);
    }
    const std::uint32_t spread = random() % 50 == 0 ? 100 : random() % 8;
    return static_cast<std::uint8_t>(std::min(255U, usual + spread));
}

/// At most `count` documents, anywhere or side by side.
std::vector<std::uint32_t> random_docids(Random& random, std::uint32_t documents, std::uint32_t count) {
    std::vector<std::uint32_t> docids;
    if (count >= documents || random() % 4 == 0) {
        const std::uint32_t first = count >= documents ? 0 : random() % (documents - count);
        for (std::uint32_t i = 0; i < std::min(count, documents); ++i) {
            docids.push_back(first + i);
        }
        return docids;
    }
    for (std::uint32_t i = 0; i < count; ++i) {
        docids.push_back(random() % documents);
    }
    sort_unique(docids);
    return docids;
}

SmallDocument random_document(Random& random, std::uint32_t docid, std::uint32_t documents) {
    SmallDocument document;
    document.quality = static_cast<std::uint8_t>(random() % 256);
    if (random() % 10 != 0) {
        const std::int64_t along = std::int64_t{docid} * degree / documents;
        document.position = {static_cast<std::int32_t>(40 * std::int64_t{degree} + along),
                             static_cast<std::int32_t>(random() % (degree / 10))};
    }
    if (random() % 4 != 0) {
        document.num_stores = random() % 100;
        document.reviews = random() % 1000;
        document.rating = static_cast<float>(random() % 51) / 10.0F;
        document.price_tier = static_cast<std::uint8_t>(random() % 5);
        document.ownership = static_cast<format::Ownership>(random() % 5);
        document.flags = static_cast<std::uint8_t>(random() % 8);
        document.opened = random() % 1000;
        document.refreshed = random() % 1000;
        document.founded_year = static_cast<std::uint16_t>(docid % 3 == 0 ? 0 : 1000 + docid * 7 % 1100);
    }
    return document;
}

}  // namespace

RankCorpus random_rank_corpus(std::uint32_t seed, std::uint32_t documents) {
    Random random(seed);
    RankCorpus corpus;
    for (std::uint32_t docid = 0; docid < documents; ++docid) {
        corpus.documents.push_back(random_document(random, docid, documents));
    }
    std::uint32_t words = 0;
    for (const std::uint32_t count : {1U,
                                      2U,
                                      9U,
                                      16U,
                                      17U,
                                      100U,
                                      128U,
                                      129U,
                                      300U,
                                      511U,
                                      600U,
                                      2000U,
                                      documents / 64,
                                      documents / 30,
                                      documents / 20,
                                      documents / 10,
                                      documents / 8,
                                      documents / 5,
                                      documents / 2,
                                      documents}) {
        for (int again = 0; again < 2; ++again) {
            const std::uint32_t usual = 1 + random() % 120;
            const bool same = random() % 5 == 0;
            auto& postings = corpus.terms["w" + std::to_string(words++)];
            for (const std::uint32_t docid : random_docids(random, documents, std::max(count, 1U))) {
                postings.push_back({docid, random_impact(random, usual, same), 0});
            }
        }
    }
    corpus.open();
    return corpus;
}

RandomRankProblems::RandomRankProblems(const RankCorpus& corpus, std::uint32_t seed) : corpus_(corpus), random_(seed) {
    for (const auto& term : corpus.terms) {
        words_.push_back(term.first);
        if (term.second.size() > corpus.size() / 40) {
            frequent_words_.push_back(term.first);
        }
    }
}

std::string RandomRankProblems::word() {
    return one_in(100) ? "nowhere" : words_[below(static_cast<std::uint32_t>(words_.size()))];
}

std::vector<std::string> RandomRankProblems::words(std::uint32_t most) {
    std::vector<std::string> chosen;
    for (std::uint32_t count = 1 + below(most); count != 0; --count) {
        chosen.push_back(word());
    }
    return chosen;
}

std::vector<NamedProblem::Weighted> RandomRankProblems::weighted_words(std::uint32_t most) {
    std::vector<NamedProblem::Weighted> chosen;
    for (std::string& each : words(most)) {
        chosen.push_back({std::move(each), one_in(3) ? 1 + below(4) : 1});
    }
    return chosen;
}

std::vector<NamedProblem::Weighted> RandomRankProblems::frequent_words(std::uint32_t most) {
    std::vector<NamedProblem::Weighted> chosen;
    for (std::uint32_t count = 2 + below(most - 1); count != 0; --count) {
        chosen.push_back({frequent_words_[below(static_cast<std::uint32_t>(frequent_words_.size()))], 1 + below(2)});
    }
    return chosen;
}

std::vector<NamedProblem::Flat> RandomRankProblems::flat_words(std::uint32_t most) {
    std::vector<NamedProblem::Flat> chosen;
    for (std::string& each : words(most)) {
        chosen.push_back({std::move(each), 1 + below(400)});
    }
    return chosen;
}

place::Ranges RandomRankProblems::ranges() {
    place::Ranges chosen;
    const std::uint32_t count = one_in(4) ? 1 + below(200) : 1 + below(3);
    for (std::uint32_t i = 0; i < count; ++i) {
        const std::uint32_t begin = below(corpus_.size());
        const std::uint32_t most = count > 3 ? 1 + corpus_.size() / 100 : corpus_.size();
        chosen.push_back({begin, std::min(corpus_.size(), begin + 1 + below(most))});
    }
    place::normalise(chosen);
    return chosen;
}

ResolvedLocation RandomRankProblems::location() {
    ResolvedLocation chosen;
    chosen.ranges = one_in(3) ? place::Ranges{{0, corpus_.size()}} : ranges();
    chosen.fit = PlaceFit::city;
    if (one_in(2)) {
        chosen.fit = PlaceFit::circle;
        chosen.has_circle = true;
        chosen.centre = {static_cast<std::int32_t>(40 * degree + static_cast<std::int32_t>(below(degree))),
                         degree / 20};
        chosen.radius_metres = 100 + below(one_in(2) ? 5000 : 60000);
    }
    return chosen;
}

void RandomRankProblems::add_words(NamedProblem& problem) {
    switch (below(10)) {
        case 0:
            break;
        case 1:
            for (std::uint32_t clause = 1 + below(3); clause != 0; --clause) {
                problem.alternatives.push_back(weighted_words(4));
            }
            break;
        case 2:
            problem.alternatives.push_back(weighted_words(one_in(3) ? 60 : 6));
            break;
        case 3:
        case 4:
            problem.required = weighted_words(1);
            break;
        case 5:
        case 6:
            problem.required = frequent_words(3);
            break;
        default:
            problem.required = weighted_words(4);
            break;
    }
    if (one_in(6)) {
        problem.any_of = flat_words(one_in(2) ? 1 : 5);
    }
}

void RandomRankProblems::add_places(NamedProblem& problem) {
    if (one_in(3)) {
        return;
    }
    problem.everywhere = false;
    for (std::uint32_t count = one_in(3) ? below(4) : 1; count != 0; --count) {
        problem.locations.push_back(location());
    }
}

void RandomRankProblems::add_tests(NamedProblem& problem) {
    ColumnBounds& bounds = problem.bounds;
    switch (below(9)) {
        case 0:
            bounds.num_stores.given = true;
            bounds.num_stores.min = below(50);
            break;
        case 1:
            bounds.reviews.given = true;
            bounds.reviews.max = below(1000);
            break;
        case 2:
            bounds.rating.given = true;
            bounds.rating.min = static_cast<float>(below(5));
            bounds.rating.max = bounds.rating.min + 1.5F;
            break;
        case 3:
            bounds.price_tier.given = true;
            bounds.price_tier.max = static_cast<std::uint8_t>(1 + below(4));
            break;
        case 4:
            bounds.opened.given = true;
            bounds.opened.min = below(1000);
            bounds.opened.max = bounds.opened.min + 300;
            break;
        case 5:
            bounds.refreshed.given = true;
            bounds.refreshed.max = below(1000);
            break;
        case 6:
            bounds.founded_year.given = true;
            bounds.founded_year.min = static_cast<std::uint16_t>(1000 + below(1000));
            break;
        case 7:
            bounds.ownership.allowed = static_cast<std::uint8_t>(below(32));
            break;
        default:
            bounds.flags.wanted = static_cast<std::uint8_t>(below(8));
            bounds.flags.unwanted = static_cast<std::uint8_t>(below(8) & ~bounds.flags.wanted);
            break;
    }
}

void RandomRankProblems::add_extras(NamedProblem& problem) {
    if (one_in(4)) {
        problem.exact_matches = flat_words(3);
    }
    if (one_in(8)) {
        for (std::uint32_t count = 1 + below(3); count != 0; --count) {
            NamedProblem::Boosted boost{words(2), one_in(4) ? 65536 : below(100)};
            const auto unknown = [](const std::string& each) { return each == "nowhere"; };
            if (std::none_of(boost.words.begin(), boost.words.end(), unknown)) {
                problem.boosts.push_back(std::move(boost));
            }
        }
    }
}

void RandomRankProblems::add_cursor(NamedProblem& problem, const std::vector<SearchRow>& all) {
    problem.has_cursor = true;
    problem.cursor = all.empty() ? SearchRow{3, 100} : all[below(static_cast<std::uint32_t>(all.size()))];
    switch (below(6)) {
        case 0:
            problem.cursor.docid = format::no_docid;
            break;
        case 1:
            problem.cursor.docid += 1;
            break;
        case 2:
            problem.cursor.score += 1;
            break;
        default:
            break;
    }
}

NamedProblem RandomRankProblems::next() {
    NamedProblem problem;
    add_words(problem);
    add_places(problem);
    if (one_in(4)) {
        add_tests(problem);
    }
    if (one_in(6)) {
        for (std::uint32_t count = below(40); count != 0; --count) {
            problem.excluded.push_back(below(corpus_.size()));
        }
        problem.excluded_words.push_back(words(2));
    }
    add_extras(problem);
    constexpr std::uint32_t limits[] = {1, 2, 7, 50, 50, 100, 1000};
    problem.limit = limits[below(std::size(limits))];
    problem.count = one_in(3);
    return problem;
}

}  // namespace bizrec::search::testing

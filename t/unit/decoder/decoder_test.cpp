#include "bizrec/decoder/decoder.hpp"
#include "bizrec/decoder/category_edges.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <set>

#include "bizrec/base/ascii.hpp"
#include "bizrec/decoder/edge_makers.hpp"
#include "bizrec/decoder/glued_edges.hpp"
#include "bizrec/lookup/whole_texts.hpp"
#include "t/unit/support/asked_search.hpp"
#include "t/unit/support/search_corpus.hpp"

/// Compares the best path through a lattice with all paths, each scored alone.
namespace bizrec::search::testing {
namespace {

/// Conditions that only a part of the records passes.
struct PartOfRecords {
    PlaceFilter places;
    RankConditions conditions;

    PartOfRecords(std::uint32_t begin, std::uint32_t end) {
        ResolvedLocation part;
        part.ranges = {{begin, end}};
        places.assign(&part, 1);
        conditions.places = &places;
    }
};

/// Finds, in each scope, every path whose words some record has. Extends the paths word by word.
class AllPaths {
public:
    struct Path {
        Nats score = impossible;
        TypedWords words;
        TypedWords asked;  ///< `words` and the words that name the place
        std::size_t scope = 0;
    };

    AllPaths(const Lattice& lattice, const std::vector<Scope>& scopes) : lattice_(lattice), scopes_(scopes) {
        for (scope_ = 0; scope_ < scopes.size(); ++scope_) {
            test_.begin(*lattice.context(), *scopes[scope_].conditions);
            if (test_.inside() != 0) {
                Beginning none;
                none.cost = scopes[scope_].cost;
                none.most = static_cast<double>(test_.inside());
                walk(skip(0), none);
            }
        }
    }

    bool is_too_much() const { return visited_ > max_visited; }
    const std::vector<Path>& paths() const { return paths_; }
    const Path* best() const {
        const auto found = std::max_element(paths_.begin(), paths_.end(),
                                            [](const Path& a, const Path& b) { return a.score < b.score; });
        return found == paths_.end() ? nullptr : &*found;
    }

private:
    static constexpr std::uint64_t max_visited = 30'000'000;

    std::size_t skip(std::size_t at) const {
        const Scope& scope = scopes_[scope_];
        if (at < scope.from) {
            return scope.from;
        }
        return at >= scope.to && at < lattice_.query_size() ? lattice_.query_size() : at;
    }

    HitCount count(const std::vector<std::uint32_t>& words, const std::vector<WeightedSet>& sets) {
        std::vector<const format::TermLists*> lists;
        for (const std::uint32_t word : std::set<std::uint32_t>(words.begin(), words.end())) {
            lists.push_back(&lattice_.word(word).lists);
        }
        return test_.count(lists, sets, visited_);
    }

    struct Beginning {
        double cost = 0, most = 0, told = 0, untold = 0;
        std::vector<std::uint32_t> words = {};
        std::set<std::uint32_t> unproved = {};  // words of no known name
        bool has_words = false;                 // the current text has words and is not left out completely
        bool respells = false, leaves_out = false, renames = false, says_more = false;
        bool misreads = false;
        bool says_nothing = true, skips = false;  // all words are fillers; a filler is left out
        std::size_t described = 0;
    };

    void walk(std::size_t at, const Beginning& from) {
        if (is_too_much()) {
            return;
        }
        if (at == lattice_.size()) {
            if ((from.says_more || !from.leaves_out) && !(from.says_nothing && from.skips)) {
                finish(from);
            }
            return;
        }
        const Scope& scope = scopes_[scope_];
        for (const Edge& edge : lattice_.from(at)) {
            if (at < lattice_.query_size() && at + edge.tokens > scope.to) {
                continue;
            }
            Beginning longer = from;
            for (std::uint32_t i = 0; i < edge.words; ++i) {
                longer.words.push_back(lattice_.edge_word(edge, i));
                if (edge.source != EdgeSource::glued_name) {
                    longer.unproved.insert(longer.words.back());
                }
            }
            longer.leaves_out |= edge.leaves_out();
            if (edge.leaves_out()) {
                longer.untold += std::log(lattice_.all_documents() / std::max(0.5, lattice_.token(at).documents));
            } else if (edge.words != 0 && !scope.says_where(at)) {
                longer.told += std::log(lattice_.all_documents() / std::max(0.5, edge.most));
            }
            longer.says_more |= edge.words != 0 && !scope.says_where(at);
            longer.says_nothing &= edge.words == 0 || lattice_.token(at).is_filler;
            longer.skips |= edge.source == EdgeSource::left_out && !edge.leaves_out();
            longer.respells |= lattice_.respells_word(at, edge);
            longer.renames |= edge.source == EdgeSource::category;
            longer.misreads |= edge.words != 0 && edge.cost > EdgeCosts::glued_name;
            longer.described += edge.source == EdgeSource::description ? 1 : 0;
            const bool is_of_address = edge.source == EdgeSource::typed && scope.says_where(at);
            if (longer.described != 0 && (longer.described > max_described || (edge.words != 0 && !is_of_address) ||
                                          !from.has_words || longer.misreads || longer.leaves_out ||
                                          (edge.source == EdgeSource::description && scope.says_where(at)))) {
                continue;
            }
            const std::size_t next = skip(at + edge.tokens), end = lattice_.end_of_text(at);
            const bool some = from.has_words || edge.words != 0;
            if ((next >= end && !some && lattice_.has_words(end)) ||
                (longer.leaves_out && (longer.respells || longer.renames)) || (longer.renames && longer.respells) ||
                (edge.leaves_out() &&
                 (scope.is_of_named_place(at) || lattice_.token(at).in_category == InCategory::part))) {
                continue;
            }
            const HitCount found = count(longer.words, {});
            if (found.documents > 0) {
                longer.cost += edge.cost + extra_cost(scope, edge, at);
                longer.most = std::min({from.most, edge.most, found.documents});
                longer.has_words = next < end && some;
                walk(next, longer);
            }
        }
    }

    double extra_cost(const Scope& scope, const Edge& edge, std::size_t at) const {
        const bool is_mistyped_name = edge.source == EdgeSource::glued_name && edge.cost > EdgeCosts::glued_name;
        if (edge.source != EdgeSource::spelled && !is_mistyped_name) {
            return 0;
        }
        bool of_place = false, of_category = false;
        for (std::size_t token = at; token < at + edge.tokens; ++token) {
            of_place |= scope.is_of_named_place(token);
            of_category |= lattice_.token(token).in_category != InCategory::none;
        }
        return (of_place ? EdgeCosts::respelled_place : 0) + (of_category ? EdgeCosts::respelled_category : 0);
    }

    void finish(const Beginning& whole) {
        if (whole.words.empty()) {
            return;
        }
        Path path;
        path.scope = scope_;
        for (const std::uint32_t word : whole.words) {
            path.words.of(*lattice_.word(word).rule).push_back(lattice_.word(word).text);
        }
        path.asked = path.words;
        add_place(scopes_[scope_], path.asked.query);
        WholeTexts wholes(lattice_.context());
        const double name_weight = WholeTexts::name_weight_of(lattice_.is_lone());
        wholes.find(path.words, name_weight);
        std::vector<WeightedSet> sets = wholes.sets();
        for (const std::uint32_t word : whole.unproved) {
            sets.push_back(only_in_street(lattice_.word(word).lists));
        }
        const HitCount found = count(whole.words, sets);
        if (whole.told < whole.untold && found.max_weight <= WholeTexts::label_weight) {
            return;
        }
        const double all = lattice_.all_documents();
        const bool is_everywhere = scopes_[scope_].conditions->places == nullptr;
        const double weight = is_everywhere ? std::max(found.weight, wholes.of_all()) : found.weight;
        path.score = -whole.cost + std::log(std::min({all, whole.most * name_weight, weight}) / all);
        paths_.push_back(path);
    }

    void add_place(const Scope& scope, WordSequence& words) const {
        WordSequence in_front;
        for (std::size_t at = 0; at < lattice_.query_size(); ++at) {
            for (const std::string& word : lattice_.token(at).words) {
                if (at < scope.from) {
                    in_front.push_back(word);
                } else if (at >= scope.to) {
                    words.push_back(word);
                }
            }
        }
        words.insert(words.begin(), in_front.begin(), in_front.end());
    }

    const Lattice& lattice_;
    const std::vector<Scope>& scopes_;
    std::size_t scope_ = 0;
    HitTest test_;
    std::uint64_t visited_ = 0;
    std::vector<Path> paths_;
};

bool has_other_words(const TypedWords& a, const TypedWords& b) {
    return a.query != b.query || a.store_name != b.store_name;
}

struct MetByDecoder {
    int found = 0, none = 0, with_next = 0, in_place = 0, too_much = 0, early = 0;
};

/// Expects that the decoder finds the best path, or one whose score is at most `within` nats from the best.
void expect_best(Decoder& decoder, const Lattice& lattice, const std::vector<Scope>& scopes, double within,
                 const std::string& what, MetByDecoder& met) {
    const AllPaths all(lattice, scopes);
    if (all.is_too_much()) {
        ++met.too_much;
        return;
    }
    Decoder::Result result;
    std::uint64_t steps = 0;
    decoder.decode(UINT64_MAX, steps, result);
    if (result.is_spent) {
        ++met.too_much;
        return;
    }
    const AllPaths::Path* const best = all.best();
    ASSERT_EQ(result.best.is_found(), best != nullptr) << what;
    if (best == nullptr) {
        ++met.none;
        return;
    }
    ++met.found;
    ASSERT_NEAR(result.best.score, best->score, within) << what;
    TypedWords words;
    result.best.copy_words(lattice, words);
    const auto is_it = [&](const AllPaths::Path& path) {
        return !has_other_words(path.words, words) && path.scope == result.best.scope &&
               std::abs(path.score - result.best.score) < within;
    };
    const auto it = std::find_if(all.paths().begin(), all.paths().end(), is_it);
    ASSERT_NE(it, all.paths().end()) << what;
    met.in_place += scopes[result.best.scope].has_place ? 1 : 0;
    Nats next = impossible;
    for (const AllPaths::Path& path : all.paths()) {
        next = !has_same_letters(path.asked, it->asked) ? std::max(next, path.score) : next;
    }
    if (result.next.is_found()) {
        ++met.with_next;
        ASSERT_NEAR(result.next.score, next, within) << what;
    } else {
        ASSERT_LT(next, result.best.score - Decoder::near_by + within) << what;
    }
}

/// Words of the records, some with an error, joined or cut.
std::string some_words(SearchCorpus& corpus, Random& random, std::size_t count) {
    std::string out;
    for (std::size_t i = 0; i < count; ++i) {
        std::string word = random() % 10 == 0 ? "best" : corpus.word();
        const bool is_ascii = all_ascii(word);
        if (is_ascii && random() % 3 == 0 && word.size() > 2) {
            word.erase(random() % word.size(), 1);
        }
        if (is_ascii && random() % 8 == 0 && word.size() > 3) {
            word.insert(random() % word.size(), 1, ' ');
        }
        out += out.empty() || random() % 8 == 0 ? word : ' ' + word;
    }
    return out;
}

void compare_decoder(std::uint32_t seed, std::size_t records, std::size_t max_words, double within, int rounds,
                     MetByDecoder& met) {
    SearchCorpus corpus(seed);
    Random random(seed);
    std::vector<std::string> lines;
    for (unsigned i = 0; i < records; ++i) {
        const std::string label = random() % 2 == 0 ? R"(,"business_categories":[")" + corpus.word() + "\"]" : "";
        std::string name = corpus.word();
        for (unsigned left = random() % 3; left != 0; --left) {
            name += ' ' + corpus.word();
        }
        const std::string street = random() % 2 == 0 ? R"(,"street_address":"1 )" + corpus.word() + " Rd\"" : "";
        lines.push_back(store(i, name, random() % 2 == 0 ? "Oakland" : "Waco", label + street));
    }
    const BuiltIndex index(lines);
    ASSERT_TRUE(index.generation());
    const QueryContext context(*index.generation());
    for (int round = 0; round < rounds; ++round) {
        SearchQuery request;
        const std::size_t count = 1 + random() % max_words;
        request.query = some_words(corpus, random, count);
        request.store_name = random() % 5 == 0 ? some_words(corpus, random, 1) : "";
        const std::string what = "seed " + std::to_string(seed) + ": " + describe(request);
        Lattice lattice(context);
        lattice.begin(request);
        EdgeMakers makers(context);
        GluedEdges names;
        std::uint64_t steps = 0;
        makers.note_fillers(lattice);
        makers.add_first(lattice, steps);
        const RankConditions everywhere;
        const auto half = static_cast<std::uint32_t>(records / 2);
        const PartOfRecords part(random() % half, half + random() % half);
        const std::size_t size = lattice.query_size();
        std::vector<Scope> scopes = {{0, size, size, &everywhere, false, false, 0, 0, {}}};
        if (size > 1 && random() % 2 == 0) {
            scopes.push_back({0, size - 1, size, &part.conditions, true, false, 0, 0, {}});
            scopes[0].named[0] = {size - 1, size};
            if (random() % 2 == 0) {
                scopes[0].named[1] = {0, 1};
                scopes.push_back({1, size, size, &part.conditions, true, false, 0, EdgeCosts::place_in_front, {}});
            }
        }
        Decoder decoder(context);
        decoder.begin(lattice, scopes, Budget::unlimited);
        const auto decode_some = [&] {  // what the decoder finds early must not change what it finds in the end
            Decoder::Result early;
            if (random() % 3 == 0) {
                ++met.early;
                decoder.decode(UINT64_MAX, steps, early);
            }
        };
        decode_some();
        for (std::size_t at = 0; at < lattice.size(); ++at) {
            add_category_edges(lattice, at, at % 2 == 0, steps);
        }
        decode_some();
        for (std::size_t at = 0; at < lattice.size(); ++at) {
            for (std::size_t to = at + 1; to <= lattice.end_of_text(at); ++to) {
                names.add(lattice, at, to, steps);
            }
            if (random() % 2 == 0 && !lattice.token(at).is_spelled) {
                makers.spell(lattice, at, Spellings::Errors::one, {}, steps);
                decode_some();
            }
        }
        ASSERT_NO_FATAL_FAILURE(expect_best(decoder, lattice, scopes, within, what, met));
    }
}

/// The decoder estimates how many records have the words of a path. With at most 32 records, as here, the estimate is
/// exact.
TEST(Decoder, FindsTheBestOfAllPaths) {
    MetByDecoder met;
    for (std::uint32_t seed = 1; seed <= 24; ++seed) {
        ASSERT_NO_FATAL_FAILURE(compare_decoder(seed, 8 + seed, 5, 1e-6, affordable(60), met));
    }
    std::printf("found %d, in a place %d, with a next one %d, none %d, too much %d\n", met.found, met.in_place,
                met.with_next, met.none, met.too_much);
    EXPECT_GT(met.found, affordable(300));
    EXPECT_GT(met.in_place, affordable(20));
    EXPECT_GT(met.with_next, expected_if_rare(20));
    EXPECT_GT(met.early, affordable(300));
    EXPECT_LT(met.too_much, affordable(100));
}

/// With 400 records the counts of records are estimates, so the path found may be slightly worse than the best.
TEST(Decoder, FindsAboutTheBestWhereCountsAreEstimates) {
    MetByDecoder met;
    for (std::uint32_t seed = 21; seed <= 23; ++seed) {
        ASSERT_NO_FATAL_FAILURE(compare_decoder(seed, 400, 3, 1.0, affordable(40), met));
    }
    EXPECT_GT(met.found, affordable(60));
}

TEST(Decoder, StopsWhereItsStepsAreSpent) {
    std::vector<std::string> lines;
    for (unsigned i = 0; i < 300; ++i) {
        lines.push_back(store(i, i % 2 == 0 ? "Golden Anchor" : "Silver Lantern", "Reno"));
    }
    const BuiltIndex index(lines);
    SearchQuery request;
    request.query = "golden lanten anchro";
    const QueryContext context(*index.generation());
    Lattice lattice(context);
    lattice.begin(request);
    EdgeMakers makers(context);
    std::uint64_t steps = 0;
    makers.note_fillers(lattice);
    makers.add_first(lattice, steps);
    const RankConditions everywhere;
    const std::size_t size = lattice.query_size();
    const std::vector<Scope> scopes = {{0, size, size, &everywhere, false, false, 0, 0, {}}};
    Decoder decoder(context);
    Decoder::Result result;
    for (const std::uint64_t budget : {0U, 1U, 10U, 100U, 1000U, 100000U}) {
        std::uint64_t used = 0;
        decoder.begin(lattice, scopes, Budget::unlimited);
        decoder.decode(budget, used, result);
        EXPECT_EQ(result.is_spent, !result.best.is_found()) << budget;
        EXPECT_LE(used, budget + 2 * HitTest::enough_documents * 8) << "one test more than the budget";
    }
    EXPECT_TRUE(result.best.is_found());
    const Nats score = result.best.score;
    std::uint64_t again = 0;
    decoder.decode(UINT64_MAX, again, result);
    EXPECT_LE(again, 16U) << "what was looked up in lists is known: a step each";
    EXPECT_EQ(result.best.score, score);
}

}  // namespace
}  // namespace bizrec::search::testing

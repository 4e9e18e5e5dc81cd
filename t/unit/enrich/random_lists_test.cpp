#include <gtest/gtest.h>

#include <algorithm>
#include <map>

#include "bizrec/format/identity_entry.hpp"
#include "bizrec/place/distance.hpp"
#include "bizrec/place/folded_names.hpp"
#include "t/unit/enrich/enrich_oracle.hpp"
#include "t/unit/enrich/enrich_queries.hpp"
#include "t/unit/enrich/random_requests.hpp"
#include "t/unit/support/random.hpp"
#include "t/unit/support/small_index.hpp"

/// Compares enrichment over random lists with the oracle, without the builder. The lists are long and have few
/// qualities, so that the engine uses its precomputed lists of the best documents.
namespace bizrec::search::testing {
namespace {

using Lists = std::map<std::string, std::vector<std::uint32_t>>;

struct World {
    Random random;
    std::uint32_t documents;
    unsigned qualities;  // number of different qualities
    Oracle oracle;
    SmallIndex index;

    World(std::uint32_t seed, std::uint32_t document_count, unsigned quality_count)
        : random(seed), documents(document_count), qualities(quality_count) {
        oracle.canonical_state = [](const std::string&, const std::string& text) {
            std::string folded;
            place::fold_state(text, folded);
            return folded;
        };
        index.ranks_all = seed % 4 != 0;
        for (std::uint32_t docid = 0; docid < documents; ++docid) {
            add_document(docid);
        }
        add_places();
        add_identities();
    }

    void add_document(std::uint32_t docid);
    void add_places();
    void add_identities();
    void add_site_lists(const std::string& key, const std::vector<std::uint32_t>& all);
    RandomRequests requests();
};

constexpr const char* countries[] = {"US", "CA", "JP"};
constexpr const char* states[] = {"alpha", "beta"};
constexpr const char* cities[] = {"north", "south", "west"};
constexpr const char* sites[] = {"a.com", "b.com", "c.com", "shared.com"};
constexpr const char* paths[] = {"", "/x", "/y"};
constexpr const char* profiles[] = {"facebook:a", "facebook:b", "twitter:a", "google_cid:1"};

/// Adds a document with random values. Its place depends on its docid, because a real index is in the order of places.
/// The last documents of a country have no state, and those of a state no city and postal code.
void World::add_document(std::uint32_t docid) {
    OracleDocument document;
    document.docid = docid;
    document.quality = static_cast<std::uint8_t>(random() % qualities * (255 / qualities));
    const std::uint32_t slice = docid * 36 / documents;  // 3 countries × 3 states (one nameless) × 4 cities
    document.country = countries[slice / 12];
    const std::uint32_t state = slice / 4 % 3, city = slice % 4;
    document.state = state < 2 ? states[state] : "";
    document.city = city < 3 ? cities[city] : "";
    document.postal_code = city < 3 ? std::to_string(10000 + docid / 7) : "";
    if (random() % 10 != 0) {
        const auto spread = [this](int range) { return static_cast<double>(random() % 1000) / 1000 * range; };
        document.position = *place::make_position(-89.9 + slice * 5 + spread(1), slice == 7 ? 179.5 : 10 + spread(2));
    }
    const std::string site = sites[random() % 7 % 4];  // the last site is half as likely as each other
    if (random() % 10 != 0) {
        document.keys.push_back(site);
        if (random() % 4 != 0) {
            document.host = (random() % 3 == 0 ? "shop." : "") + site;
            document.path = paths[random() % 3];
        }
    }
    for (const char* profile : profiles) {
        if (random() % 5 == 0) {
            document.keys.push_back(profile);
        }
    }
    index.documents.push_back({document.position, document.quality});
    oracle.documents.push_back(std::move(document));
}

place::Ranges ranges_of(const std::vector<std::uint32_t>& docids) {
    place::Ranges ranges;
    for (const std::uint32_t docid : docids) {
        ranges.push_back({docid, docid + 1});
    }
    place::normalise(ranges);
    return ranges;
}

void World::add_places() {
    for (const char* country : countries) {
        Lists by_state, by_city, by_code;
        std::vector<std::uint32_t> all;
        for (const OracleDocument& document : oracle.documents) {
            if (document.country != country) {
                continue;
            }
            all.push_back(document.docid);
            by_state[document.state].push_back(document.docid);
            by_city[document.city].push_back(document.docid);
            by_code[document.postal_code].push_back(document.docid);
        }
        index.add_country(country, ranges_of(all).at(0));
        for (const auto& [state, docids] : by_state) {
            index.add_state(country, state, ranges_of(docids));
        }
        for (const auto& [city, docids] : by_city) {
            index.add_city(country, city, ranges_of(docids));
        }
        for (const auto& [code, docids] : by_code) {
            index.add_postal_code(country, code, ranges_of(docids));
        }
    }
}

void World::add_site_lists(const std::string& key, const std::vector<std::uint32_t>& all) {
    Lists sublists;
    std::string name;
    for (const std::uint32_t docid : all) {
        const OracleDocument& document = oracle.documents[docid];
        if (document.host.empty()) {
            continue;
        }
        format::host_key(document.host, name);
        sublists[name].push_back(docid);
        format::page_key(document.host, document.path, name);
        sublists[name].push_back(docid);
    }
    const bool shared = key == "shared.com";
    if (shared) {
        oracle.shared_keys.insert(key);
    }
    index.add_list(key, shared ? std::vector<std::uint32_t>{} : all, shared ? format::entry_flag::shared : 0);
    for (const auto& [sublist, docids] : sublists) {
        index.add_list(sublist, docids);
    }
}

void World::add_identities() {
    Lists lists;
    for (const OracleDocument& document : oracle.documents) {
        for (const std::string& key : document.keys) {
            lists[key].push_back(document.docid);
        }
    }
    for (const auto& [key, docids] : lists) {
        if (key.find(':') != std::string::npos) {
            index.add_list(key, docids);
        } else if (docids.size() == 1 && key != "shared.com") {
            const OracleDocument& document = oracle.documents[docids[0]];
            index.add_single(key, docids[0], document.host, document.path);
        } else {
            add_site_lists(key, docids);
        }
    }
}

RandomRequests World::requests() {
    RandomRequests requests(random());
    for (const std::string key : sites) {
        for (const char* path : paths) {
            requests.websites.push_back(site(key, key, path));
            requests.websites.push_back(site(key, "shop." + key, path));
        }
        requests.websites.push_back(site(key, "elsewhere." + key));
    }
    requests.websites.push_back(nobody());
    requests.websites.push_back(site("unknown.com", "unknown.com"));
    requests.websites.push_back(profile("facebook:a"));
    for (const char* key : profiles) {
        requests.profiles.push_back(profile(key));
    }
    requests.profiles.push_back(nobody());
    for (const OracleDocument& document : oracle.documents) {
        requests.places.push_back(
            {document.country, document.state, document.city, document.postal_code, document.position});
    }
    return requests;
}

void begin_behind(std::uint32_t score, std::uint32_t docid, EnrichQuery& query, Oracle& oracle) {
    query.has_cursor = true;
    query.cursor_score = score;
    query.cursor_id = numbered_uuid(docid);
    oracle.cursor_docid = docid;
}

void compare(World& world, const store::Generation& generation, EnrichResult& result, const EnrichQuery& query,
             const std::string& where) {
    const std::uint64_t allowed[] = {100, 2000, Budget::unlimited};
    Budget budget(allowed[world.random() % 3]);
    if (!prepare_enrich(generation, query, result, budget) || !run_enrich(generation, query, result, budget)) {
        EXPECT_TRUE(budget.spent());
        enrich(generation, query, result);
    }
    expect_equal(result, world.oracle.answer(query), where + ": " + describe(query));
}

/// Compares up to four pages from the first row on, and one page after a random cursor.
void compare_pages(World& world, const store::Generation& generation, EnrichQuery query, const std::string& where) {
    constexpr int max_pages = 4;
    EnrichResult result;
    std::uint32_t score = 0;
    for (int page = 0; page < max_pages && !::testing::Test::HasFailure(); ++page) {
        compare(world, generation, result, query, where + " page " + std::to_string(page));
        if (result.rows.size() < query.limit) {
            break;
        }
        score = result.rows.back().score;
        begin_behind(score, result.rows.back().docid, query, world.oracle);
    }
    if (score != 0) {
        begin_behind(score - 300 + static_cast<std::uint32_t>(world.random() % 600),
                     static_cast<std::uint32_t>(world.random() % world.documents), query, world.oracle);
        compare(world, generation, result, query, where + " somewhere");
    }
}

void compare(std::uint32_t seed, std::uint32_t documents, unsigned qualities, int rounds) {
    World world(seed, documents, qualities);
    const auto generation = world.index.open();
    ASSERT_TRUE(generation);
    RandomRequests requests = world.requests();
    for (int round = 0; round < rounds && !::testing::Test::HasFailure(); ++round) {
        compare_pages(world, *generation, requests.next(),
                      "seed " + std::to_string(seed) + " round " + std::to_string(round));
    }
}

TEST(RandomLists, SmallWorlds) {
    for (std::uint32_t seed = 100; seed < 140; ++seed) {
        compare(seed, 36 + seed % 100, 1 + seed % 8, 300);
    }
}

TEST(RandomLists, MiddlingWorlds) {
    for (std::uint32_t seed = 200; seed < 210; ++seed) {
        compare(seed, 900 + seed, 1 + seed % 5, affordable(1000));
    }
}

TEST(RandomLists, LargeWorlds) {
    compare(300, 20000, 1, 200);
    compare(301, 20000, 3, 400);
    compare(302, 20000, 8, 400);
    compare(303, 20000, 255, 400);
}

}  // namespace
}  // namespace bizrec::search::testing

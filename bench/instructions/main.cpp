// Counts the instructions of a request, from its body to its answer. `make bench-instructions` runs this under
// Callgrind. Without Callgrind it checks the answers and counts nothing.
#include <valgrind/callgrind.h>

#include <algorithm>
#include <cstdio>
#include <memory>
#include <string>

#include "bench/micro/built_index.hpp"
#include "bizrec/api/enrich_answer.hpp"
#include "bizrec/api/search_answer.hpp"

namespace {

using namespace bizrec;

constexpr int singles = 20000;
constexpr int branches = 8000;
constexpr int listed = 100000;
constexpr int cities = 400;
constexpr int cities_per_row = 20;
constexpr std::uint64_t at_once = 50000;  // steps that start() may take; the default of bizrec_search_inline_work

/// Spreads 0, 1, 2 … over 0..1 evenly by multiples of the golden ratio (van der Corput's idea; Steinhaus).
double spread(int i) {
    const double product = i * 0.6180339887498949;
    return product - static_cast<double>(static_cast<long>(product));
}

void write_record(std::FILE* file, int number, const std::string& name, const std::string& website) {
    const int city = number % cities;
    std::fprintf(file,
                 R"({"store_id":"00000000-0000-4000-8000-%012d","business_name":"%s","website_url":"%s",)"
                 R"("country":"US","state":"S%d","city":"City %d","address":"%d Main Street","postal_code":"%05d",)"
                 R"("phone":"+1 555 %07d","latitude":%.6f,"longitude":%.6f,"google_rating":%.1f,)"
                 R"("google_reviews_count":%d,"tags":["shop","retail"]})"
                 "\n",
                 number, name.c_str(), website.c_str(), city / 40, city, number % 997, 10000 + city, number,
                 30 + 0.4 * (city / cities_per_row) + 0.2 * spread(number),
                 -120 + 0.4 * (city % cities_per_row) + 0.2 * spread(3 * number + 1), 1 + number % 40 / 10.0,
                 number % 100);
}

/// Businesses with their own domains, and a chain whose branches have their own pages.
void write_records(std::FILE* file) {
    for (int i = 0; i < singles; ++i) {
        write_record(file, i, "Shop " + std::to_string(i), "https://www.shop" + std::to_string(i) + ".com/");
    }
    for (int i = 0; i < branches; ++i) {
        write_record(file, singles + i, "Corner Bakery", "https://www.chain.com/stores/" + std::to_string(i));
    }
}

/// The same records, and as many as the list of suppressions has entries. Each tenth of them has the word of the
/// searches. They state little of themselves, so that they come after the rows that the requests expect.
void write_more_records(std::FILE* file) {
    write_records(file);
    for (int i = 0; i < listed; ++i) {
        std::fprintf(file,
                     R"({"store_id":"11111111-0000-4000-8000-%012d","business_name":"%s %d",)"
                     R"("website_url":"https://www.closed%d.com/","country":"US","state":"S%d","city":"City %d"})"
                     "\n",
                     i, i % 10 == 0 ? "Former Neighbourhood Bakery" : "Former Shop", i, i, i % cities / 40, i % cities);
    }
}

/// The generation without the records that write_more_records() adds.
std::shared_ptr<const store::Generation> without_listed(const std::shared_ptr<const store::Generation>& generation) {
    auto list = std::make_shared<store::SuppressionList>();
    list->number = 1;
    for (std::uint32_t docid = 0; docid < generation->documents(); ++docid) {
        const format::Uuid id = generation->uuid[docid];
        if (id[0] == 0x11) {
            list->entries.push_back({id, "", ""});
        }
    }
    std::sort(list->entries.begin(), list->entries.end());
    return store::Generation::suppress(generation, list);
}

struct Request {
    const char* name;
    bool is_search;
    std::uint64_t rows;  ///< expected number of rows in the answer
    const char* body;
};

constexpr Request requests[] = {
    {"enrich, a business, 1 row", false, 1, R"({"website":"https://www.shop7.com/"})"},
    {"enrich, a branch's page, limit 1", false, 1, R"({"website":"https://www.chain.com/stores/123","limit":1})"},
    {"enrich, unknown key", false, 0, R"({"website":"https://www.nobody.com/"})"},
    {"enrich, chain, 50 rows", false, 50, R"({"website":"chain.com"})"},
    {"enrich, chain in a city, 20 rows", false, 20,
     R"({"website":"chain.com","location":{"city":"City 123","state":"S3","country":"US"}})"},
    {"enrich, chain in 20 km, 20 rows", false, 20,
     R"({"website":"chain.com","location":{"lat":32.1,"long":-117.9,"geo_radius":20000}})"},
    {"enrich, chain in two circles of 60 km, 50 rows", false, 50,
     R"({"website":"chain.com","location":[{"lat":32.1,"long":-117.9,"geo_radius":60000},)"
     R"({"lat":34.1,"long":-115.9,"geo_radius":60000}]})"},
    {"search, limit 1", true, 1, R"({"query":"bakery","limit":1})"},
    {"search, 50 rows", true, 50, R"({"query":"bakery"})"},
    {"search by name and city, 20 rows", true, 20, R"({"query":"Corner Bakery City 123"})"},
    {"search in a city by its words, 20 rows", true, 20, R"({"query":"bakery in City 123"})"},
    {"search in a city, 20 rows", true, 20, R"({"query":"bakery","location":{"city":"City 123","country":"US"}})"},
};

class Endpoints {
public:
    const api::Answer& answer(const store::Generation& generation, const Request& request) {
        api::Endpoint& endpoint = request.is_search ? static_cast<api::Endpoint&>(search_) : enrich_;
        if (endpoint.start({&generation, request.body, false, at_once})) {
            endpoint.run();
        }
        return endpoint.answer();
    }

private:
    api::EnrichEndpoint enrich_;
    api::SearchEndpoint search_;
};

void expect_rows(const Request& request, const api::Answer& answer) {
    if (answer.status != 200 || answer.rows != request.rows) {
        bench::give_up(std::string(request.name) + ": " + std::to_string(answer.rows) + " rows, status " +
                       std::to_string(answer.status) + ", " + answer.body.substr(0, 200));
    }
}

}  // namespace

int main() {
    const auto usual = bench::build_index_of(write_records);
    const auto more = bench::build_index_of(write_more_records);
    const struct {
        const char* column;
        std::shared_ptr<const store::Generation> generation;
    } indexes[] = {{"usual", usual}, {"more", more}, {"listed", without_listed(more)}};
    Endpoints endpoints;
    for (const Request& request : requests) {
        std::string rows_of_more;
        for (const auto& index : indexes) {
            const std::string name = std::string(index.column) + ": " + request.name;
            // The first call also allocates the memory that later calls reuse.
            expect_rows(request, endpoints.answer(*index.generation, request));
            const std::string rows = endpoints.answer(*index.generation, request).body;
            if (&index == &indexes[2] && rows != rows_of_more) {
                bench::give_up(name + ": other rows than without the list");
            }
            rows_of_more = rows;
            CALLGRIND_START_INSTRUMENTATION;
            CALLGRIND_ZERO_STATS;
            endpoints.answer(*index.generation, request);
            CALLGRIND_DUMP_STATS_AT(name.c_str());
            CALLGRIND_STOP_INSTRUMENTATION;
        }
    }
}

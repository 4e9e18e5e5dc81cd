#include "t/unit/api/sample_index.hpp"

#include <cstdio>
#include <stdexcept>

#include "bizrec/format/record_json.hpp"
#include "lmdb_builder/stages/build_index.hpp"
#include "t/unit/support/temp_dir.hpp"

namespace bizrec::api {
namespace {

constexpr int chain_stores = 120;

std::string store_id(int number) {
    char id[40];
    std::snprintf(id, sizeof id, "a0000000-0000-4000-8000-%012x", static_cast<unsigned>(number));
    return id;
}

std::string chain_store(int number) {
    struct Place {
        const char* fields;
    };
    static const Place places[] = {
        {R"("city":"San Francisco","state":"CA","zip_code":"94107","country":"US","latitude":37.77,"longitude":-122.41)"},
        {R"("city":"St. Louis","state":"MO","zip_code":"63101","country":"US","latitude":38.63,"longitude":-90.19)"},
        {R"("city":"London","zip_code":"SW1A 1AA","country":"GB","latitude":51.5,"longitude":-0.12)"},
        {R"("city":"Paris","zip_code":"75001","country":"FR","latitude":48.86,"longitude":2.34)"},
        {R"("city":"Köln","state":"NW","zip_code":"50667","country":"DE","latitude":50.94,"longitude":6.96)"}};
    std::string record = R"({"store_id":")" + store_id(number) +
                         R"(","brand_id":"b0000000-0000-4000-8000-000000000001","business_name":"Alpha Coffee",)" +
                         R"("root_domain":"alphacoffee.com",)" + places[number % 5].fields + R"(,"num_stores":120)";
    if (number % 2 == 0) {
        record += R"(,"website_url":"https://www.alphacoffee.com/stores/)" + std::to_string(number) + '"';
    }
    if (number < 10) {
        record += R"(,"social_media_links":[{"platform":"facebook","url":"https://www.facebook.com/alphacoffee"}])";
    }
    return record + "}";
}

std::map<std::string, std::string> make_records() {
    std::map<std::string, std::string> records;
    for (int number = 0; number < chain_stores; ++number) {
        records[store_id(number)] = chain_store(number);
    }
    records[store_id(500)] =
        R"({"store_id":")" + store_id(500) +
        R"(","business_name":"Café \"Zoë\" \\ / ☕ 日本 \u0001\n","website_url":"solo-shop.com",)"
        R"("country":"US","odd":{"deep":[1,-2.5e-3,null,true,{"":[]}],"big":18446744073709551615}})";
    records[store_id(501)] = R"({"store_id":")" + store_id(501) +
                             R"(","business_name":"Beta Bakes","country":"US",)"
                             R"("social_media_links":["https://instagram.com/betabakes"]})";
    return records;
}

}  // namespace

SampleIndex build_sample(std::map<std::string, std::string> records) {
    SampleIndex sample;
    sample.records = std::move(records);
    const TempDir folder;
    std::vector<std::string> lines;
    for (const auto& [id, record] : sample.records) {
        lines.push_back(record);
    }
    builder::BuildOptions options;
    options.inputs = {folder.path("records.jsonl")};
    options.output = folder.path("sample.bizrec");
    options.max_record_bytes = format::max_record_bytes;
    write_lines(options.inputs[0], lines);
    const auto summary = builder::build_index(options);
    if (!summary) {
        throw std::runtime_error(summary.error().message);
    }
    if (summary.value().kept != sample.records.size()) {
        throw std::runtime_error("the builder dropped sample records");
    }
    // The mapping stays valid after the file is removed.
    auto generation = store::Generation::open(options.output, store::Generation::Check::hash);
    if (!generation) {
        throw std::runtime_error(generation.error().message);
    }
    sample.generation = std::move(generation).value();
    return sample;
}

const SampleIndex& sample_index() {
    static const SampleIndex sample = build_sample(make_records());
    return sample;
}

}  // namespace bizrec::api

#include <simdjson.h>
#include <zlib.h>

#include <cstdlib>
#include <filesystem>
#include <map>

#include "t/unit/support/catalog_fixture.hpp"

namespace bizrec::builder {
namespace {

namespace fs = std::filesystem;

std::string unzipped(const std::string& path) {
    std::string content;
    gzFile file = gzopen(path.c_str(), "rb");
    char buffer[1 << 16];
    for (int count = 0; file != nullptr && (count = gzread(file, buffer, sizeof buffer)) > 0;) {
        content.append(buffer, static_cast<std::size_t>(count));
    }
    gzclose(file);
    return content;
}

struct Tally {
    std::uint64_t with_state = 0;
    std::uint64_t resolved = 0;
    std::map<std::string, std::uint64_t> unresolved;
};

class RealPlaces : public ::testing::Test {
protected:
    void SetUp() override {
        const char* folder = std::getenv("BIZREC_DATA");
        if (folder == nullptr) {
            GTEST_SKIP() << "BIZREC_DATA is unset: real records are not tested";
        }
        for (const auto& entry : fs::directory_iterator(fs::path(folder) / "records")) {
            if (entry.path().extension() == ".gz") {
                read(unzipped(entry.path().string()));
            }
        }
    }

    void read(const std::string& lines) {
        simdjson::dom::parser parser;
        simdjson::dom::document_stream records;
        ASSERT_EQ(parser.parse_many(lines).get(records), simdjson::SUCCESS);
        for (const auto record : records) {
            std::string_view country;
            std::string_view state;
            if (record["country"].get(country) == simdjson::SUCCESS) {
                ++countries_[std::string(country)];
                if (record["state"].get(state) == simdjson::SUCCESS) {
                    count(std::string(country), state);
                }
            }
        }
    }

    void count(const std::string& country, std::string_view state) {
        const std::string canonical = machine_catalog().canonical_state(country, state);
        if (canonical.empty()) {
            return;
        }
        Tally& tally = tallies_[country];
        ++tally.with_state;
        if (canonical.front() == '~') {
            ++tally.unresolved[std::string(state)];
        } else {
            ++tally.resolved;
        }
    }

    std::map<std::string, std::uint64_t> countries_;
    std::map<std::string, Tally> tallies_;
};

std::string worst(const Tally& tally) {
    std::string text;
    for (const auto& [state, count] : tally.unresolved) {
        text += " " + state + "*" + std::to_string(count);
    }
    return text;
}

TEST_F(RealPlaces, StatesResolveToIsoCodes) {
    const std::pair<const char*, double> floors[] = {
        {"US", 0.999}, {"CA", 1.0},  {"FR", 0.97}, {"JP", 1.0}, {"DE", 1.0}, {"AU", 1.0},
        {"BE", 1.0},   {"NZ", 0.98}, {"FI", 1.0},  {"AT", 1.0}, {"IE", 1.0}, {"NL", 1.0},
    };
    for (const auto& [country, floor] : floors) {
        const Tally& tally = tallies_[country];
        ASSERT_GT(tally.with_state, 0U) << country;
        const double share = static_cast<double>(tally.resolved) / static_cast<double>(tally.with_state);
        EXPECT_GE(share, floor) << country << ":" << worst(tally);
    }
}

TEST_F(RealPlaces, EveryCountryIsKnown) {
    for (const auto& [country, records] : countries_) {
        if (!country.empty()) {
            EXPECT_EQ(machine_catalog().country(country), country) << records << " records";
        }
    }
    EXPECT_GE(countries_.size(), 100U);
}

}  // namespace
}  // namespace bizrec::builder

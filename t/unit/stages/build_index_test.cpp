#include "lmdb_builder/stages/build_index.hpp"

#include <gtest/gtest.h>

#include <string>

#include "t/unit/support/temp_dir.hpp"

namespace bizrec::builder {
namespace {

/// The error of a build of one record on a machine without libgweather; "" if the build succeeds.
std::string error_without_gazetteer(const std::string& members) {
    const TempDir folder;
    write_file(folder.path("in.jsonl"),
               R"({"store_id":"00000000-0000-4000-8000-000000000001","business_name":"A")" + members + "}\n");
    BuildOptions options;
    options.inputs = {folder.path("in.jsonl")};
    options.output = folder.path("index");
    options.locations_path = "/none.xml";
    const auto summary = build_index(options);
    return summary ? "" : summary.error().message;
}

TEST(BuildIndex, ReadsTheGazetteerOnlyForRecordsWithCoordinates) {
    EXPECT_EQ(error_without_gazetteer(R"(,"city":"Oakland","country":"US")"), "");
    EXPECT_EQ(error_without_gazetteer(""), "");
    const std::string error = error_without_gazetteer(R"(,"latitude":37.8,"longitude":-122.2)");
    EXPECT_NE(error.find("/none.xml: cannot be read"), std::string::npos) << error;
}

}  // namespace
}  // namespace bizrec::builder

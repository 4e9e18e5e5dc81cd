#include "lmdb_builder/record/rejects.hpp"

#include <gtest/gtest.h>

#include <string>

#include "lmdb_builder/system/failure.hpp"
#include "t/unit/support/temp_dir.hpp"

namespace bizrec::builder {
namespace {

TEST(RejectsFile, OneLineEach) {
    const TempDir folder;
    const std::string path = folder.path("rejects");
    RejectsFile rejects(path);
    rejects.add("in.jsonl", 17, {"latitude", "out_of_range", "expected -90..90, came \n\x1B[31m 91"});
    rejects.add("in.jsonl", 18, {"", "invalid_json", "broken"});
    rejects.close();
    EXPECT_EQ(read_file(path),
              "in.jsonl:17: latitude: out_of_range: expected -90..90, came \\u000a\\u001b[31m 91\n"
              "in.jsonl:18: -: invalid_json: broken\n");
    EXPECT_THROW(RejectsFile(folder.path("missing/rejects")), BuildFailure);
    RejectsFile("").add("in.jsonl", 1, {});
}

}  // namespace
}  // namespace bizrec::builder

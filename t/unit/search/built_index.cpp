#include "built_index.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "lmdb_builder/build/build_index.hpp"

namespace bizrec::search::testing {

namespace {

std::string make_folder() {
    static int folders = 0;
    const std::string folder =
        ::testing::TempDir() + "bizrec_search_" + std::to_string(::getpid()) + "_" + std::to_string(folders++);
    std::filesystem::create_directories(folder);
    return folder;
}

}  // namespace

BuiltIndex::BuiltIndex() : folder_(make_folder()) {}

BuiltIndex::BuiltIndex(const std::vector<std::string>& lines) : BuiltIndex() {
    const std::string input = folder_ + "/input.jsonl";
    std::ofstream file(input);
    for (const std::string& line : lines) {
        file << line << '\n';
    }
    file.close();
    build({input});
}

BuiltIndex BuiltIndex::of_files(const std::vector<std::string>& paths) {
    BuiltIndex index;
    index.build(paths);
    return index;
}

BuiltIndex::~BuiltIndex() {
    if (!folder_.empty()) {
        std::error_code ignored;
        std::filesystem::remove_all(folder_, ignored);
    }
}

void BuiltIndex::build(const std::vector<std::string>& inputs) {
    builder::BuildOptions options;
    options.inputs = inputs;
    options.output = folder_ + "/test.index";
    options.rejects_path = folder_ + "/rejects";
    const auto summary = builder::build_index(options);
    if (!summary) {
        ADD_FAILURE() << summary.error().message;
        return;
    }
    auto generation = store::Generation::open(options.output, store::Generation::Check::hash);
    if (!generation) {
        ADD_FAILURE() << generation.error().message;
        return;
    }
    const Status sound = store::verify_structure(*generation.value());
    if (!sound) {
        ADD_FAILURE() << sound.error().message;
        return;
    }
    generation_ = generation.value();
}

}  // namespace bizrec::search::testing

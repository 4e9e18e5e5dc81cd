#include "t/unit/support/built_index.hpp"

#include <gtest/gtest.h>

#include "lmdb_builder/stages/build_index.hpp"

namespace bizrec::search::testing {

BuiltIndex::BuiltIndex() : folder_(std::make_unique<TempDir>()) {}

BuiltIndex::BuiltIndex(const std::vector<std::string>& lines) : BuiltIndex() {
    write_lines(folder_->path("input.jsonl"), lines);
    build({folder_->path("input.jsonl")});
}

BuiltIndex BuiltIndex::of_files(const std::vector<std::string>& paths) {
    BuiltIndex index;
    index.build(paths);
    return index;
}

void BuiltIndex::build(const std::vector<std::string>& inputs) {
    builder::BuildOptions options;
    options.inputs = inputs;
    options.output = folder_->path("test.index");
    options.rejects_path = folder_->path("rejects");
    options.infer_places = false;  // the oracles use the places that the records name
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

#pragma once

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <string>

#include "bizrec/store/generation.hpp"
#include "lmdb_builder/stages/build_index.hpp"

namespace bizrec::bench {

[[noreturn]] inline void give_up(const std::string& message) {
    std::fprintf(stderr, "no index to measure: %s\n", message.c_str());
    std::exit(1);
}

/// Builds an index of the JSON Lines that `write_records(file)` writes. It exists only during this run.
template <class WriteRecords>
std::shared_ptr<const store::Generation> build_index_of(WriteRecords&& write_records) {
    std::string folder = (std::filesystem::temp_directory_path() / "bizrec-bench-XXXXXX").string();
    if (::mkdtemp(folder.data()) == nullptr) {
        give_up(folder + " cannot be made");
    }
    builder::BuildOptions options;
    options.inputs = {folder + "/records.jsonl"};
    options.output = folder + "/index.mdb";
    std::FILE* const file = std::fopen(options.inputs[0].c_str(), "w");
    if (file == nullptr) {
        give_up(options.inputs[0] + " cannot be made");
    }
    write_records(file);
    std::fclose(file);
    if (const auto summary = builder::build_index(options); !summary) {
        give_up(summary.error().message);
    }
    auto generation = store::Generation::open(options.output, store::Generation::Check::hash);
    if (!generation) {
        give_up(generation.error().message);
    }
    std::filesystem::remove_all(folder);  // the open index stays mapped
    return generation.value();
}

}  // namespace bizrec::bench

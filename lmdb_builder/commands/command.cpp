#include "lmdb_builder/commands/command.hpp"

#include <cstdio>

#include "lmdb_builder/build/run_file.hpp"

namespace bizrec::builder {

int fail(const std::string& message) {
    std::fprintf(stderr, "lmdb_builder: %s\n", message.c_str());
    return exit_code::failed;
}

void warn(const std::string& message) {
    std::fprintf(stderr, "lmdb_builder: warning: %s\n", message.c_str());
}

std::shared_ptr<const store::Generation> open_index(const std::string& path, store::Generation::Check check) {
    if (is_run_file(path)) {
        fail("\"" + path +
             "\" is a run of `build --shard`, no index: lmdb_builder merge makes an index of all its runs");
        return nullptr;
    }
    auto opened = store::Generation::open(path, check);
    if (!opened) {
        fail(opened.error().message);
        return nullptr;
    }
    return std::move(opened).value();
}

}  // namespace bizrec::builder

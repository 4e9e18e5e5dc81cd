#include "lmdb_builder/commands/command.hpp"

#include <cstdio>

namespace bizrec::builder {

int fail(const std::string& message) {
    std::fprintf(stderr, "lmdb_builder: %s\n", message.c_str());
    return exit_code::failed;
}

void warn(const std::string& message) {
    std::fprintf(stderr, "lmdb_builder: warning: %s\n", message.c_str());
}

std::shared_ptr<const store::Generation> open_index(const std::string& path, store::Generation::Check check) {
    auto opened = store::Generation::open(path, check);
    if (!opened) {
        fail(opened.error().message);
        return nullptr;
    }
    return std::move(opened).value();
}

}  // namespace bizrec::builder

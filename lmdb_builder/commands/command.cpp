#include "lmdb_builder/commands/command.hpp"

#include <cstdio>

#include "bizrec/text/visible.hpp"
#include "lmdb_builder/terminal/print.hpp"

namespace bizrec::builder {

int fail(const std::string& message) {
    print_lines(stderr, "lmdb_builder: " + text::visible(message) + '\n');
    return exit_code::failed;
}

void warn(const std::string& message) {
    print_lines(stderr, "lmdb_builder: warning: " + text::visible(message) + '\n');
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

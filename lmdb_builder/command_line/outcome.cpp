#include "lmdb_builder/command_line/outcome.hpp"

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

}  // namespace bizrec::builder

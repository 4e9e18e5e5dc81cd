#include "bench/generator/tool.hpp"

#include <cstdio>
#include <exception>

#include "lmdb_builder/command_line/command.hpp"

namespace bizrec::generator {

int fail(const std::string& tool, const std::string& why) noexcept {
    std::fprintf(stderr, "%s: %s\n", tool.c_str(), why.c_str());
    return 1;
}

int run_tool(const builder::Command& tool, int argc, char** argv) noexcept {
    try {
        return builder::run_command_line(tool, argc, argv);
    } catch (const std::exception& error) {
        return fail(tool.name, error.what());
    }
}

}  // namespace bizrec::generator

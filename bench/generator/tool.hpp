#pragma once

#include <string>

#include "bizrec/base/result.hpp"
#include "lmdb_builder/command_line/command.hpp"

namespace bizrec::generator {

/// Prints the reason of a failure to standard error. Returns the exit status.
int fail(const std::string& tool, const std::string& why) noexcept;

/// Wraps a tool's work as a function that a command can run.
template <class Arguments>
auto running(const char* tool, Status (*work)(const Arguments&)) {
    return [tool, work](const Arguments& arguments) {
        const Status done = work(arguments);
        return done ? 0 : fail(tool, done.error().message);
    };
}

/// The main() of a tool. Exit status: 0 done, 1 failed, 2 wrong usage.
int run_tool(const builder::Command& tool, int argc, char** argv) noexcept;

}  // namespace bizrec::generator

#pragma once

#include <CLI/CLI.hpp>
#include <functional>
#include <string>

#include "bizrec/base/result.hpp"

namespace bizrec::generator {

/// The main() of a tool: reads the options, does its work and says on standard error why it failed. Exit status: 0
/// done, 1 failed, 2 wrong usage.
int run_tool(const std::string& name, const std::string& description, int argc, char** argv,
             const std::function<void(CLI::App&)>& add_options, const std::function<Status()>& work) noexcept;

}  // namespace bizrec::generator

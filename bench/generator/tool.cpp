#include "bench/generator/tool.hpp"

#include <cstdio>
#include <exception>

namespace bizrec::generator {
namespace {

int fail(const std::string& name, const char* why) noexcept {
    std::fprintf(stderr, "%s: %s\n", name.c_str(), why);
    return 1;
}

}  // namespace

int run_tool(const std::string& name, const std::string& description, int argc, char** argv,
             const std::function<void(CLI::App&)>& add_options, const std::function<Status()>& work) noexcept {
    try {
        CLI::App app(description, name);
        add_options(app);
        try {
            app.parse(argc, argv);
        } catch (const CLI::ParseError& error) {
            return app.exit(error) == 0 ? 0 : 2;
        }
        const Status done = work();
        return done ? 0 : fail(name, done.error().message.c_str());
    } catch (const std::exception& error) {
        return fail(name, error.what());
    }
}

}  // namespace bizrec::generator

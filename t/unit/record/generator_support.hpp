#pragma once

#include <sys/wait.h>

#include <cstdlib>
#include <filesystem>
#include <string>

#include "t/unit/input/input_support.hpp"

namespace bizrec::builder {

/// A generator of records, built in the same folder as the tests.
class Generator {
public:
    explicit Generator(const std::string& name)
        : path_(std::filesystem::read_symlink("/proc/self/exe").replace_filename(name).string()) {}

    bool is_built() const { return std::filesystem::exists(path_); }

    /// Runs the generator. Returns its exit status.
    int run(const std::string& arguments) const {
        const int status = std::system(("'" + path_ + "' " + arguments + " 2>/dev/null").c_str());
        return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    }

    /// Runs the generator. Returns the lines of its output file, whose name has this ending.
    std::vector<std::string> lines(const std::string& options, const std::string& ending = "") const {
        const TestFile file("");
        const std::string path = file.path() + ending;
        EXPECT_EQ(run("--data '" BIZREC_TEST_DATA "/sample' -o '" + path + "' " + options), 0);
        std::vector<std::string> lines = read_path(path).text;
        std::filesystem::remove(path);
        return lines;
    }

private:
    std::string path_;
};

}  // namespace bizrec::builder

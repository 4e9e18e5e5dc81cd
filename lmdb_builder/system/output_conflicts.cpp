#include "lmdb_builder/system/output_conflicts.hpp"

#include <filesystem>

#include "lmdb_builder/system/failure.hpp"

namespace bizrec::builder {
namespace {

bool names_same_file(const std::string& a, const std::string& b) {
    std::error_code ignored;
    if (std::filesystem::exists(a, ignored) && !std::filesystem::is_regular_file(a, ignored)) {
        return false;
    }
    return std::filesystem::equivalent(a, b, ignored) || std::filesystem::absolute(a, ignored).lexically_normal() ==
                                                             std::filesystem::absolute(b, ignored).lexically_normal();
}

}  // namespace

void refuse_output_conflicts(const std::vector<std::string>& inputs, const std::vector<std::string>& outputs) {
    for (auto output = outputs.begin(); output != outputs.end(); ++output) {
        if (output->empty() || *output == "-") {
            continue;
        }
        for (const std::string& input : inputs) {
            if (input != "-" && names_same_file(input, *output)) {
                throw BuildFailure("\"" + input + "\" is both an input and the output: choose another output");
            }
        }
        for (auto other = outputs.begin(); other != output; ++other) {
            if (!other->empty() && names_same_file(*other, *output)) {
                throw BuildFailure("two outputs are the same file, \"" + *output + "\": give each a file of its own");
            }
        }
    }
}

}  // namespace bizrec::builder

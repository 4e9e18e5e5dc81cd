#include "lmdb_builder/build/output_conflicts.hpp"

#include <filesystem>
#include <utility>

#include "lmdb_builder/build/failure.hpp"

namespace bizrec::builder {
namespace {

void refuse_input_as_output(const BuildOptions& options) {
    for (const std::string& output : {options.output, options.rejects_path, options.domains_path}) {
        for (const std::string& input : options.inputs) {
            std::error_code ignored;
            if (!output.empty() && input != "-" && std::filesystem::equivalent(input, output, ignored)) {
                throw BuildFailure("\"" + input + "\" is both an input and the output: choose another output");
            }
        }
    }
}

bool names_same_file(const std::string& a, const std::string& b) {
    std::error_code ignored;
    if (std::filesystem::exists(a, ignored) && !std::filesystem::is_regular_file(a, ignored)) {
        return false;
    }
    return std::filesystem::equivalent(a, b, ignored) || std::filesystem::absolute(a, ignored).lexically_normal() ==
                                                             std::filesystem::absolute(b, ignored).lexically_normal();
}

void refuse_one_file_for_two(const BuildOptions& options) {
    const std::string* outputs[] = {&options.output, &options.rejects_path, &options.domains_path};
    for (const auto& [a, b] : {std::pair{0, 1}, std::pair{0, 2}, std::pair{1, 2}}) {
        if (!outputs[a]->empty() && !outputs[b]->empty() && names_same_file(*outputs[a], *outputs[b])) {
            throw BuildFailure("two outputs are the same file, \"" + *outputs[b] +
                               "\": give INDEX, --rejects and --domains a file each");
        }
    }
}

}  // namespace

void refuse_output_conflicts(const BuildOptions& options) {
    refuse_input_as_output(options);
    refuse_one_file_for_two(options);
}

}  // namespace bizrec::builder

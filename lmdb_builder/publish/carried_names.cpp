#include "lmdb_builder/publish/carried_names.hpp"

#include <algorithm>
#include <filesystem>
#include <system_error>

#include "bizrec/store/manifest.hpp"
#include "lmdb_builder/system/failure.hpp"

namespace bizrec::builder {
namespace {

constexpr std::size_t digits = 16;

bool begins_with_generation(std::string_view name) {
    return name.size() > digits && store::is_generation(name.substr(0, digits));
}

}  // namespace

Generations generations_in_name(std::string_view name) {
    if (!name.empty() && name.front() == '.') {
        name.remove_prefix(1);
    }
    if (!begins_with_generation(name)) {
        return {};
    }
    const std::string first(name.substr(0, digits));
    const char between = name[digits];
    name.remove_prefix(digits + 1);
    if (between == '.') {
        return {first};
    }
    return between == '-' && begins_with_generation(name) && name[digits] == '.'
               ? Generations{first, std::string(name.substr(0, digits))}
               : Generations{};
}

std::vector<std::string> sorted_names_in(const std::string& folder) {
    std::vector<std::string> names;
    std::error_code problem;
    for (std::filesystem::directory_iterator entry(folder, problem), end; !problem && entry != end;
         entry.increment(problem)) {
        names.push_back(entry->path().filename().string());
    }
    if (problem) {
        throw BuildFailure("cannot read the folder \"" + folder + "\": " + problem.message());
    }
    std::sort(names.begin(), names.end());
    return names;
}

}  // namespace bizrec::builder

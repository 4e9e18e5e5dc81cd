#include "bizrec/store/published_history.hpp"

#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <climits>

#include "bizrec/store/manifest.hpp"
#include "bizrec/store/small_file.hpp"

namespace bizrec::store {
namespace {

constexpr std::string_view current_name = "current";

std::string_view name_in(std::string_view path) noexcept {
    return path.substr(path.rfind('/') + 1);  // npos + 1 is 0
}

/// Whether it is a link `current` whose target is the very name of `resolved`, in the same folder.
bool is_published_link(const std::string& configured, const std::string& resolved) {
    char target[PATH_MAX];
    const ssize_t size = ::readlink(configured.c_str(), target, sizeof target);
    return size > 0 && name_in(configured) == current_name && !generation_named_by(resolved).empty() &&
           std::string_view(target, static_cast<std::size_t>(size)) == name_in(resolved);
}

/// A link of an index's name is none: where it leads is not this folder's.
bool is_index_file(const std::string& path) noexcept {
    struct stat status {};
    return ::lstat(path.c_str(), &status) == 0 && S_ISREG(status.st_mode);
}

}  // namespace

Generations parse_history(std::string_view text) {
    Generations generations;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        const std::string line(text.substr(0, end));
        text.remove_prefix(std::min(end + 1, text.size()));
        if (is_generation(line)) {
            generations.erase(std::remove(generations.begin(), generations.end(), line), generations.end());
            generations.push_back(line);
        }
    }
    return generations;
}

std::vector<std::string> stand_ins(const std::string& configured, const std::string& resolved,
                                   const std::string& served) {
    if (!is_published_link(configured, resolved)) {
        return {};
    }
    const std::string folder = resolved.substr(0, resolved.rfind('/') + 1);
    const auto text = read_small_file(folder + "history", history_limit, "");
    const Generations history = text ? parse_history(text.value()) : Generations();
    const auto newest = std::find(history.begin(), history.end(), generation_named_by(resolved));
    const auto oldest = served.empty() ? history.begin() : std::find(history.begin(), newest, served);
    std::vector<std::string> paths;
    for (auto at = newest; at != oldest;) {
        std::string path = folder + *--at + std::string(index_suffix);
        if (is_index_file(path)) {
            paths.push_back(std::move(path));
        }
    }
    return paths;
}

}  // namespace bizrec::store

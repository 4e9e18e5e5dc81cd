#include "bizrec/store/published_history.hpp"

#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <climits>
#include <optional>

#include "bizrec/store/fd.hpp"
#include "bizrec/store/manifest.hpp"
#include "bizrec/store/small_file.hpp"

namespace bizrec::store {
namespace {

constexpr std::string_view current_name = "current";

/// The generation that the link `current` names, if the link leads to a file in its own folder. Empty if the link is
/// gone. nullopt if `configured` is not such a link, or if the link was switched after it was resolved.
std::optional<std::string> named_generation(const std::string& configured, const std::string& resolved) {
    if (file_name_of(configured) != current_name) {
        return std::nullopt;
    }
    char text[PATH_MAX];
    const ssize_t size = ::readlink(configured.c_str(), text, sizeof text);
    if (size < 0) {
        return errno == ENOENT && resolved == configured ? std::optional<std::string>("") : std::nullopt;
    }
    const std::string target(text, static_cast<std::size_t>(size));
    std::string generation = generation_named_by(target);
    const bool is_right = !generation.empty() && target.find('/') == std::string::npos &&
                          (resolved == configured || target == file_name_of(resolved));
    return is_right ? std::optional<std::string>(std::move(generation)) : std::nullopt;
}

/// Folder of a path, with a slash at the end; empty if it does not exist.
std::string folder_of(const std::string& path) {
    const auto resolved = resolve_index(path.substr(0, path.rfind('/') + 1) + ".");
    return resolved ? resolved.value() + "/" : std::string();
}

/// Whether there is a regular file at this path. A symbolic link does not count, because its target may be outside this
/// folder.
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
    const auto named = named_generation(configured, resolved);
    if (!named) {
        return {};
    }
    const std::string folder = folder_of(configured);
    const auto text = read_small_file(folder + "history", history_limit, "");
    const Generations history = text ? parse_history(text.value()) : Generations();
    const auto newest = std::find(history.begin(), history.end(), *named);
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

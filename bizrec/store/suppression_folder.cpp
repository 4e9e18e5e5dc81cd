#include "bizrec/store/suppression_folder.hpp"

#include <dirent.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <climits>
#include <vector>

#include "bizrec/store/fd.hpp"
#include "bizrec/store/manifest.hpp"
#include "bizrec/store/small_file.hpp"

namespace bizrec::store {
namespace {

std::string folder_of(const std::string& path) {
    const std::size_t slash = path.rfind('/');
    return slash == std::string::npos ? "." : slash == 0 ? "/" : path.substr(0, slash);
}

Result<SharedSuppressions> read_list(const std::string& path, const TrustedKeys* keys) {
    const auto text = read_small_file(path, suppression_limit, "the folder's link names it: copy it there again");
    if (!text) {
        return text.error();
    }
    auto list = parse_suppression(text.value(), keys);
    if (!list) {
        return file_error(path, list.error().message);
    }
    return std::make_shared<const SuppressionList>(std::move(list).value());
}

Result<SharedSuppressions> named_list(const std::string& folder, const TrustedKeys* keys) {
    const std::string link = suppression_link_of(folder);
    const std::uint64_t number = suppression_number_in(folder);
    if (number == 0) {
        return file_error(link, "is no link to NUMBER" + std::string(suppression_suffix) + " in its own folder");
    }
    auto list = read_list(folder + "/" + suppression_file_name(number), keys);
    if (list && list.value()->number != number) {
        return file_error(folder + "/" + suppression_file_name(number),
                          "holds list " + std::to_string(list.value()->number));
    }
    return list;
}

/// Numbers of all lists in the folder, the newest first.
std::vector<std::uint64_t> numbers_in(const std::string& folder) {
    std::vector<std::uint64_t> numbers;
    if (DIR* const opened = ::opendir(folder.c_str())) {
        while (const dirent* const entry = ::readdir(opened)) {
            if (const std::uint64_t number = suppression_number_of(entry->d_name); number != 0) {
                numbers.push_back(number);
            }
        }
        ::closedir(opened);
    }
    std::sort(numbers.rbegin(), numbers.rend());
    return numbers;
}

SharedSuppressions newest_sound_list(const std::string& folder, const TrustedKeys* keys) {
    for (const std::uint64_t number : numbers_in(folder)) {
        auto list = read_list(folder + "/" + suppression_file_name(number), keys);
        if (list && list.value()->number == number) {
            return std::move(list).value();
        }
    }
    return nullptr;
}

}  // namespace

std::string suppression_folder_of(const std::string& index_path) {
    const auto resolved = resolve_index(index_path);
    return folder_of(resolved ? resolved.value() : index_path);
}

std::string suppression_link_of(const std::string& folder) {
    return folder + "/" + std::string(suppression_link);
}

std::uint64_t suppression_number_in(const std::string& folder) {
    char target[PATH_MAX];
    const ssize_t size = ::readlink(suppression_link_of(folder).c_str(), target, sizeof target);
    return size < 0 ? 0 : suppression_number_of({target, static_cast<std::size_t>(size)});
}

SuppressionSight look_at_suppressions(const std::string& folder) {
    SuppressionSight sight;
    const std::string link = suppression_link_of(folder);
    struct stat status {};
    sight.is_named = ::lstat(link.c_str(), &status) == 0;
    if (sight.is_named) {
        const auto identity = identify_file(link);
        sight.file = identity ? identity.value() : FileIdentity();
    }
    return sight;
}

Result<FoundSuppressions> find_suppressions(const std::string& folder, const TrustedKeys* keys,
                                            const SharedSuppressions& in_force) {
    FoundSuppressions found;
    found.seen = look_at_suppressions(folder);
    if (!found.seen.is_named) {
        found.list = in_force ? in_force : newest_sound_list(folder, keys);
        found.trouble = found.list ? suppression_link_of(folder) + ": is gone" : std::string();
        return found;
    }
    auto named = named_list(folder, keys);
    if (named && (!in_force || named.value()->number >= in_force->number)) {
        found.list = std::move(named).value();
        return found;
    }
    found.trouble = named ? suppression_link_of(folder) + ": names list " + std::to_string(named.value()->number) +
                                ", which is older than list " + std::to_string(in_force->number)
                          : named.error().message;
    found.list = in_force ? in_force : newest_sound_list(folder, keys);
    if (!found.list) {
        return Error{found.trouble + "; without a list of suppressions nothing of this folder is served"};
    }
    return found;
}

}  // namespace bizrec::store

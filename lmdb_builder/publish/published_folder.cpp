#include "lmdb_builder/publish/published_folder.hpp"

#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <climits>
#include <cstring>
#include <memory>

#include "bizrec/store/changes_file.hpp"
#include "bizrec/store/fd.hpp"
#include "bizrec/store/manifest.hpp"
#include "bizrec/store/seal_reader.hpp"
#include "bizrec/store/small_file.hpp"
#include "bizrec/store/verdict.hpp"
#include "lmdb_builder/publish/carried_names.hpp"
#include "lmdb_builder/publish/durable_file.hpp"
#include "lmdb_builder/publish/generation_report.hpp"
#include "lmdb_builder/system/failure.hpp"

namespace bizrec::builder {
namespace {

constexpr std::string_view paper_suffixes[] = {".json", ".sig", report_suffix, ".verdict", packed_suffix};
constexpr std::string_view delta_suffix = ".delta";

bool exists(const std::string& path) {
    struct stat status {};
    return ::lstat(path.c_str(), &status) == 0;
}

/// The generation in a name that is GENERATION and this suffix; empty for other names.
std::string generation_in(const std::string& name, std::string_view suffix) {
    if (name.size() <= suffix.size() || name.compare(name.size() - suffix.size(), suffix.size(), suffix) != 0) {
        return {};
    }
    const std::string generation = name.substr(0, name.size() - suffix.size());
    return store::is_generation(generation) ? generation : std::string();
}

void make_folder(const std::string& path) {
    if (::mkdir(path.c_str(), 0755) == 0) {
        sync_folder_of_files(path + "/..");
    } else if (errno != EEXIST) {
        fail_with_errno("make the folder \"" + path + "\"");
    }
}

}  // namespace

PublishedFolder::PublishedFolder(const std::string& path, bool make) {
    if (make) {
        make_folder(path);
    }
    const std::unique_ptr<char, decltype(&::free)> real(::realpath(path.c_str(), nullptr), &::free);
    struct stat status {};
    if (real == nullptr || ::stat(real.get(), &status) != 0) {
        throw BuildFailure("cannot use the folder \"" + path + "\": " + std::strerror(errno) +
                           "; name the one that holds published indexes");
    }
    if (!S_ISDIR(status.st_mode)) {
        throw BuildFailure("\"" + path + "\" is no folder: name the one that holds published indexes");
    }
    path_ = real.get();
}

std::string PublishedFolder::index(const std::string& generation) const {
    return path_ + "/" + generation + std::string(store::index_suffix);
}

std::string PublishedFolder::delta(const std::string& from, const std::string& to) const {
    return path_ + "/" + from + '-' + to + std::string(delta_suffix);
}

std::string PublishedFolder::changes(const std::string& from, const std::string& to) const {
    return store::changes_path(path_, from, to);
}

std::string PublishedFolder::packed(const std::string& generation) const {
    return path_ + "/" + generation + packed_suffix;
}

std::string PublishedFolder::current() const {
    char target[PATH_MAX];
    const ssize_t size = ::readlink(current_link().c_str(), target, sizeof target);
    if (size < 0 && errno == ENOENT) {
        return {};
    }
    if (size < 0 && errno != EINVAL) {  // EINVAL: it exists, but is no link
        fail_with_errno("read the link \"" + current_link() + "\"");
    }
    const std::string name = size < 0 ? std::string() : std::string(target, static_cast<std::size_t>(size));
    std::string generation = generation_in(name, store::index_suffix);
    if (generation.empty()) {
        throw BuildFailure("\"" + current_link() + "\" is no link to a published index" +
                           (name.empty() ? "" : ", it names \"" + name + "\"") +
                           ": remove it, or publish into another folder");
    }
    return generation;
}

bool PublishedFolder::holds(const std::string& generation) const {
    struct stat status {};
    return ::lstat(index(generation).c_str(), &status) == 0 && S_ISREG(status.st_mode) &&
           exists(store::manifest_path_of(index(generation)));
}

PublishedIndex PublishedFolder::open(const std::string& generation, const store::TrustedKeys* keys) const {
    const std::string path = index(generation);
    struct stat status {};
    if (::lstat(path.c_str(), &status) == 0 && !S_ISREG(status.st_mode)) {
        throw BuildFailure("\"" + path + "\" is no regular file: " +
                           (S_ISLNK(status.st_mode) ? "a link leads out of the folder" : "remove it") +
                           "; publish the index itself");
    }
    store::OpenIndex opened = must(store::OpenIndex::open(path));
    store::Manifest manifest =
        must(keys != nullptr ? store::read_trusted_manifest(opened, *keys) : store::read_manifest(opened));
    if (keys == nullptr && exists(store::signature_path_of(path))) {
        must(store::read_signature_of(path));
    }
    return {std::move(opened), std::move(manifest)};
}

void PublishedFolder::refuse_other_generation(const std::string& generation) const {
    const std::string path = index(generation);
    const auto file = store::open_index_file(path);
    const auto seal = file ? store::read_seal_of(path, file.value()) : Result<store::Seal>(file.error());
    if (seal && seal.value().generation() != generation) {
        throw BuildFailure("\"" + path + "\" holds generation " + seal.value().generation() + ", and its name says " +
                           generation + ": it was not published there; move it out of the folder, and publish again");
    }
}

Generations PublishedFolder::present() const {
    Generations generations;
    for (const std::string& name : sorted_names_in(path_)) {
        const std::string generation = generation_in(name, store::index_suffix);
        if (!generation.empty() && holds(generation)) {
            generations.push_back(generation);
        }
    }
    return generations;
}

Generations PublishedFolder::generations() const {
    return order_of(history(), present());
}

Generations PublishedFolder::history() const {
    const auto text = store::read_small_file(history_path(), store::history_limit, "");
    Generations generations = text ? parse_history(text.value()) : Generations();
    generations.erase(std::remove_if(generations.begin(), generations.end(),
                                     [this](const std::string& generation) { return !holds(generation); }),
                      generations.end());
    return generations;
}

void PublishedFolder::sweep() const {
    for (const std::string& name : sorted_names_in(path_)) {
        for (const std::string_view suffix : paper_suffixes) {
            const std::string generation = generation_in(name, suffix);
            if (generation.empty() || exists(index(generation))) {
                continue;
            }
            if (!remove_file(path_ + "/" + name)) {
                fail_with_errno("remove \"" + path_ + "/" + name + "\"");
            }
        }
    }
    sweep_deltas();
}

void PublishedFolder::sweep_deltas() const {
    constexpr std::size_t digits = 16;
    for (const std::string& name : sorted_names_in(path_)) {
        const std::string from = name.substr(0, digits);
        const std::string to = name.size() > digits ? name.substr(digits + 1, digits) : std::string();
        const std::string path = path_ + "/" + name;
        if ((path != delta(from, to) && path != changes(from, to)) || !store::is_generation(from) ||
            !store::is_generation(to) || (exists(index(from)) && exists(index(to)))) {
            continue;
        }
        if (!remove_file(path_ + "/" + name)) {
            fail_with_errno("remove \"" + path_ + "/" + name + "\"");
        }
    }
}

void PublishedFolder::write_history(const Generations& history, const StagingFolder& staging) const {
    const std::string text = history_text(history);
    const auto before = store::read_small_file(history_path(), store::history_limit, "");
    if (before && before.value() == text) {
        return;
    }
    write_durable(staging.history(), text);
    rename_file(staging.history(), history_path());
}

void PublishedFolder::link_current(const std::string& generation, const StagingFolder& staging) const {
    const std::string target = generation + std::string(store::index_suffix);
    if (::symlink(target.c_str(), staging.current().c_str()) != 0) {
        fail_with_errno("make the link \"" + staging.current() + "\"");
    }
    rename_file(staging.current(), current_link());
}

void PublishedFolder::switch_to(const std::string& generation, const StagingFolder& staging) const {
    const std::string before = current();
    link_current(generation, staging);
    try {
        sync_folder_of_files(path_);
    } catch (const BuildFailure& failure) {
        if (!put_back(before, staging)) {
            throw BuildFailure(std::string(failure.what()) + "; \"" + current_link() + "\" names " + generation +
                               ", and may not after a power cut");
        }
        throw;
    }
}

bool PublishedFolder::put_back(const std::string& before, const StagingFolder& staging) const noexcept {
    try {
        if (before.empty()) {
            return remove_file(current_link());
        }
        link_current(before, staging);
        return true;
    } catch (const BuildFailure&) {
        return false;
    }
}

void PublishedFolder::remove(const std::string& generation) const {
    const std::string path = index(generation);
    if (!remove_file(path)) {
        fail_with_errno("remove \"" + path + "\"");
    }
    sync_folder_of_files(path_);  // otherwise a power cut might leave an index without its manifest
    for (const std::string& paper : {store::manifest_path_of(path), store::signature_path_of(path),
                                     report_path_of(path), store::verdict_path_of(path), packed(generation)}) {
        if (!remove_file(paper)) {
            fail_with_errno("remove \"" + paper + "\"");
        }
    }
    sweep_deltas();
}

}  // namespace bizrec::builder

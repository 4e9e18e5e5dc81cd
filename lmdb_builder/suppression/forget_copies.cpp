#include "lmdb_builder/suppression/forget_copies.hpp"

#include <fcntl.h>
#include <sys/file.h>

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <map>
#include <optional>
#include <utility>

#include "bizrec/base/ascii.hpp"
#include "bizrec/store/fd.hpp"
#include "bizrec/store/suppression_folder.hpp"
#include "lmdb_builder/publish/carried_names.hpp"
#include "lmdb_builder/publish/current_file_writer.hpp"
#include "lmdb_builder/publish/durable_file.hpp"
#include "lmdb_builder/publish/folder_lock.hpp"
#include "lmdb_builder/publish/staging_folder.hpp"
#include "lmdb_builder/suppression/audit_line.hpp"
#include "lmdb_builder/suppression/listed_in_file.hpp"
#include "lmdb_builder/system/failure.hpp"
#include "lmdb_builder/system/output_file.hpp"
#include "lmdb_builder/terminal/number_text.hpp"

namespace bizrec::builder {
namespace {

namespace fs = std::filesystem;

/// Beginnings of the names of unfinished deltas and files of changes, and of the temporary files that belong to them.
constexpr std::string_view unfinished[] = {".delta", ".changes"};

bool is_regular(const std::string& path) {
    std::error_code unknown;
    return fs::symlink_status(path, unknown).type() == fs::file_type::regular;
}

bool holds(const Generations& generations, const std::string& generation) {
    return std::find(generations.begin(), generations.end(), generation) != generations.end();
}

/// The folder `incoming` beside a published folder, locked against pulls during this object's life.
class Incoming {
public:
    Incoming(const std::string& folder, bool wait) : path_(fs::path(folder).parent_path() / "incoming") {
        const std::string lock = path_ + "/.lock";
        lock_ = store::FileDescriptor(::open(lock.c_str(), O_RDWR | O_CLOEXEC | O_NOFOLLOW));
        if (lock_.get() < 0 && errno != ENOENT && errno != ENOTDIR) {
            fail_with_errno("lock \"" + lock + "\": this user must be able to write into the folder");
        }
        while (lock_.get() >= 0 && ::flock(lock_.get(), wait ? LOCK_EX : LOCK_EX | LOCK_NB) != 0) {
            if (errno == EWOULDBLOCK) {
                throw BuildFailure("a pull into \"" + path_ + "\" is under way: wait for it to end, or add --wait");
            }
            if (errno != EINTR) {
                fail_with_errno("lock \"" + lock + "\"");
            }
        }
    }

    std::vector<std::string> transfers() const {
        std::vector<std::string> paths;
        std::error_code unknown;
        if (!fs::is_directory(path_, unknown)) {
            return paths;
        }
        for (const std::string& name : sorted_names_in(path_)) {
            const std::string path = path_ + "/" + name;
            if (!generations_in_name(name).empty() && (is_regular(path) || is_output_folder(path))) {
                paths.push_back(path);
            }
        }
        return paths;
    }

private:
    std::string path_;
    store::FileDescriptor lock_;
};

class Forgetting {
public:
    explicit Forgetting(const ForgetOptions& options)
        : options_(options),
          key_(options.key_path.empty() ? std::nullopt
                                        : std::optional<SigningKey>(must(SigningKey::load(options.key_path)))),
          folder_(options.folder),
          incoming_(options.incoming ? std::optional<Incoming>(std::in_place, folder_.path(), options.wait)
                                     : std::nullopt),
          lock_(folder_.path(), options.wait),
          screen_(SuppressionScreen::load(folder_.path())) {}

    ForgetSummary run() {
        summary_.list = screen_.number();
        summary_.entries = screen_.entries();
        if (summary_.list == 0 && options_.generations.empty()) {
            return std::move(summary_);
        }
        const StagingFolder staging(folder_.path());  // its constructor removes files of earlier runs
        record_unrecorded_list(folder_.path(), summary_.list, summary_.entries);
        const auto standing = standing_current_file(folder_);
        summary_.current = folder_.current();
        told_ = standing ? standing->file.generation : std::string();
        look_into_generations();
        note_what_rollbacks_lose();
        tell_edges(staging, standing);
        try {
            remove_all();
            look_into_what_is_left();
            look_into_named_files();
        } catch (...) {
            append_removals();
            throw;
        }
        append_audit_fields(folder_.path(), options_.command, audit_fields() + "," + proof());
        return std::move(summary_);
    }

private:
    void remove_all() {
        remove_generations();
        remove_carried();
        if (incoming_) {
            remove_transfers(*incoming_);
        }
        sync_folder_of_files(folder_.path());
    }

    /// Logs what had been removed before a failure. The line has no proof.
    void append_removals() {
        auto& listed = summary_.generations;
        listed.erase(std::remove_if(listed.begin(), listed.end(),
                                    [this](const ForgetSummary::Removed& one) {
                                        return is_regular(folder_.index(one.generation));
                                    }),
                     listed.end());
        if (listed.empty() && summary_.files.empty()) {
            return;
        }
        try {
            append_audit_fields(folder_.path(), options_.command, audit_fields());
        } catch (const BuildFailure&) {
            return;  // the caller reports the first failure
        }
    }

    /// Whether servers need the generation: the link `current` or current.json names it. It stays even if it holds
    /// listed records.
    bool is_needed(const std::string& generation) const {
        return generation == summary_.current || generation == told_;
    }

    void look_into_generations() {
        for (const std::string& name : sorted_names_in(folder_.path())) {
            const Generations named = generations_in_name(name);
            if (named.size() == 1 && folder_.path() + "/" + name == folder_.index(named.front())) {
                found_[named.front()] = listed_in_file(folder_.index(named.front()), screen_);
            }
        }
        for (const std::string& generation : options_.generations) {
            if (found_.count(generation) == 0) {
                throw BuildFailure("\"" + folder_.path() + "\" holds no generation \"" + generation +
                                   "\": `lmdb_builder published` lists what is there");
            }
            if (is_needed(generation)) {
                throw BuildFailure(generation + " is what \"" + folder_.path() + "\" serves" +
                                   (generation == summary_.current ? "" : " by current.json") +
                                   ": publish another index first. Nothing is removed");
            }
        }
        for (const auto& [generation, found] : found_) {
            const bool goes = !is_needed(generation) && (found.entries != 0 || holds(options_.generations, generation));
            if (goes) {
                going_.push_back(generation);
                summary_.generations.push_back({generation, found.entries});
            } else if (!found.holds_nothing()) {
                summary_.held.push_back(why_it_stays(generation, found));
            }
        }
    }

    std::string why_it_stays(const std::string& generation, const ListedInFile& found) const {
        if (!found.unknown.empty() && found.entries == 0) {
            return found.unknown + ": it cannot be searched for list " + std::to_string(summary_.list) + "; " +
                   (is_needed(generation) ? "publish an index that this program can read"
                                          : "if no server needs it: lmdb_builder forget --generation " + generation +
                                                " \"" + folder_.path() + "\"");
        }
        const std::string what =
            folder_.index(generation) + ": has " + listed_text(found.entries, summary_.list) + ", and ";
        if (generation != summary_.current) {
            return what + "current.json sends edges there: publish or rollback with --key, then once more";
        }
        return what + "serves, without them; build with --suppress \"" + folder_.path() +
               "\" and publish that index with --purge, or, on an edge, pull it once it is published";
    }

    void note_what_rollbacks_lose() {
        const Generations history = folder_.history();
        const std::string before = generation_before(history, summary_.current);
        if (!before.empty() && holds(going_, before)) {
            std::string left;
            for (const std::string& generation : history) {
                left = generation != summary_.current && !holds(going_, generation) ? generation : left;
            }
            summary_.notes.push_back("rollback cannot go back to " + before + " any more" +
                                     (left.empty() ? ": nothing is left to go back to" : ""));
        }
        for (const std::string& generation : going_) {
            if (is_of_other_version(generation)) {
                summary_.notes.push_back(generation + " was made for another version: servers that cannot read " +
                                         summary_.current + " have nothing to serve when they start; upgrade them");
            }
        }
    }

    bool is_of_other_version(const std::string& generation) const {
        const auto manifest_of = [this](const std::string& of) {
            const auto bytes = store::read_manifest_bytes(folder_.index(of));
            return bytes ? store::parse_manifest(bytes.value()) : Result<store::Manifest>(bytes.error());
        };
        const auto going = manifest_of(generation);
        const auto current = manifest_of(summary_.current);
        return going && current &&
               (going.value().format_version != current.value().format_version ||
                going.value().identity_rules != current.value().identity_rules ||
                going.value().analyser != current.value().analyser);
    }

    /// Writes current.json without the deltas that will be removed, or notes that it still names them. Runs before any
    /// file is removed, so that a rewritten current.json never names a missing file.
    void tell_edges(const StagingFolder& staging, const std::optional<UncheckedCurrentFile>& standing) {
        if (!standing) {
            return;
        }
        if (key_ && told_ == summary_.current) {
            write_current_file(folder_, staging, told_, *key_, going_);
            return;
        }
        const auto goes = [this](const DeltaNotice& delta) {
            return holds(going_, delta.from) || holds(going_, delta.to);
        };
        if (std::any_of(standing->file.deltas.begin(), standing->file.deltas.end(), goes)) {
            summary_.notes.emplace_back(
                "current.json still names deltas that have gone: edges take another way; --key writes it anew");
        }
    }

    void remove_generations() {
        for (const std::string& generation : going_) {
            folder_.remove(generation);
        }
    }

    /// Removes files named after a generation that has no index here, and unfinished deltas and changes.
    void remove_carried() {
        for (const std::string& name : sorted_names_in(folder_.path())) {
            const std::string path = folder_.path() + "/" + name;
            const Generations named = generations_in_name(name);
            const bool is_orphan = std::any_of(named.begin(), named.end(), [this](const std::string& generation) {
                return !is_regular(folder_.index(generation));
            });
            const bool is_unfinished = std::any_of(
                std::begin(unfinished), std::end(unfinished),
                [&name](std::string_view beginning) { return name.compare(0, beginning.size(), beginning) == 0; });
            std::error_code problem;
            if ((is_orphan || is_unfinished) && fs::remove_all(path, problem) != 0 && !problem) {
                summary_.files.push_back(path);
            }
            if (problem) {
                summary_.held.push_back(path + ": cannot be removed: " + problem.message());
            }
        }
    }

    /// Removes the fetched and partly fetched files of `incoming`, except complete indexes that hold nothing listed.
    /// Partial files are removed because they cannot be searched. The next pull fetches removed files again.
    void remove_transfers(const Incoming& incoming) {
        for (const std::string& path : incoming.transfers()) {
            if (ends_with(path, store::index_suffix) && listed_in_file(path, screen_).holds_nothing()) {
                continue;
            }
            if (is_output_folder(path)) {
                remove_output_folder(path);
            } else if (!remove_file(path)) {
                fail_with_errno("remove \"" + path + "\"");
            }
            summary_.files.push_back(path);
        }
    }

    /// Whether the file needs no search: the folder's own files hold no data of records except ids, and files named
    /// after a generation hold the same records as that generation.
    bool is_known(const std::string& name) const {
        static const char* const own[] = {"current", "current.json", "history", ".lock", "suppressed"};
        return std::find(std::begin(own), std::end(own), name) != std::end(own) || name == audit_name ||
               store::suppression_number_of(name) != 0 || !generations_in_name(name).empty();
    }

    void look_into_what_is_left() {
        for (const std::string& name : sorted_names_in(folder_.path())) {
            const std::string path = folder_.path() + "/" + name;
            std::error_code unknown;
            if (is_known(name) || fs::symlink_status(path, unknown).type() == fs::file_type::symlink) {
                continue;
            }
            if (is_regular(path)) {
                look_into(path);
            } else if (name != ".publishing") {
                summary_.held.push_back(path + ": is not the folder's, and was not looked into; move it away");
            }
        }
    }

    void look_into_named_files() {
        for (const std::string& path : options_.files) {
            std::error_code unknown;
            if (!fs::is_regular_file(path, unknown)) {
                summary_.held.push_back(path + ": is no file, and was not looked into");
                continue;
            }
            const ListedInFile found = look_into(path);
            if (found.holds_nothing()) {
                summary_.notes.push_back(
                    path + (found.is_index ? ": has nothing of list " : ": none of its ids is on list ") +
                    std::to_string(summary_.list) + (found.is_index ? "" : "; text without an id cannot be checked"));
            }
        }
    }

    ListedInFile look_into(const std::string& path) {
        ListedInFile found = listed_in_file(path, screen_);
        if (found.entries != 0) {
            const std::string ids = counted(found.entries, "id", "ids") + " of list " + std::to_string(summary_.list);
            summary_.held.push_back(path + ": has " +
                                    (found.is_index ? listed_text(found.entries, summary_.list) : ids) +
                                    "; delete it, or make it anew");
        } else if (!found.unknown.empty()) {
            summary_.held.push_back(found.unknown + ": it cannot be searched for list " +
                                    std::to_string(summary_.list) + "; delete it, or make it anew");
        }
        return found;
    }

    std::string audit_fields() const {
        std::string removed;
        for (const ForgetSummary::Removed& one : summary_.generations) {
            removed += (removed.empty() ? "" : ",") + json_string(one.generation);
        }
        return "\"list\":" + std::to_string(summary_.list) + ",\"entries\":" + std::to_string(summary_.entries) +
               ",\"generation\":" + json_string(summary_.current) + ",\"generations_removed\":[" + removed +
               "],\"files_removed\":" + std::to_string(summary_.files.size()) +
               ",\"held\":" + std::to_string(summary_.held.size());
    }

    std::string proof() const {
        return std::string(
                   "\"proof\":{\"query\":\"each entry, in every index and file that is left\",\"finds_nothing\":") +
               (summary_.is_proved() ? "true" : "false") + "}";
    }

    const ForgetOptions& options_;
    const std::optional<SigningKey> key_;
    const PublishedFolder folder_;
    const std::optional<Incoming> incoming_;  ///< locked before the folder, as pulls do
    const FolderLock lock_;
    const SuppressionScreen screen_;
    std::string told_;  ///< the generation in current.json, empty: none
    std::map<std::string, ListedInFile> found_;
    Generations going_;
    ForgetSummary summary_;
};

}  // namespace

std::string listed_text(std::uint64_t entries, std::uint64_t list) {
    return "what " + counted(entries, "entry", "entries") + " of list " + std::to_string(list) +
           (entries == 1 ? " names" : " name");
}

Result<ForgetSummary> forget_copies(const ForgetOptions& options) {
    try {
        return Forgetting(options).run();
    } catch (const BuildFailure& failure) {
        return failure.error();
    }
}

}  // namespace bizrec::builder

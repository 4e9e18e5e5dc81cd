#include "lmdb_builder/pull/incoming_folder.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <ctime>
#include <filesystem>
#include <system_error>

#include "bizrec/base/ascii.hpp"
#include "bizrec/base/numbers.hpp"
#include "bizrec/store/sha256.hpp"
#include "lmdb_builder/publish/durable_file.hpp"
#include "lmdb_builder/publish/packed_file.hpp"
#include "lmdb_builder/system/failure.hpp"
#include "lmdb_builder/system/output_file.hpp"
#include "lmdb_builder/system/whole_file.hpp"
#include "lmdb_builder/terminal/number_text.hpp"

namespace bizrec::builder {
namespace {

constexpr std::time_t hour = 3600;
constexpr char own_program[] = "/proc/self/exe";

/// Free bytes of the folder's disk; the greatest number if the system does not tell.
std::uint64_t free_bytes(const std::string& folder) {
    struct statvfs disk {};
    return ::statvfs(folder.c_str(), &disk) != 0 ? UINT64_MAX
                                                 : static_cast<std::uint64_t>(disk.f_bavail) * disk.f_frsize;
}

std::string without_line_end(std::string text) {
    while (!text.empty() && text.back() == '\n') {
        text.pop_back();
    }
    return text;
}

/// Whether a file belongs to the generation. rsync's unfinished files begin with a dot.
bool is_of(const std::string& name, const std::string& generation) {
    return starts_with(name, generation + ".") || starts_with(name, "." + generation + ".");
}

/// Whether the file notes a refusal: GENERATION.refused or GENERATION.WAY.wrong. Staged files begin with a dot.
bool is_refusal(const std::filesystem::path& name) {
    return name.native().front() != '.' && (name.extension() == ".refused" || name.extension() == ".wrong");
}

}  // namespace

std::string program_digest() {
    const auto program = packed_file_at(own_program);
    return program ? store::hex(program->sha256) : "unknown";
}

IncomingFolder::IncomingFolder(const std::string& root) : path_(root + "/incoming") {
    std::error_code problem;
    std::filesystem::create_directories(root, problem);
    if (problem || (::mkdir(path_.c_str(), 0700) != 0 && errno != EEXIST)) {
        errno = problem ? problem.value() : errno;
        fail_with_errno("make the folder \"" + path_ + "\"");
    }
}

bool IncomingFolder::lock() {
    lock_ = store::FileDescriptor(::open(file(".lock").c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0644));
    if (lock_.get() < 0) {
        fail_with_errno("lock \"" + file(".lock") + "\": this user must be able to write into the folder");
    }
    return ::flock(lock_.get(), LOCK_EX | LOCK_NB) == 0;
}

bool IncomingFolder::is_fresh(const std::string& name) const {
    struct stat status {};
    const std::time_t now = std::time(nullptr);
    // A note from the future was written while the clock was wrong.
    return ::lstat(file(name).c_str(), &status) == 0 && S_ISREG(status.st_mode) && status.st_mtime >= now - hour &&
           status.st_mtime <= now;
}

std::optional<std::string> IncomingFolder::fresh_note(const std::string& name) const {
    std::string text;
    if (!is_fresh(name) || !read_whole_file(file(name), text)) {
        return std::nullopt;
    }
    return without_line_end(std::move(text));
}

std::optional<std::string> IncomingFolder::refusal(const std::string& generation) const {
    auto note = fresh_note(generation + ".refused");
    const std::string end = "\n" + circumstances_;
    if (!note || note->size() < end.size() || note->compare(note->size() - end.size(), end.size(), end) != 0) {
        return std::nullopt;
    }
    note->resize(note->size() - end.size());
    return note;
}

void IncomingFolder::refuse(const std::string& generation, const std::string& reason) const {
    write(generation + ".refused", without_line_end(reason) + "\n" + circumstances_ + "\n");
    for (const char* const suffix : {".mdb", ".json", ".sig", ".report.json"}) {
        remove(generation + suffix);
    }
    remove_files([&](const std::string& name) {
        return is_of(name, generation) && std::filesystem::path(name).extension() == ".wrong";
    });
}

std::optional<std::string> IncomingFolder::waiting(const std::string& generation) const {
    std::string text;
    if (!read_whole_file(file(generation + ".newer"), text) || !starts_with(text, program_digest() + "\n")) {
        return std::nullopt;
    }
    return without_line_end(text.substr(text.find('\n') + 1));
}

void IncomingFolder::wait(const std::string& generation, const std::string& message) const {
    write(generation + ".newer", program_digest() + "\n" + message + "\n");
}

bool IncomingFolder::is_wrong_way(const std::string& generation, const std::string& way) const {
    return fresh_note(generation + "." + way + ".wrong") == circumstances_;
}

void IncomingFolder::note_wrong_way(const std::string& generation, const std::string& way) const {
    write(generation + "." + way + ".wrong", circumstances_ + "\n");
}

std::uint64_t IncomingFolder::sequence() const {
    std::string text;
    std::uint64_t sequence = 0;
    const bool is_there = read_whole_file(file(".sequence"), text);
    return is_there && read_whole_number(std::string_view(without_line_end(std::move(text))), sequence) ? sequence : 0;
}

void IncomingFolder::keep_sequence(std::uint64_t sequence) const {
    write(".sequence", std::to_string(sequence) + "\n");
    sync_folder_of_files(path_);
}

std::string IncomingFolder::purged() const {
    std::string text;
    return read_whole_file(file(".purged"), text) ? text : std::string();
}

void IncomingFolder::keep_purged(const std::string& state) const {
    if (state != purged()) {
        write(".purged", state);
    }
}

bool IncomingFolder::has_room(std::uint64_t size, std::uint64_t reserve) const {
    return size + reserve <= free_bytes(path_);
}

void IncomingFolder::need_room(const std::string& generation, const std::string& part, std::uint64_t size,
                               std::uint64_t reserve) const {
    struct stat status {};
    const std::uint64_t free = free_bytes(path_);
    const std::uint64_t taken =
        ::lstat(file(part).c_str(), &status) == 0 ? static_cast<std::uint64_t>(status.st_blocks) * 512 : 0;
    if (size - std::min(taken, size) + reserve <= free) {
        return;
    }
    remove(part);
    throw BuildFailure("no room for generation " + generation + ": it has " + size_text(size) + ", and " + path_ +
                       " has " + size_text(free + taken) + " free, of which " + size_text(reserve) +
                       " stay for others (BIZREC_RESERVE). Nothing of it is fetched; remove files, keep fewer "
                       "generations (BIZREC_KEEP), or give BIZREC_ROOT a larger disk");
}

void IncomingFolder::clear_others(const std::string& generation) const {
    remove_files([&](const std::string& name) {
        return !is_of(name, generation) && !(is_refusal(name) && is_fresh(name)) && name != ".lock" &&
               name != ".sequence" && name != ".purged" && name != ".said";
    });
}

void IncomingFolder::clear(const std::string& generation) const {
    remove_files([&](const std::string& name) { return is_of(name, generation); });
}

void IncomingFolder::remove_files(const std::function<bool(const std::string&)>& goes) const {
    std::error_code problem;
    for (std::filesystem::directory_iterator entry(path_, problem), end; !problem && entry != end;
         entry.increment(problem)) {
        const auto type = entry->symlink_status(problem).type();
        const std::string name = entry->path().filename();
        if (type == std::filesystem::file_type::regular && goes(name)) {
            remove(name);
        } else if (type == std::filesystem::file_type::directory && is_output_folder(name) && goes(name)) {
            remove_output_folder(file(name));
        }
    }
}

bool IncomingFolder::is_news(std::string_view message) const {
    std::string kind(message);
    const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
    kind.erase(std::remove_if(kind.begin(), kind.end(), is_digit), kind.end());
    if (kind.empty()) {
        remove(".said");
        return false;
    }
    const auto said = fresh_note(".said");
    if (said && *said == without_line_end(kind)) {
        return false;
    }
    write(".said", kind + "\n");
    return true;
}

void IncomingFolder::write(const std::string& name, const std::string& text) const {
    const std::string staged = file("." + name + ".new");
    remove("." + name + ".new");
    write_durable(staged, text);
    rename_file(staged, file(name));
}

void IncomingFolder::remove(const std::string& name) const {
    if (!remove_file(file(name))) {
        fail_with_errno("remove \"" + file(name) + "\"");
    }
}

std::uint64_t IncomingFolder::bytes() const noexcept {
    std::uint64_t total = 0;
    std::error_code problem;
    for (std::filesystem::directory_iterator entry(path_, problem), end; !problem && entry != end;
         entry.increment(problem)) {
        struct stat status {};
        if (::lstat(entry->path().c_str(), &status) == 0) {
            total += static_cast<std::uint64_t>(status.st_size);
        }
    }
    return total;
}

}  // namespace bizrec::builder

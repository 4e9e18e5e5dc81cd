#include "lmdb_builder/suppression/audit_line.hpp"

#include <fcntl.h>
#include <pwd.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <ctime>

#include "bizrec/base/json_text.hpp"
#include "bizrec/store/fd.hpp"
#include "bizrec/store/small_file.hpp"
#include "lmdb_builder/system/failure.hpp"

namespace bizrec::builder {
namespace {

constexpr std::size_t max_log_bytes = std::size_t{1} << 30;

std::string time_text() {
    const std::time_t now = std::time(nullptr);
    std::tm parts{};
    ::gmtime_r(&now, &parts);
    char text[32];
    return {text, std::strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &parts)};
}

/// The user who ran the command; with sudo, the user who called sudo.
std::string user_name() {
    const char* const asked = std::getenv("SUDO_USER");
    if (asked != nullptr && *asked != '\0') {
        return asked;
    }
    const passwd* const user = ::getpwuid(::geteuid());
    return user == nullptr ? std::to_string(::geteuid()) : user->pw_name;
}

/// Whether the file ends within a line: a run was stopped, or the disk was full, while it wrote.
bool ends_within_line(int file) noexcept {
    const off_t size = ::lseek(file, 0, SEEK_END);
    char last = '\n';
    return size > 0 && ::pread(file, &last, 1, size - 1) == 1 && last != '\n';
}

}  // namespace

void append_audit_line(const std::string& folder, const char* command, const SuppressSummary& summary) {
    std::string fields =
        "\"list\":" + std::to_string(summary.list) + ",\"entries\":" + std::to_string(summary.entries) +
        ",\"added\":" + std::to_string(summary.added) + ",\"removed\":" + std::to_string(summary.removed) +
        ",\"unknown\":" + std::to_string(summary.unknown) + ",\"generation\":";
    append_json_string(fields, summary.generation);
    if (summary.is_checked) {
        fields += ",\"proof\":{\"query\":\"records by id, and parts by pointer, in the generation with the list\",";
        fields += std::string("\"finds_nothing\":") + (summary.is_proved ? "true" : "false") + "}";
    }
    append_audit_fields(folder, command, fields);
}

void append_audit_fields(const std::string& folder, const std::string& command, const std::string& fields) {
    std::string line = "{\"time\":\"" + time_text() + "\",\"user\":";
    append_json_string(line, user_name());
    line += ",\"command\":";
    append_json_string(line, command);
    line += "," + fields + "}\n";
    const std::string path = folder + "/" + audit_name;
    const store::FileDescriptor file(::open(path.c_str(), O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0640));
    if (file.get() >= 0 && ends_within_line(file.get())) {
        line.insert(0, 1, '\n');
    }
    if (file.get() < 0 || ::write(file.get(), line.data(), line.size()) != static_cast<ssize_t>(line.size()) ||
        ::fsync(file.get()) != 0) {
        fail_with_errno("write \"" + path + "\"");
    }
}

std::uint64_t last_in_log(const std::string& folder, const std::string& field) {
    const std::string path = folder + "/" + audit_name;
    struct stat status {};
    if (::stat(path.c_str(), &status) != 0 || status.st_size == 0) {
        return 0;
    }
    const std::string log = must(store::read_small_file(path, max_log_bytes, "move the log away, and keep it"));
    const std::string member = "\"" + field + "\":";
    std::uint64_t greatest = 0;
    for (std::size_t at = log.find(member); at != std::string::npos; at = log.find(member, at)) {
        at += member.size();
        std::uint64_t number = 0;
        std::from_chars(log.data() + at, log.data() + log.size(), number);
        greatest = std::max(greatest, number);
    }
    return greatest;
}

void record_unrecorded_list(const std::string& folder, std::uint64_t number, std::uint64_t entries) {
    if (const std::uint64_t last = last_in_log(folder, "list"); last < number) {
        append_audit_fields(folder, "unrecorded",
                            "\"list\":" + std::to_string(number) + ",\"entries\":" + std::to_string(entries) +
                                ",\"last_recorded\":" + std::to_string(last));
    }
}

}  // namespace bizrec::builder

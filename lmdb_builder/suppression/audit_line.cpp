#include "lmdb_builder/suppression/audit_line.hpp"

#include <fcntl.h>
#include <pwd.h>
#include <unistd.h>

#include <cstdlib>
#include <ctime>

#include "bizrec/base/json_text.hpp"
#include "bizrec/store/fd.hpp"
#include "lmdb_builder/system/failure.hpp"

namespace bizrec::builder {
namespace {

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
    const store::FileDescriptor file(::open(path.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0640));
    if (file.get() < 0 || ::write(file.get(), line.data(), line.size()) != static_cast<ssize_t>(line.size()) ||
        ::fsync(file.get()) != 0) {
        fail_with_errno("write \"" + path + "\"");
    }
}

}  // namespace bizrec::builder

#include "lmdb_builder/commands/last_build.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cstdio>
#include <ctime>

#include "lmdb_builder/command_line/outcome.hpp"
#include "lmdb_builder/publish/generation_report.hpp"
#include "lmdb_builder/system/failure.hpp"
#include "lmdb_builder/system/new_file.hpp"
#include "lmdb_builder/terminal/number_text.hpp"

namespace bizrec::builder {
namespace {

/// The present time in UTC: "2026-11-27T02:14:05Z".
std::string now_text() {
    const std::time_t now = std::time(nullptr);
    std::tm utc{};
    ::gmtime_r(&now, &utc);
    char text[32];
    std::strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &utc);
    return text;
}

/// A temporary file. The destructor removes it unless it was renamed; the constructor removes one that a killed run has
/// left.
class TemporaryName {
public:
    TemporaryName(const FolderEntry& entry, std::string name) : entry_(entry), name_(std::move(name)) {
        ::unlinkat(entry_.folder(), name_.c_str(), 0);
    }
    TemporaryName(const TemporaryName&) = delete;
    TemporaryName& operator=(const TemporaryName&) = delete;
    ~TemporaryName() { ::unlinkat(entry_.folder(), name_.c_str(), 0); }
    const std::string& name() const noexcept { return name_; }

private:
    const FolderEntry& entry_;
    std::string name_;
};

/// Writes a file by way of a temporary name. `index`: the index's name, which is enough to make the temporary name
/// unique, because only one build at a time writes that index.
void write_file(const std::string& path, const std::string& index, const std::string& bytes) {
    const FolderEntry entry(path, "the report of the build");
    const TemporaryName temporary(entry, "." + index + ".last-build");
    const store::FileDescriptor fd = make_file(entry.folder(), temporary.name(), path);
    if (!store::write_at(fd.get(), bytes.data(), bytes.size(), 0)) {
        fail_with_errno("write \"" + path + "\"");
    }
    give_usual_mode(fd.get(), path);
    if (::fsync(fd.get()) != 0 ||
        ::renameat(entry.folder(), temporary.name().c_str(), entry.folder(), entry.name().c_str()) != 0) {
        fail_with_errno("write \"" + path + "\"");
    }
}

}  // namespace

void write_last_build(const std::string& index_path, const std::string& summary) {
    const std::string index = index_path.substr(index_path.rfind('/') + 1);
    const std::string head = "{\"built_at\":\"" + now_text() + "\",\"index\":" + json_string(index) + ",";
    try {
        write_file(folder_of(index_path) + "/" + std::string(last_build_name), index, head + summary.substr(1));
    } catch (const BuildFailure& failure) {
        warn("the index is built, but its report is not written: " + std::string(failure.what()));
    }
}

}  // namespace bizrec::builder

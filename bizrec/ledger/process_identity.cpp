#include "bizrec/ledger/process_identity.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cstdio>
#include <string_view>

#include "bizrec/base/numbers.hpp"
#include "bizrec/store/fd.hpp"

namespace bizrec::ledger {
namespace {

constexpr std::uint64_t time_mask = (std::uint64_t{1} << 40) - 1;

/// Field `number` (3 or more) of a line of /proc/PID/stat, counted as in proc(5); empty if there is none. The second
/// field, the program's name in brackets, may contain any characters.
std::string_view stat_field(std::string_view line, int number) noexcept {
    const std::size_t name_end = line.rfind(')');
    if (name_end == line.npos) {
        return {};
    }
    line.remove_prefix(name_end + 1);
    std::string_view field;
    for (int at = 2; at < number; ++at) {
        const std::size_t begin = line.find_first_not_of(' ');
        if (begin == line.npos) {
            return {};
        }
        const std::size_t end = line.find(' ', begin);
        field = line.substr(begin, end - begin);
        line = end == line.npos ? std::string_view() : line.substr(end);
    }
    return field;
}

}  // namespace

ProcessIdentity identify_process(std::uint64_t pid) noexcept {
    char path[40];
    std::snprintf(path, sizeof path, "/proc/%llu/stat", static_cast<unsigned long long>(pid));
    const store::FileDescriptor file(::open(path, O_RDONLY | O_CLOEXEC));
    char bytes[1024];
    const ssize_t size = file.get() < 0 ? -1 : ::read(file.get(), bytes, sizeof bytes);
    if (size <= 0) {
        return 0;
    }
    const std::string_view line(bytes, static_cast<std::size_t>(size));
    const std::string_view state = stat_field(line, 3);
    std::uint64_t started = 0;
    if (state == "Z" || state == "X" || !read_whole_number(stat_field(line, 22), started)) {
        return 0;
    }
    return pid << 40 | (started & time_mask);
}

ProcessIdentity this_process() noexcept {
    return identify_process(static_cast<std::uint64_t>(::getpid()));
}

bool is_alive(ProcessIdentity process) noexcept {
    return process != 0 && identify_process(pid_of(process)) == process;
}

}  // namespace bizrec::ledger

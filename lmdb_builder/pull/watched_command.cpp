#include "lmdb_builder/pull/watched_command.hpp"

#include <fcntl.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <csignal>

#include "bizrec/store/fd.hpp"
#include "lmdb_builder/system/failure.hpp"

namespace bizrec::builder {
namespace {

constexpr std::size_t max_said = std::size_t{16} << 10;
constexpr int look_every_ms = 100;

/// Runs in the child after fork(): only async-signal-safe calls.
[[noreturn]] void become(char* const* words, int said, pid_t parent) noexcept {
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    ::setpgid(0, 0);
    const int nothing = ::open("/dev/null", O_RDONLY);
    if (::getppid() == parent && nothing >= 0 && ::dup2(nothing, STDIN_FILENO) >= 0 &&
        ::dup2(said, STDERR_FILENO) >= 0 && ::dup2(said, STDOUT_FILENO) >= 0) {
        ::execvp(words[0], words);
    }
    ::_exit(no_such_program);
}

/// Appends the bytes that are in the pipe now. Returns false if the other end of the pipe is closed.
bool read_said(int fd, std::string& said) {
    char piece[4096];
    for (;;) {
        const ssize_t size = ::read(fd, piece, sizeof piece);
        if (size > 0) {
            said.append(piece, static_cast<std::size_t>(size));
            said.erase(0, said.size() - std::min(said.size(), max_said));
        } else if (size == 0 || errno != EINTR) {
            return size != 0;
        }
    }
}

void wait_a_moment(int fd, bool is_open) noexcept {
    pollfd wanted{is_open ? fd : -1, POLLIN, 0};
    ::poll(&wanted, 1, look_every_ms);
}

}  // namespace

CommandOutcome run_watched(const std::vector<std::string>& words, const std::function<std::uint64_t()>& bytes,
                           unsigned stall_seconds) {
    using Clock = std::chrono::steady_clock;
    int ends[2];
    if (::pipe2(ends, O_CLOEXEC) != 0) {
        fail_with_errno("make a pipe");
    }
    const store::FileDescriptor in(ends[0]);
    store::FileDescriptor out(ends[1]);
    ::fcntl(in.get(), F_SETFL, O_NONBLOCK);  // only this end; the child's end stays blocking
    std::vector<char*> arguments;
    arguments.reserve(words.size() + 1);
    for (const std::string& word : words) {
        arguments.push_back(const_cast<char*>(word.c_str()));
    }
    arguments.push_back(nullptr);
    const pid_t self = ::getpid();
    const pid_t child = ::fork();
    if (child < 0) {
        fail_with_errno("run " + words.front());
    }
    if (child == 0) {
        become(arguments.data(), out.get(), self);
    }
    ::setpgid(child, child);  // also called in the child, because either process may run first
    out = store::FileDescriptor();

    CommandOutcome outcome;
    int status = 0;
    bool is_open = true;
    std::uint64_t before = bytes();
    auto since = Clock::now();
    while (::waitpid(child, &status, WNOHANG) == 0) {
        wait_a_moment(in.get(), is_open);
        is_open = is_open && read_said(in.get(), outcome.said);
        const std::uint64_t now = bytes();
        if (now != before) {
            before = now;
            since = Clock::now();
        } else if (Clock::now() - since > std::chrono::seconds(stall_seconds)) {
            outcome.stalled = true;
            ::kill(-child, SIGKILL);
            ::waitpid(child, &status, 0);
            break;
        }
    }
    ::kill(-child, SIGKILL);  // also kills the child's own children
    read_said(in.get(), outcome.said);
    outcome.status = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    return outcome;
}

}  // namespace bizrec::builder

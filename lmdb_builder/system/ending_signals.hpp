#pragma once

#include <unistd.h>

#include <climits>
#include <csignal>
#include <cstddef>
#include <cstdio>
#include <initializer_list>
#include <string>

namespace bizrec::builder {

/// From now on SIGINT, SIGTERM and SIGHUP call `handler`, which is async-signal-safe and ends with end_by().
inline void on_ending_signals(void (*handler)(int)) {
    for (const int signal_number : {SIGINT, SIGTERM, SIGHUP}) {
        struct sigaction action {};
        action.sa_handler = handler;
        ::sigaction(signal_number, &action, nullptr);
    }
}

/// While this lives, these signals wait: between the making of a file and the note of it for the handler.
class EndingSignalsWait {
public:
    EndingSignalsWait() noexcept {
        sigset_t ending;
        sigemptyset(&ending);
        for (const int signal_number : {SIGINT, SIGTERM, SIGHUP}) {
            sigaddset(&ending, signal_number);
        }
        ::pthread_sigmask(SIG_BLOCK, &ending, &before_);
    }
    ~EndingSignalsWait() { ::pthread_sigmask(SIG_SETMASK, &before_, nullptr); }
    EndingSignalsWait(const EndingSignalsWait&) = delete;
    EndingSignalsWait& operator=(const EndingSignalsWait&) = delete;

private:
    sigset_t before_{};
};

/// What the user is told when such a signal ends the work. Plain characters: a handler may read nothing else.
class EndingNote {
public:
    /// "interrupted: "index.lmdb" is as it was"; of a file that is not there yet "is not made". In one piece, or not at
    /// all where the path is too long for any system.
    static void set(const std::string& path) noexcept {
        clear();
        const char* const fate = ::access(path.c_str(), F_OK) == 0 ? "is as it was" : "is not made";
        const char* const begin = ::isatty(STDERR_FILENO) == 1 ? "\n" : "";  // behind a bar
        const int size =
            std::snprintf(note, sizeof note, "%slmdb_builder: interrupted: \"%s\" %s\n", begin, path.c_str(), fate);
        note_bytes = size > 0 && static_cast<std::size_t>(size) < sizeof note ? size : 0;
    }
    static void clear() noexcept { note_bytes = 0; }
    static void say() noexcept {
        const ssize_t ignored = ::write(STDERR_FILENO, note, static_cast<std::size_t>(note_bytes));
        static_cast<void>(ignored);
    }

private:
    static inline char note[PATH_MAX + 64] = {};
    static inline volatile std::sig_atomic_t note_bytes = 0;
};

/// The process ends as it would have without a handler.
inline void end_by(int signal_number) noexcept {
    EndingNote::say();
    ::signal(signal_number, SIG_DFL);
    ::raise(signal_number);
}

}  // namespace bizrec::builder

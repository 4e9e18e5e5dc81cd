#pragma once

#include <unistd.h>

#include <climits>
#include <csignal>
#include <cstddef>
#include <cstdio>
#include <initializer_list>
#include <string>

#include "bizrec/text/visible.hpp"

namespace bizrec::builder {

/// From now on SIGINT, SIGTERM and SIGHUP call `handler`, which must be async-signal-safe and end with end_by().
inline void on_ending_signals(void (*handler)(int)) {
    for (const int signal_number : {SIGINT, SIGTERM, SIGHUP}) {
        struct sigaction action {};
        action.sa_handler = handler;
        ::sigaction(signal_number, &action, nullptr);
    }
}

/// Blocks SIGINT, SIGTERM and SIGHUP while it lives. Commands use it between creating a file and recording the name for
/// the handler, so that no signal comes before the handler knows the file.
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

/// The message that the user sees when SIGINT, SIGTERM or SIGHUP ends the process. It is prepared as plain characters,
/// because a signal handler may read nothing else.
class EndingNote {
public:
    /// The message is `interrupted: "PATH" is as it was`, or `… is not made` if the file does not exist yet. It is
    /// printed in one piece, or omitted if the path is too long for any system.
    static void set(const std::string& path) {
        if (is_held) {
            return;
        }
        clear();
        const char* const fate = ::access(path.c_str(), F_OK) == 0 ? "is as it was" : "is not made";
        const char* const begin = ::isatty(STDERR_FILENO) == 1 ? "\n" : "";  // starts a new line after a progress bar
        const int size = std::snprintf(note, sizeof note, "%slmdb_builder: interrupted: \"%s\" %s\n", begin,
                                       text::visible(path).c_str(), fate);
        note_bytes = size > 0 && static_cast<std::size_t>(size) < sizeof note ? size : 0;
    }
    static void clear() noexcept { note_bytes = is_held ? note_bytes : 0; }
    static void say() noexcept {
        const ssize_t ignored = ::write(STDERR_FILENO, note, static_cast<std::size_t>(note_bytes));
        static_cast<void>(ignored);
    }

private:
    friend class EndingNoteOf;
    static constexpr std::size_t visible_byte = 6;  ///< visible() makes at most so many of one: "\u001b"
    static inline char note[visible_byte * PATH_MAX + 64] = {};
    static inline volatile std::sig_atomic_t note_bytes = 0;
    static inline bool is_held = false;
};

/// While it lives, the message of EndingNote is about `path`, the file that the user asked for, and not about the files
/// that are made on the way to it. The outermost one counts.
class EndingNoteOf {
public:
    explicit EndingNoteOf(const std::string& path) : is_outermost_(!EndingNote::is_held) {
        EndingNote::set(path);
        EndingNote::is_held = true;
    }
    ~EndingNoteOf() {
        if (is_outermost_) {
            EndingNote::is_held = false;
            EndingNote::clear();
        }
    }
    EndingNoteOf(const EndingNoteOf&) = delete;
    EndingNoteOf& operator=(const EndingNoteOf&) = delete;

private:
    const bool is_outermost_;
};

/// Prints the message of EndingNote, and ends the process as if there were no handler.
inline void end_by(int signal_number) noexcept {
    EndingNote::say();
    ::signal(signal_number, SIG_DFL);
    ::raise(signal_number);
}

}  // namespace bizrec::builder

#pragma once

#include <csignal>
#include <initializer_list>

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

/// The process ends as it would have without a handler.
inline void end_by(int signal_number) noexcept {
    ::signal(signal_number, SIG_DFL);
    ::raise(signal_number);
}

}  // namespace bizrec::builder

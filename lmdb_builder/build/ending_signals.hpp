#pragma once

#include <csignal>

namespace bizrec::builder {

/// From now on SIGINT, SIGTERM and SIGHUP call `handler`, which is async-signal-safe and ends with end_by().
inline void on_ending_signals(void (*handler)(int)) {
    for (const int signal_number : {SIGINT, SIGTERM, SIGHUP}) {
        struct sigaction action {};
        action.sa_handler = handler;
        ::sigaction(signal_number, &action, nullptr);
    }
}

/// The process ends as it would have without a handler.
inline void end_by(int signal_number) noexcept {
    ::signal(signal_number, SIG_DFL);
    ::raise(signal_number);
}

}  // namespace bizrec::builder

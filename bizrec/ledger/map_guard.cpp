#include "bizrec/ledger/map_guard.hpp"

#include <pthread.h>

#include <atomic>
#include <csetjmp>
#include <csignal>

namespace bizrec::ledger {
namespace {

thread_local sigjmp_buf* way_out = nullptr;  ///< of the call under way in this thread
struct sigaction action_before {};           ///< what the process had for SIGBUS

/// Somebody else's map: as if this handler were not there.
void pass_on(int signal, siginfo_t* info, void* context) noexcept {
    if ((action_before.sa_flags & SA_SIGINFO) != 0) {
        action_before.sa_sigaction(signal, info, context);
    } else if (action_before.sa_handler != SIG_DFL && action_before.sa_handler != SIG_IGN) {
        action_before.sa_handler(signal);
    } else if (action_before.sa_handler == SIG_DFL || info->si_code > 0) {
        ::signal(signal, SIG_DFL);
        ::raise(signal);
    }
}

extern "C" void on_bus_error(int signal, siginfo_t* info, void* context) {
    if (info->si_code > 0) {  // the kernel's, not kill(2)'s
        leave_map();
    }
    pass_on(signal, info, context);
}

bool handle_bus_errors() noexcept {
    struct sigaction action {};
    action.sa_sigaction = on_bus_error;
    action.sa_flags = SA_SIGINFO | SA_NODEFER;  // left by a jump, which leaves the mask as it is
    sigemptyset(&action.sa_mask);
    return ::sigaction(SIGBUS, nullptr, &action_before) == 0 && ::sigaction(SIGBUS, &action, nullptr) == 0;
}

/// nginx's threads block all signals, and a blocked SIGBUS ends the process.
bool let_bus_errors_in() noexcept {
    static const bool handled = handle_bus_errors();
    sigset_t bus_error;
    sigemptyset(&bus_error);
    sigaddset(&bus_error, SIGBUS);
    return ::pthread_sigmask(SIG_UNBLOCK, &bus_error, nullptr) == 0 && handled;
}

}  // namespace

void leave_map() noexcept {
    if (sigjmp_buf* const out = way_out) {
        way_out = nullptr;
        siglongjmp(*out, 1);
    }
}

int guard_map(int (*call)(void*), void* what) noexcept {
    static thread_local const bool ready = let_bus_errors_in();
    static_cast<void>(ready);
    sigjmp_buf out;
    if (sigsetjmp(out, 0) != 0) {
        return map_lost;
    }
    way_out = &out;
    std::atomic_signal_fence(std::memory_order_seq_cst);
    const int code = call(what);
    std::atomic_signal_fence(std::memory_order_seq_cst);
    way_out = nullptr;
    return code;
}

}  // namespace bizrec::ledger

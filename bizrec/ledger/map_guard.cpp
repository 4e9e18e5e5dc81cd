#include "bizrec/ledger/map_guard.hpp"

#include <pthread.h>

#include <atomic>
#include <csetjmp>
#include <csignal>

namespace bizrec::ledger {
namespace {

/// `way_out` has a pointer for each thread: during a call, to the call's sigjmp_buf; between calls, to no_call, or to
/// lost_call if a call in this thread was ended halfway; null before the first call. It is not thread_local, because
/// the dynamic loader allocates a module's thread_local at its first use in a thread, and ends the process if there is
/// no memory.
char no_call, lost_call;
pthread_key_t way_out;

struct sigaction action_before {};  ///< the process's previous action for SIGBUS

/// Called for a SIGBUS that is not from a call of guard_map(). Acts as if this handler did not exist.
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
    if (info->si_code > 0) {  // sent by the kernel, not by kill(2)
        leave_map();
    }
    pass_on(signal, info, context);
}

bool handle_bus_errors() noexcept {
    struct sigaction action {};
    action.sa_sigaction = on_bus_error;
    action.sa_flags = SA_SIGINFO | SA_NODEFER;  // the handler is left by a jump that does not restore the signal mask
    sigemptyset(&action.sa_mask);
    return ::pthread_key_create(&way_out, nullptr) == 0 && ::sigaction(SIGBUS, nullptr, &action_before) == 0 &&
           ::sigaction(SIGBUS, &action, nullptr) == 0;
}

/// Unblocks SIGBUS: nginx's threads block all signals, and a blocked SIGBUS ends the process.
void let_bus_errors_in() noexcept {
    sigset_t bus_error;
    sigemptyset(&bus_error);
    sigaddset(&bus_error, SIGBUS);
    ::pthread_sigmask(SIG_UNBLOCK, &bus_error, nullptr);
}

}  // namespace

void leave_map() noexcept {
    void* const out = ::pthread_getspecific(way_out);
    if (out != nullptr && out != &no_call && out != &lost_call) {
        ::pthread_setspecific(way_out, &lost_call);
        siglongjmp(*static_cast<sigjmp_buf*>(out), 1);
    }
}

bool has_lost_map() noexcept {
    return ::pthread_getspecific(way_out) == &lost_call;
}

int guard_map(int (*call)(void*), void* what) noexcept {
    static const bool handled = handle_bus_errors();
    if (!handled) {
        return call(what);
    }
    void* before = ::pthread_getspecific(way_out);
    if (before == nullptr) {
        let_bus_errors_in();
        before = &no_call;
    }
    sigjmp_buf out;
    if (sigsetjmp(out, 0) != 0) {
        return map_lost;
    }
    ::pthread_setspecific(way_out, &out);
    std::atomic_signal_fence(std::memory_order_seq_cst);
    const int code = call(what);
    std::atomic_signal_fence(std::memory_order_seq_cst);
    ::pthread_setspecific(way_out, before);
    return code;
}

}  // namespace bizrec::ledger

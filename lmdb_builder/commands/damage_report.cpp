#include "lmdb_builder/commands/damage_report.hpp"

#include <unistd.h>

#include <csignal>

#include "bizrec/text/visible.hpp"
#include "lmdb_builder/command_line/outcome.hpp"

namespace bizrec::builder {
namespace {

std::string report;  // made in advance, because a signal handler must not allocate

extern "C" void say_damaged(int) {
    const ssize_t ignored = ::write(STDERR_FILENO, report.data(), report.size());
    static_cast<void>(ignored);
    ::_exit(exit_code::failed);
}

}  // namespace

void report_damage_of(const std::string& path) {
    report = "lmdb_builder: " + text::visible(path) +
             ": is damaged; make a new ledger of the last export and the access log with lmdb_builder credits repair\n";
    for (const int signal : {SIGSEGV, SIGBUS, SIGABRT, SIGFPE}) {
        ::signal(signal, say_damaged);
    }
}

}  // namespace bizrec::builder

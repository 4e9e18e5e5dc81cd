#pragma once

#include <string>

namespace bizrec::builder {

/// LMDB trusts its file: damaged bytes can end the process with a bus error or an assertion. After this call, such an
/// end gives exit status 1 and a message that names this ledger and the way to repair it. Only for a process that runs
/// one command.
void report_damage_of(const std::string& path);

}  // namespace bizrec::builder

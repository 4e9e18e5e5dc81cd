#pragma once

#include <string>

namespace bizrec::builder {

/// LMDB trusts its file: damaged bytes can end the process with a bus error or an assertion. From now on that ends it
/// with exit status 1, and with words that name this ledger and the way to repair it. For a process of one command.
void report_damage_of(const std::string& path);

}  // namespace bizrec::builder

#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "bizrec/base/result.hpp"
#include "bizrec/ledger/account_table.hpp"
#include "bizrec/ledger/ledger.hpp"

namespace bizrec::ledger {

/// Identifies the place that serves a ledger: the machine (machine-id(5), if there is one) and the file's inode. A copy
/// of a ledger has another home than the ledger, because its inode differs.
std::string home_of(std::uint64_t inode);

/// The kernel's id of the machine's current boot (random(4)); empty without /proc.
std::string boot_id();

/// Checks a ledger before a server starts, or at `nginx -t`. The ledger must be readable and complete, belong to this
/// edge (any edge if `edge` is empty), and not be a copy of one that is served elsewhere. Reads the whole file in a
/// child process, because bytes that make LMDB crash end only the child. Leaves nothing open. Returns the ledger's id.
Result<std::string> check_ledger(const std::string& path, const std::string& edge);

/// For tools: checks that the sums of all teams agree with their grants and counters. The ledger may be a copy, or
/// belong to another edge. Works in a child process, as check_ledger() does.
Status check_sums(const std::string& path);

/// The table of accounts of a ledger, for a server that starts. Returns the table of the running server (a new master
/// beside an old one, a master that was killed), or else a new one with the ledger's numbers. Refuses a ledger that
/// another table is writing to, for example the table of a server in another container. To find out, it watches the
/// ledger for `patience_ms`. Called before the fork. A child process reads and writes the ledger, as with
/// check_ledger(), so nothing of it stays open.
Result<std::unique_ptr<AccountTable>> open_accounts(const std::string& path, std::int64_t patience_ms);

}  // namespace bizrec::ledger

#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "bizrec/base/result.hpp"
#include "bizrec/ledger/account_table.hpp"
#include "bizrec/ledger/ledger.hpp"

namespace bizrec::ledger {

/// Where a ledger is served: the machine (machine-id(5), where there is one) and the file's inode. A copy has another.
std::string home_of(std::uint64_t inode);

/// random(4)'s id of this start of the machine; empty without /proc.
std::string boot_id();

/// What a server asks of a ledger before it starts, or at `nginx -t`: readable, whole, of this edge (`edge` empty: of
/// any), and not a copy of one that counts elsewhere. Reads all of it, in a process of its own: bytes that make LMDB
/// fail end that one alone. Nothing stays open. Gives the ledger's id.
Result<std::string> check_ledger(const std::string& path, const std::string& edge);

/// What a tool asks before it reads or changes a ledger, also a copy, or one of another edge: that the sums of its
/// teams are those of their grants and counters. In a process of its own, too.
Status check_sums(const std::string& path);

/// The table of accounts of a ledger, for a server that starts: that of the server which runs (a new master next to an
/// old one, a master that was killed), else a new one with what the ledger has. Refuses a ledger whose counters another
/// table moves, which it looks at for `patience_ms`: a server in another container, say. Called before the fork;
/// nothing of the ledger stays open: a process of its own reads and writes it, as with check_ledger().
Result<std::unique_ptr<AccountTable>> open_accounts(const std::string& path, std::int64_t patience_ms);

}  // namespace bizrec::ledger

#pragma once

#include "lmdb_builder/command_line/command.hpp"

/// The commands of credits, each in the source file of its name. Outside this room only main() uses them.
namespace bizrec::builder {

Command credits_command();  ///< the ledger of what customers may spend and have spent; its subcommands:
Command credits_create();   ///< makes an empty ledger
Command credits_grant();    ///< grants credits to a team
Command credits_show();     ///< shows the balance of each team
Command credits_usage();    ///< shows the usage of teams, by time
Command credits_audit();    ///< compares the ledger with the access log
Command credits_export();   ///< writes lines for other edges and billing
Command credits_import();   ///< reads the lines of other edges
Command credits_repair();   ///< makes a new ledger from an export and the access log
Command credits_compact();  ///< sums old usage by hour

}  // namespace bizrec::builder

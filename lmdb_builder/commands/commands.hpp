#pragma once

#include "lmdb_builder/command_line/command.hpp"

/// The commands of lmdb_builder, each made by the file of its name.
namespace bizrec::builder {

Command build_command();      ///< records → an index, or a run of one
Command import_command();     ///< other sources → records
Command merge_command();      ///< runs → an index
Command verify_command();     ///< whether an index is sound
Command inspect_command();    ///< what an index holds
Command query_command();      ///< an enrichment, answered as the server answers it
Command search_command();     ///< a search, likewise
Command enrich_command();     ///< a table of customers → the same with records
Command explain_command();    ///< how a search scores records
Command why_command();        ///< why a record is, or is not, in an answer
Command dump_command();       ///< an index → its records
Command diff_command();       ///< which records of two indexes differ
Command changes_command();    ///< what became of each record
Command delta_command();      ///< two indexes → what leads from one to the other
Command apply_command();      ///< an index and deltas → a newer index
Command key_command();        ///< keys of customers
Command publish_command();    ///< an index → the folder that servers watch
Command suppress_command();   ///< what nobody may see any more; its subcommands:
Command suppress_list();      ///< the list in force
Command suppress_check();     ///< where a record still is
Command suppress_take();      ///< the list of another folder
Command forget_command();     ///< older generations that hold it go
Command rollback_command();   ///< an earlier index is served again
Command published_command();  ///< what that folder holds
Command pull_command();       ///< a builder's current index → this edge
Command status_command();     ///< how a server is
Command credits_command();    ///< the ledger of what customers may spend and have spent; its subcommands:
Command credits_create();     ///< an empty ledger
Command credits_grant();      ///< credits for a team
Command credits_show();       ///< what each team has
Command credits_usage();      ///< what teams have got, by time
Command credits_audit();      ///< the ledger against the access log
Command credits_export();     ///< what other edges and billing need
Command credits_import();     ///< what other edges have exported
Command credits_repair();     ///< a new ledger of an export and the access log
Command credits_compact();    ///< old usage by hour
/// Of suppress, too: deletion lists of hashes, whoever they name, and what became of them.
Command suppress_import_drop();
Command suppress_match();
Command suppress_report();
/// The manual of a program that is whole but for this command.
Command manual_command(const Command& program);

}  // namespace bizrec::builder

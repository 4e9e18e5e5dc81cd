#pragma once

#include "lmdb_builder/command_line/command.hpp"

/// The commands of lmdb_builder. Each is defined in the source file of its name.
namespace bizrec::builder {

Command build_command();      ///< records → an index, or a run of one
Command import_command();     ///< other sources → records
Command merge_command();      ///< runs → an index
Command verify_command();     ///< checks that an index is sound
Command inspect_command();    ///< shows what an index holds
Command query_command();      ///< answers an enrichment as the server answers it
Command search_command();     ///< answers a search as the server answers it
Command enrich_command();     ///< adds records to a table of customers
Command explain_command();    ///< shows how a search ranks records
Command why_command();        ///< shows why a record is, or is not, in an answer
Command dump_command();       ///< an index → its records
Command diff_command();       ///< shows which records of two indexes differ
Command changes_command();    ///< writes which records of two generations changed, for customers
Command delta_command();      ///< two indexes → the difference between them
Command apply_command();      ///< an index and deltas → a newer index
Command key_command();        ///< makes keys of customers
Command publish_command();    ///< an index → the folder that servers watch
Command suppress_command();   ///< hides records and parts in all generations; its subcommands:
Command suppress_init();      ///< writes the empty first list of a new folder
Command suppress_list();      ///< prints the list of suppressions that is in force
Command suppress_check();     ///< shows which files still hold a record
Command suppress_take();      ///< puts the list of another folder in force
Command forget_command();     ///< removes older generations with suppressed records
Command rollback_command();   ///< makes an earlier generation current again
Command published_command();  ///< lists the generations of a published folder
Command pull_command();       ///< a builder's current index → this edge
Command status_command();     ///< shows the health of a server
/// More subcommands of suppress: import deletion lists of hashes, match them with records, report the statuses.
Command suppress_import_drop();
Command suppress_match();
Command suppress_report();
/// Writes the manual of `program`, which has all commands except this one.
Command manual_command(const Command& program);

}  // namespace bizrec::builder

#include "lmdb_builder/commands/credits_command.hpp"

#include "lmdb_builder/commands/credits_audit.hpp"
#include "lmdb_builder/commands/credits_compact.hpp"
#include "lmdb_builder/commands/credits_create.hpp"
#include "lmdb_builder/commands/credits_export.hpp"
#include "lmdb_builder/commands/credits_grant.hpp"
#include "lmdb_builder/commands/credits_import.hpp"
#include "lmdb_builder/commands/credits_repair.hpp"
#include "lmdb_builder/commands/credits_show.hpp"
#include "lmdb_builder/commands/credits_usage.hpp"

namespace bizrec::builder {
namespace {

constexpr const char* credits_examples = R"(
Examples:
  lmdb_builder credits create /var/lib/bizrec/credits/ledger.mdb
  lmdb_builder credits grant /var/lib/bizrec/credits/ledger.mdb acme 5000 --id INV-1042
  lmdb_builder credits show /var/lib/bizrec/credits/ledger.mdb

A ledger has the books of one edge: what teams were granted, and what they have spent here and
elsewhere. nginx serves it (bizrec_credits), and these commands work while it does. Amounts are
credits with at most three decimals: 5000, 0.1, -12.345.

Exit status: 0 done, 1 data or I/O error, 2 wrong usage.)";

}  // namespace

void add_credits_command(CLI::App& app, int& exit) {
    CLI::App* credits = app.add_subcommand("credits", "Keep the ledger of what customers may spend and have spent");
    credits->footer(credits_examples);
    credits->require_subcommand(1);
    add_credits_create(*credits, exit);
    add_credits_grant(*credits, exit);
    add_credits_show(*credits, exit);
    add_credits_usage(*credits, exit);
    add_credits_audit(*credits, exit);
    add_credits_export(*credits, exit);
    add_credits_import(*credits, exit);
    add_credits_repair(*credits, exit);
    add_credits_compact(*credits, exit);
}

}  // namespace bizrec::builder

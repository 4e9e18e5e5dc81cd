#include "lmdb_builder/credits/credits.hpp"

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

Command credits_command() {
    return command_group("credits", "Manage the ledger of the credits that customers have and have spent",
                         credits_examples,
                         {credits_create(), credits_grant(), credits_show(), credits_usage(), credits_audit(),
                          credits_export(), credits_import(), credits_repair(), credits_compact()});
}

}  // namespace bizrec::builder

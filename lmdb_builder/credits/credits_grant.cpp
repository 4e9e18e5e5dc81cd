#include "lmdb_builder/credits/credits.hpp"

#include "lmdb_builder/command_line/option_values.hpp"
#include "lmdb_builder/command_line/outcome.hpp"
#include "lmdb_builder/credits/credits_ledger.hpp"
#include "lmdb_builder/terminal/print.hpp"

namespace bizrec::builder {
namespace {

using ledger::Ledger;

constexpr const char* grant_examples = R"(
Examples:
  lmdb_builder credits grant ledger.mdb acme 5000 --id INV-1042
  lmdb_builder credits grant ledger.mdb acme 250 --id INV-1042-bonus --note "first order"
  lmdb_builder credits grant ledger.mdb acme -100 --id CN-17 --note "credit note 17"

Gives credits to a team; a negative amount takes back. The server knows of it within a second
(bizrec_credits sync=). Each id is granted once: the same grant again changes nothing, so that a
script may repeat it, and another team or amount under a known id is refused. With several edges,
grant on any one of them: exports carry it to the others.

Exit status: 0 granted, or known already; 1 refused, or an I/O error; 2 wrong usage.)";

struct GrantArguments {
    std::string path;
    ledger::Grant grant;
};

/// Makes the check of an option from a function such as ledger::problem_of_team(). Appends the value to its message.
Option::Check checked_by(std::string (*problem_of)(std::string_view)) {
    return [problem_of](const std::string& text) {
        const std::string problem = problem_of(text);
        return problem.empty() ? problem : problem + expected_got("", text).substr(sizeof "expected " - 1);
    };
}

Result<ledger::Millicredits> read_credits(const std::string& text) {
    if (const auto amount = ledger::parse_credits(text)) {
        return *amount;
    }
    return Error{expected_got("credits with at most three decimals, from -" + amount_text(ledger::max_millicredits) +
                                  " to " + amount_text(ledger::max_millicredits) + ", as in 5000 or -12.345",
                              text)};
}

int run_grant(GrantArguments& arguments) {
    arguments.grant.unix_s = unix_now();
    const auto ledger = open_ledger(arguments.path, Ledger::Mode::write);
    if (ledger == nullptr) {
        return exit_code::failed;
    }
    auto txn = ledger->begin(Ledger::Mode::write);
    if (!txn) {
        return fail(txn.error().message);
    }
    const auto granted = txn.value().grant(arguments.grant);
    if (!granted) {
        return fail(granted.error().message);
    }
    const auto sums = txn.value().sums(arguments.grant.team);
    if (!sums) {
        return fail(sums.error().message);
    }
    const auto balance =
        balance_of(*ledger, txn.value(), arguments.grant.team, sums.value().value_or(ledger::TeamSums{}));
    if (!balance) {
        return fail(balance.error().message);
    }
    if (granted.value()) {
        if (const auto status = txn.value().commit(); !status) {
            return fail(status.error().message);
        }
    }
    print_lines(stdout, arguments.grant.team + ": " + balance.value().text() +
                            (granted.value() ? "\n" : " (" + arguments.grant.id + " was known: nothing changed)\n"));
    return exit_code::done;
}

Options options_of(GrantArguments& to) {
    return {ledger_argument(to.path),
            text_option("team", "TEAM", to.grant.team, "Team, as in nginx's map")
                .required()
                .checked(checked_by(ledger::problem_of_team)),
            parsed_option("amount", "AMOUNT", to.grant.amount, "Credits, with at most three decimals", read_credits)
                .required(),
            text_option("--id", "ID", to.grant.id, "Id of the grant, such as an invoice's number")
                .required()
                .checked(checked_by(ledger::problem_of_grant_id)),
            text_option("--note", "TEXT", to.grant.note, "Note to store with the grant")
                .checked(checked_by(ledger::problem_of_note))};
}

}  // namespace

Command credits_grant() {
    return command_of<GrantArguments>("grant", "Give credits to a team, or take them back", grant_examples, options_of,
                                      run_grant);
}

}  // namespace bizrec::builder

#include "lmdb_builder/credits/credits.hpp"

#include <vector>

#include "lmdb_builder/command_line/outcome.hpp"
#include "lmdb_builder/credits/credits_ledger.hpp"
#include "lmdb_builder/credits/minutes.hpp"
#include "lmdb_builder/terminal/number_text.hpp"
#include "lmdb_builder/terminal/print.hpp"
#include "lmdb_builder/terminal/text_table.hpp"

namespace bizrec::builder {
namespace {

using ledger::Grant;
using ledger::Ledger;
using Align = TextTable::Align;

constexpr const char* show_examples = R"(
Examples:
  lmdb_builder credits show ledger.mdb
  lmdb_builder credits show ledger.mdb acme
  lmdb_builder credits show --json ledger.mdb | jq '.teams[]|select(.remaining_millicredits<=0).team'

Prints the edge, when its server wrote last, and for each team: granted, spent here, spent on other
edges (as far as this ledger knows), remaining. Of one TEAM also its grants. In JSON, amounts are
integers of a thousandth of a credit.

Exit status: 0 printed, 1 no usable ledger or no such team, 2 wrong usage.)";

struct ShowArguments {
    std::string path, team;
    bool json = false;
};

struct Shown {
    ledger::Session session;
    std::vector<TeamBalance> teams;
    std::vector<Grant> grants;  ///< of the requested team
};

Status read_team(const Ledger& ledger, const Ledger::Transaction& txn, const std::string& team, Shown& shown) {
    const auto sums = txn.sums(team);
    if (!sums) {
        return sums.error();
    }
    if (!sums.value()) {
        return Error{"\"" + ledger.path() + "\" has no team \"" + team + "\"; a grant makes it known"};
    }
    auto balance = balance_of(ledger, txn, team, *sums.value());
    if (!balance) {
        return balance.error();
    }
    shown.teams.push_back(std::move(balance).value());
    return txn.each_grant([&](const Grant& grant) {
        if (grant.team == team) {
            shown.grants.push_back(grant);
        }
        return true;
    });
}

Status read_teams(const Ledger& ledger, const Ledger::Transaction& txn, Shown& shown) {
    Status problem = ok();
    const auto status = txn.each_team([&](std::string_view team, const ledger::TeamSums& sums) {
        auto balance = balance_of(ledger, txn, team, sums);
        if (!balance) {
            problem = balance.error();
            return false;
        }
        shown.teams.push_back(std::move(balance).value());
        return true;
    });
    return problem ? status : problem;
}

Result<Shown> read(Ledger& ledger, const std::string& team) {
    const auto txn = ledger.begin(Ledger::Mode::read);
    if (!txn) {
        return txn.error();
    }
    Shown shown;
    auto session = txn.value().session();
    if (!session) {
        return session.error();
    }
    shown.session = std::move(session).value();
    const auto status =
        team.empty() ? read_teams(ledger, txn.value(), shown) : read_team(ledger, txn.value(), team, shown);
    return status ? Result<Shown>(std::move(shown)) : status.error();
}

std::string table_of(const Shown& shown) {
    TextTable table({{"team", Align::left},
                     {"granted", Align::right},
                     {"spent here", Align::right},
                     {"spent elsewhere", Align::right},
                     {"remaining", Align::right}});
    for (const TeamBalance& of : shown.teams) {
        table.add({of.team, amount_text(of.granted), amount_text(of.here), amount_text(of.elsewhere),
                   amount_text(of.remaining())});
    }
    return table.text();
}

std::string grants_table(const Shown& shown) {
    TextTable table({{"grant", Align::left}, {"credits", Align::right}, {"when", Align::left}, {"note", Align::left}});
    for (const Grant& grant : shown.grants) {
        table.add({grant.id, amount_text(grant.amount), time_text(grant.unix_s), grant.note});
    }
    return table.empty() ? std::string() : "\n" + table.text();
}

std::string text_of(const Ledger& ledger, const Shown& shown) {
    const std::int64_t written = shown.session.written_unix_ms;
    return "edge     " + ledger.about().edge_id() + "\nmade     " + time_text(ledger.about().created_unix_s) +
           "\nwritten  " + (written == 0 ? "never by a server" : time_text(written / 1000)) + "\n\n" + table_of(shown) +
           grants_table(shown);
}

std::string team_json(const TeamBalance& of) {
    return "{\"team\":" + json_string(of.team) + ",\"granted_millicredits\":" + std::to_string(of.granted) +
           ",\"spent_here_millicredits\":" + std::to_string(of.here) +
           ",\"spent_elsewhere_millicredits\":" + std::to_string(of.elsewhere) +
           ",\"remaining_millicredits\":" + std::to_string(of.remaining()) + "}";
}

std::string grant_json(const Grant& grant) {
    return "{\"id\":" + json_string(grant.id) + ",\"millicredits\":" + std::to_string(grant.amount) +
           ",\"granted\":" + std::to_string(grant.unix_s) + ",\"note\":" + json_string(grant.note) + "}";
}

std::string json_of(const Ledger& ledger, const Shown& shown, bool grants) {
    const std::int64_t written = shown.session.written_unix_ms;
    std::string text = "{\"edge\":" + json_string(ledger.about().edge_id()) +
                       ",\"created\":" + std::to_string(ledger.about().created_unix_s) +
                       ",\"written\":" + (written == 0 ? "null" : std::to_string(written / 1000)) + ",\"teams\":[";
    for (const TeamBalance& of : shown.teams) {
        text += (text.back() == '[' ? "" : ",") + team_json(of);
    }
    text += "]";
    if (grants) {
        text += ",\"grants\":[";
        for (const Grant& grant : shown.grants) {
            text += (text.back() == '[' ? "" : ",") + grant_json(grant);
        }
        text += "]";
    }
    return text + "}\n";
}

int run_show(const ShowArguments& arguments) {
    const auto ledger = open_ledger(arguments.path, Ledger::Mode::read);
    if (ledger == nullptr) {
        return exit_code::failed;
    }
    const auto shown = read(*ledger, arguments.team);
    if (!shown) {
        return fail(shown.error().message);
    }
    if (arguments.json) {
        print_json(stdout, json_of(*ledger, shown.value(), !arguments.team.empty()));
    } else {
        print_lines(stdout, text_of(*ledger, shown.value()));
    }
    return exit_code::done;
}

Options options_of(ShowArguments& to) {
    return {ledger_argument(to.path), text_option("team", "TEAM", to.team, "Only this team, and its grants"),
            flag_option("--json", to.json, "Print one JSON object")};
}

}  // namespace

Command credits_show() {
    return command_of<ShowArguments>("show", "Show the credits of each team", show_examples, options_of, run_show);
}

}  // namespace bizrec::builder

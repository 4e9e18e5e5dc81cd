#include "bizrec/ledger/ledger.hpp"

#include <tuple>

#include "bizrec/ledger/ledger_codec.hpp"

/// Members of Ledger::Transaction for grants, counters, and the sums that are derived from them.
namespace bizrec::ledger {

Result<std::optional<Grant>> Ledger::Transaction::find_grant(std::string_view id) const {
    const auto found = inner_.get(Table::grants, id);
    if (!found) {
        return found.error();
    }
    if (!found.value()) {
        return std::optional<Grant>();
    }
    auto grant = codec::decode_grant(id, *found.value());
    if (!grant) {
        return codec::strange(inner_.path(), "grants");
    }
    return grant;
}

Result<std::optional<TeamSums>> Ledger::Transaction::sums(std::string_view team) const {
    const auto found = inner_.get(Table::teams, team);
    if (!found) {
        return found.error();
    }
    if (!found.value()) {
        return std::optional<TeamSums>();
    }
    auto sums = codec::decode_sums(*found.value());
    if (!sums) {
        return codec::strange(inner_.path(), "teams");
    }
    return sums;
}

Result<std::uint64_t> Ledger::Transaction::revision() const {
    const auto found = inner_.get(Table::about, "revision");
    if (!found) {
        return found.error();
    }
    const auto number = codec::decode_number(found.value().value_or(std::string()));
    return number ? Result<std::uint64_t>(static_cast<std::uint64_t>(*number)) : codec::strange(inner_.path(), "about");
}

Status Ledger::Transaction::change_sums(std::string_view team, ExactSum granted, ExactSum spent_elsewhere) {
    auto before = sums(team);
    if (!before) {
        return before.error();
    }
    const auto last = revision();
    if (!last) {
        return last.error();
    }
    TeamSums now = before.value().value_or(TeamSums{});
    now.exact_granted += granted;
    now.exact_spent_elsewhere += spent_elsewhere;
    now.revision = last.value() + 1;
    if (auto status = inner_.put(Table::teams, team, codec::encode(now)); !status) {
        return status;
    }
    return inner_.put(Table::about, "revision", codec::encode_number(static_cast<std::int64_t>(now.revision)));
}

Status Ledger::Transaction::put_grant(const Grant& grant, Millicredits before, const std::string& team_before) {
    if (team_before != grant.team && before != 0) {
        if (auto status = change_sums(team_before, -before, 0); !status) {
            return status;
        }
        before = 0;
    }
    if (auto status = change_sums(grant.team, grant.amount - before, 0); !status) {
        return status;
    }
    return inner_.put(Table::grants, grant.id, codec::encode(grant));
}

Result<bool> Ledger::Transaction::grant(const Grant& grant) {
    const auto known = find_grant(grant.id);
    if (!known) {
        return known.error();
    }
    if (known.value()) {
        const Grant& before = *known.value();
        if (before.team == grant.team && before.amount == grant.amount) {
            return false;
        }
        return Error{"the id \"" + grant.id + "\" is known: it granted " + credits_text(before.amount) + " to team \"" +
                     before.team + "\"; another grant needs another id"};
    }
    const auto before = sums(grant.team);
    if (!before) {
        return before.error();
    }
    const ExactSum sum = before.value().value_or(TeamSums{}).exact_granted + grant.amount;
    if (sum != saturated(sum) && (sum > 0) == (grant.amount > 0)) {
        return Error{"the sum of team \"" + grant.team + "\" would exceed " + credits_text(max_millicredits) +
                     " credits"};
    }
    const auto status = put_grant(grant, 0, grant.team);
    if (!status) {
        return status.error();
    }
    return true;
}

Result<bool> Ledger::Transaction::merge_grant(const Grant& grant) {
    const auto known = find_grant(grant.id);
    if (!known) {
        return known.error();
    }
    const auto order = [](const Grant& g) { return std::tie(g.amount, g.team, g.unix_s, g.note); };
    const Grant none{grant.id, grant.team, 0, 0, {}};
    const Grant& before = known.value() ? *known.value() : none;
    if (known.value() && order(grant) <= order(before)) {
        return false;
    }
    const auto status = put_grant(grant, before.amount, before.team);
    if (!status) {
        return status.error();
    }
    return true;
}

Result<Millicredits> Ledger::Transaction::counter(std::string_view edge_id, std::string_view team) const {
    const auto found = inner_.get(Table::counters, codec::counter_key(edge_id, team));
    if (!found) {
        return found.error();
    }
    if (!found.value()) {
        return Millicredits{0};
    }
    const auto number = codec::decode_number(*found.value());
    return number ? Result<Millicredits>(*number) : codec::strange(inner_.path(), "counters");
}

Result<bool> Ledger::Transaction::merge_counter(std::string_view edge_id, std::string_view team, Millicredits spent) {
    const auto before = counter(edge_id, team);
    if (!before) {
        return before.error();
    }
    if (spent <= before.value()) {
        return false;
    }
    auto status = inner_.put(Table::counters, codec::counter_key(edge_id, team), codec::encode_number(spent));
    if (status) {
        status = change_sums(team, 0, edge_id == own_edge_id_ ? 0 : spent - before.value());
    }
    if (!status) {
        return status.error();
    }
    return true;
}

Status Ledger::Transaction::raise_own_counter(std::string_view team, Millicredits spent) {
    const auto before = counter(own_edge_id_, team);
    if (!before) {
        return before.error();
    }
    return spent <= before.value()
               ? ok()
               : inner_.put(Table::counters, codec::counter_key(own_edge_id_, team), codec::encode_number(spent));
}

Status Ledger::Transaction::each_team(const std::function<bool(std::string_view, const TeamSums&)>& visit) const {
    return codec::each_decoded(inner_, Table::teams, "teams", {}, [&](std::string_view team, std::string_view bytes) {
        const auto sums = codec::decode_sums(bytes);
        return sums ? std::optional(visit(team, *sums)) : std::nullopt;
    });
}

Status Ledger::Transaction::each_grant(const std::function<bool(const Grant&)>& visit) const {
    return codec::each_decoded(inner_, Table::grants, "grants", {}, [&](std::string_view id, std::string_view bytes) {
        const auto grant = codec::decode_grant(id, bytes);
        return grant ? std::optional(visit(*grant)) : std::nullopt;
    });
}

Status Ledger::Transaction::each_counter(
    const std::function<bool(std::string_view, std::string_view, Millicredits)>& visit) const {
    return codec::each_decoded(
        inner_, Table::counters, "counters", {}, [&](std::string_view key, std::string_view bytes) {
            const auto of = codec::decode_counter_key(key);
            const auto spent = codec::decode_number(bytes);
            return of && spent ? std::optional(visit(of->edge_id, of->team, *spent)) : std::nullopt;
        });
}

}  // namespace bizrec::ledger

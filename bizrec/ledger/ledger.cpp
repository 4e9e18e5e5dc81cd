#include "bizrec/ledger/ledger.hpp"

#include <openssl/rand.h>

#include <algorithm>
#include <tuple>
#include <vector>

#include "bizrec/base/hex.hpp"
#include "bizrec/ledger/ledger_codec.hpp"
#include "bizrec/store/fd.hpp"
#include "bizrec/text/utf8.hpp"

namespace bizrec::ledger {
namespace {

using Found = Result<std::optional<std::string_view>>;

std::string problem_of_name(std::string_view name, std::size_t most_bytes) {
    const bool plain = std::all_of(name.begin(), name.end(),
                                   [](char c) { return static_cast<unsigned char>(c) > ' ' && c != '\x7f'; });
    if (name.empty() || name.size() > most_bytes || !plain || !text::is_valid_utf8(name)) {
        return "1 to " + std::to_string(most_bytes) +
               " bytes of UTF-8 without spaces and control characters were expected";
    }
    return {};
}

/// What no encoder has written, under a right checksum: a later version's, or a hand's.
Error strange(const std::string& path, const char* table) {
    return store::file_error(path, std::string("an entry of its table \"") + table +
                                       "\" is none that this version writes; use the version that wrote it, or make a "
                                       "new ledger of the last export with lmdb_builder credits repair");
}

std::string text_of(const Found& found) {
    return found && found.value() ? std::string(*found.value()) : std::string();
}

}  // namespace

std::string problem_of_team(std::string_view team) {
    return problem_of_name(team, most_team_bytes);
}

std::string problem_of_edge(std::string_view edge) {
    const bool allowed = std::all_of(edge.begin(), edge.end(), [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '.' || c == '_' ||
               c == '-';
    });
    return !edge.empty() && edge.size() <= most_edge_bytes && allowed
               ? std::string()
               : "1 to " + std::to_string(most_edge_bytes) + " of the characters A-Z a-z 0-9 . _ - were expected";
}

std::string problem_of_grant_id(std::string_view id) {
    return problem_of_name(id, most_grant_id_bytes);
}

std::string problem_of_note(std::string_view note) {
    // U+0000: the database that the exports go to has no text with it.
    return note.size() <= most_note_bytes && text::is_valid_utf8(note) && note.find('\0') == note.npos
               ? std::string()
               : "at most " + std::to_string(most_note_bytes) + " bytes of UTF-8 without U+0000 were expected";
}

Status Ledger::create(const std::string& path, const std::string& edge, std::int64_t now_unix_s) {
    std::uint64_t random = 0;
    if (RAND_bytes(reinterpret_cast<unsigned char*>(&random), sizeof random) != 1) {
        return store::file_error(path, "OpenSSL has no random bytes for its id");
    }
    std::string id;
    append_hex(id, random, 16);
    auto file = LedgerFile::create(path);
    if (!file) {
        return file.error();
    }
    auto txn = file.value()->begin(Mode::write);
    if (!txn) {
        return txn.error();
    }
    const std::pair<const char*, std::string> entries[] = {
        {"format", codec::encode_number(ledger_format)},
        {"edge", edge},
        {"id", id},
        {"created", codec::encode_number(now_unix_s)},
        {"revision", codec::encode_number(0)},
    };
    for (const auto& [key, value] : entries) {
        if (auto status = txn.value().put(Table::about, key, value); !status) {
            return status;
        }
    }
    return txn.value().commit();
}

Result<std::unique_ptr<Ledger>> Ledger::open(const std::string& path, Mode mode) {
    auto file = LedgerFile::open(path, mode);
    if (!file) {
        return file.error();
    }
    auto txn = file.value()->begin(Mode::read);
    if (!txn) {
        return txn.error();
    }
    const LedgerFile::Transaction& t = txn.value();
    const auto format = t.get(Table::about, "format");
    if (!format) {
        return format.error();
    }
    const auto number = codec::decode_number(text_of(format));
    if (!number) {
        return store::file_error(path, "is no ledger; make one with lmdb_builder credits create");
    }
    if (*number != ledger_format) {
        return store::version_error(path, "has ledger format " + std::to_string(*number) +
                                              ", this version reads format " + std::to_string(ledger_format));
    }
    About about;
    const auto edge = t.get(Table::about, "edge"), id = t.get(Table::about, "id"), home = t.get(Table::about, "home"),
               created = t.get(Table::about, "created");
    for (const Found* found : {&edge, &id, &home, &created}) {
        if (!*found) {
            return found->error();
        }
    }
    about.edge = text_of(edge);
    about.id = text_of(id);
    about.home = text_of(home);
    about.created_unix_s = codec::decode_number(text_of(created)).value_or(0);
    if (!problem_of_edge(about.edge).empty() || about.id.size() != 16 || !all_lower_hex(about.id)) {
        return strange(path, "about");
    }
    return std::unique_ptr<Ledger>(new Ledger(std::move(file).value(), std::move(about)));
}

Result<Ledger::Transaction> Ledger::begin(Mode mode) {
    auto inner = file_->begin(mode);
    if (!inner) {
        return inner.error();
    }
    return Transaction(std::move(inner).value(), about_.edge_id());
}

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
        return strange(inner_.path(), "grants");
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
        return strange(inner_.path(), "teams");
    }
    return sums;
}

Status Ledger::Transaction::check(bool with_usage) const {
    for (const Table table :
         {Table::about, Table::grants, Table::teams, Table::counters, Table::tallies, Table::unsettled, Table::usage}) {
        if (table == Table::usage && !with_usage) {
            continue;
        }
        if (auto status = inner_.check(table); !status) {
            return status;
        }
    }
    return ok();
}

Result<std::uint64_t> Ledger::Transaction::revision() const {
    const auto found = inner_.get(Table::about, "revision");
    if (!found) {
        return found.error();
    }
    const auto number = codec::decode_number(text_of(found));
    return number ? Result<std::uint64_t>(static_cast<std::uint64_t>(*number)) : strange(inner_.path(), "about");
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
        return Error{"the sum of team \"" + grant.team + "\" would exceed " + credits_text(most_millicredits) +
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
    return number ? Result<Millicredits>(*number) : strange(inner_.path(), "counters");
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
    bool right = true;
    auto status = inner_.each(Table::teams, {}, [&](std::string_view team, std::string_view bytes) {
        const auto sums = codec::decode_sums(bytes);
        right = sums.has_value();
        return right && visit(team, *sums);
    });
    return right ? status : Status(strange(inner_.path(), "teams"));
}

Status Ledger::Transaction::each_grant(const std::function<bool(const Grant&)>& visit) const {
    bool right = true;
    auto status = inner_.each(Table::grants, {}, [&](std::string_view id, std::string_view bytes) {
        const auto grant = codec::decode_grant(id, bytes);
        right = grant.has_value();
        return right && visit(*grant);
    });
    return right ? status : Status(strange(inner_.path(), "grants"));
}

Status Ledger::Transaction::each_counter(
    const std::function<bool(std::string_view, std::string_view, Millicredits)>& visit) const {
    bool right = true;
    auto status = inner_.each(Table::counters, {}, [&](std::string_view key, std::string_view bytes) {
        const auto of = codec::decode_counter_key(key);
        const auto spent = codec::decode_number(bytes);
        right = of && spent;
        return right && visit(of->edge_id, of->team, *spent);
    });
    return right ? status : Status(strange(inner_.path(), "counters"));
}

Status Ledger::Transaction::each_usage(std::uint32_t from_minute,
                                       const std::function<bool(const Usage&)>& visit) const {
    bool right = true;
    auto status = inner_.each(Table::usage, from_minute == 0 ? std::string() : codec::usage_key(from_minute),
                              [&](std::string_view key, std::string_view bytes) {
                                  const auto usage = codec::decode_usage(key, bytes);
                                  right = usage.has_value();
                                  return right && visit(*usage);
                              });
    return right ? status : Status(strange(inner_.path(), "usage"));
}

Status Ledger::Transaction::each_unsettled(const std::function<bool(const Unsettled&)>& visit) const {
    bool right = true;
    auto status = inner_.each(Table::unsettled, {}, [&](std::string_view key, std::string_view bytes) {
        const auto charge = codec::decode_unsettled(key, bytes);
        right = charge.has_value();
        return right && visit(*charge);
    });
    return right ? status : Status(strange(inner_.path(), "unsettled"));
}

Status Ledger::Transaction::add_usage(const Usage& more) {
    const std::string key = codec::usage_key(more);
    const auto found = inner_.get(Table::usage, key);
    if (!found) {
        return found.error();
    }
    Usage sum = more;
    if (found.value()) {
        const auto before = codec::decode_usage(key, *found.value());
        if (!before) {
            return strange(inner_.path(), "usage");
        }
        sum.requests += before->requests;
        sum.rows += before->rows;
        sum.amount += before->amount;
    }
    return inner_.put(Table::usage, key, codec::encode_usage(sum));
}

Result<Ledger::Transaction::Summed> Ledger::Transaction::sum_by_hour(std::uint32_t from_minute,
                                                                     std::uint32_t before_minute, std::size_t at_most) {
    std::vector<std::pair<Usage, std::string>> minutes;  // and their teams: the file's bytes move with each change
    auto status = each_usage(from_minute, [&](const Usage& usage) {
        if (!usage.is_hour && usage.minute < before_minute) {
            minutes.emplace_back(usage, usage.team);
        }
        return usage.minute < before_minute && minutes.size() < at_most;
    });
    Summed summed;
    for (auto& [usage, team] : minutes) {
        usage.team = team;
        summed.minute = usage.minute;
        if (status) {
            status = inner_.remove(Table::usage, codec::usage_key(usage));
        }
        usage.minute -= usage.minute % 60;
        usage.is_hour = true;
        if (status) {
            status = add_usage(usage);
        }
        ++summed.entries;
    }
    return status ? Result<Summed>(summed) : status.error();
}

Status Ledger::Transaction::add_unsettled(const Unsettled& charge) {
    return inner_.put(Table::unsettled, codec::unsettled_key(charge), codec::encode(charge));
}

Status Ledger::Transaction::set_booked(std::string_view team, std::size_t endpoint, unsigned parity,
                                       const Booked& booked) {
    return inner_.put(Table::tallies, codec::booked_key(team, endpoint, parity), codec::encode(booked));
}

Status Ledger::Transaction::clear(Table table) {
    for (std::string last;;) {
        std::string first;
        auto status = inner_.each(table, {}, [&first](std::string_view key, std::string_view) {
            first = key;
            return false;
        });
        if (!status || first.empty()) {
            return status;
        }
        if (first == last) {
            return strange(inner_.path(), "tallies");  // damaged: it is there, and not found by its key
        }
        last = first;
        if (status = inner_.remove(table, first); !status) {
            return status;
        }
    }
}

Status Ledger::Transaction::each_booked(
    const std::function<void(std::string_view, std::size_t, unsigned, const Booked&)>& visit) const {
    bool right = true;
    auto status = inner_.each(Table::tallies, {}, [&](std::string_view key, std::string_view bytes) {
        const auto of = codec::decode_booked_key(key);
        const auto booked = codec::decode_booked(bytes);
        right = of && booked;
        if (right) {
            visit(of->team, of->endpoint, of->parity, *booked);
        }
        return right;
    });
    return right ? status : Status(strange(inner_.path(), "tallies"));
}

Result<Session> Ledger::Transaction::session() const {
    const auto found = inner_.get(Table::about, "session");
    if (!found) {
        return found.error();
    }
    if (!found.value()) {
        return Session{};
    }
    const auto session = codec::decode_session(*found.value());
    return session ? Result<Session>(*session) : strange(inner_.path(), "about");
}

Status Ledger::Transaction::set_session(const Session& session) {
    return inner_.put(Table::about, "session", codec::encode(session));
}

Status Ledger::Transaction::set_home(const std::string& home) {
    return inner_.put(Table::about, "home", home);
}

}  // namespace bizrec::ledger

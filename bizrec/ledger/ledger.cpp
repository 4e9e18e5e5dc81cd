#include "bizrec/ledger/ledger.hpp"

#include <openssl/rand.h>

#include <algorithm>
#include <utility>

#include "bizrec/base/hex.hpp"
#include "bizrec/ledger/ledger_codec.hpp"
#include "bizrec/store/fd.hpp"
#include "bizrec/text/utf8.hpp"

namespace bizrec::ledger {
namespace {

using Found = Result<std::optional<std::string>>;

std::string problem_of_name(std::string_view name, std::size_t max_bytes) {
    const bool plain = std::all_of(name.begin(), name.end(),
                                   [](char c) { return static_cast<unsigned char>(c) > ' ' && c != '\x7f'; });
    if (name.empty() || name.size() > max_bytes || !plain || !text::is_valid_utf8(name)) {
        return "1 to " + std::to_string(max_bytes) +
               " bytes of UTF-8 without spaces and control characters were expected";
    }
    return {};
}

std::string text_of(const Found& found) {
    return found && found.value() ? *found.value() : std::string();
}

}  // namespace

std::string problem_of_team(std::string_view team) {
    return problem_of_name(team, max_team_bytes);
}

std::string problem_of_edge(std::string_view edge) {
    const bool allowed = std::all_of(edge.begin(), edge.end(), [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '.' || c == '_' ||
               c == '-';
    });
    return !edge.empty() && edge.size() <= max_edge_bytes && allowed
               ? std::string()
               : "1 to " + std::to_string(max_edge_bytes) + " of the characters A-Z a-z 0-9 . _ - were expected";
}

std::string problem_of_grant_id(std::string_view id) {
    return problem_of_name(id, max_grant_id_bytes);
}

std::string problem_of_note(std::string_view note) {
    // U+0000: the database that the exports go to has no text with it.
    return note.size() <= max_note_bytes && text::is_valid_utf8(note) && note.find('\0') == note.npos
               ? std::string()
               : "at most " + std::to_string(max_note_bytes) + " bytes of UTF-8 without U+0000 were expected";
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
        return codec::strange(path, "about");
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
            return codec::strange(inner_.path(), "tallies");  // damaged: it is there, and not found by its key
        }
        last = first;
        if (status = inner_.remove(table, first); !status) {
            return status;
        }
    }
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
    return session ? Result<Session>(*session) : codec::strange(inner_.path(), "about");
}

Status Ledger::Transaction::set_session(const Session& session) {
    return inner_.put(Table::about, "session", codec::encode(session));
}

Status Ledger::Transaction::set_home(const std::string& home) {
    return inner_.put(Table::about, "home", home);
}

}  // namespace bizrec::ledger

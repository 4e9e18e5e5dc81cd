#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "bizrec/ledger/ledger.hpp"

/// Keys and values of a ledger's tables as bytes; docs/ledger-format.md. Decoders return nothing for bytes that are not
/// of the form that the encoder writes.
namespace bizrec::ledger::codec {

std::string encode(const Grant& grant);  ///< everything except the id, which is the key
std::optional<Grant> decode_grant(std::string_view id, std::string_view bytes);

std::string encode(const TeamSums& sums);
std::optional<TeamSums> decode_sums(std::string_view bytes);

std::string counter_key(std::string_view edge_id, std::string_view team);
struct CounterKey {
    std::string_view edge_id, team;
};
std::optional<CounterKey> decode_counter_key(std::string_view bytes);

std::string usage_key(const Usage& usage);
std::string usage_key(std::uint32_t from_minute);  ///< sorts before all keys of that minute
std::string encode_usage(const Usage& usage);
std::optional<Usage> decode_usage(std::string_view key, std::string_view bytes);

std::string unsettled_key(const Unsettled& charge);
std::string encode(const Unsettled& charge);
std::optional<Unsettled> decode_unsettled(std::string_view key, std::string_view bytes);

std::string booked_key(std::string_view team, std::size_t endpoint, unsigned parity);
struct BookedKey {
    std::string_view team;
    std::size_t endpoint;
    unsigned parity;
};
std::optional<BookedKey> decode_booked_key(std::string_view bytes);
std::string encode(const Ledger::Transaction::Booked& booked);
std::optional<Ledger::Transaction::Booked> decode_booked(std::string_view bytes);

std::string encode(const Session& session);
std::optional<Session> decode_session(std::string_view bytes);

std::string encode_number(std::int64_t number);
std::optional<std::int64_t> decode_number(std::string_view bytes);

/// The error for an entry that the decoder refuses although its checksum is right: a later version or a person has
/// written it.
Error strange(const std::string& path, const char* table);

/// Visits the entries of a table in the order of keys, from `from` on, until `visit(key, bytes)` returns false. `visit`
/// returns nullopt if it cannot decode an entry; this gives the error strange().
template <class Visit>
Status each_decoded(const LedgerFile::Transaction& txn, Table table, const char* name, std::string_view from,
                    const Visit& visit) {
    bool is_right = true;
    auto status = txn.each(table, from, [&](std::string_view key, std::string_view bytes) {
        const std::optional<bool> goes_on = visit(key, bytes);
        is_right = goes_on.has_value();
        return goes_on.value_or(false);
    });
    return is_right ? status : Status(strange(txn.path(), name));
}

}  // namespace bizrec::ledger::codec

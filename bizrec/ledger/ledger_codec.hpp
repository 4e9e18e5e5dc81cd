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

}  // namespace bizrec::ledger::codec

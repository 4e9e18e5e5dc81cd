#include "bizrec/ledger/ledger_codec.hpp"

#include <algorithm>

#include "bizrec/base/bytes.hpp"
#include "bizrec/store/fd.hpp"

namespace bizrec::ledger::codec {
namespace {

/// This bit is set in the endpoint of a usage key if the entry is for an hour.
constexpr std::size_t hour_mark = 0x80;

template <class... Numbers>
std::string packed(Numbers... numbers) {
    std::string bytes;
    (bytes.append(bytes_of(numbers)), ...);
    return bytes;
}

/// Reads fields one after the other. If a field is missing or cut off, `whole` becomes false.
class Reader {
public:
    explicit Reader(std::string_view bytes) noexcept : rest_(bytes) {}

    template <class T>
    T number() noexcept {
        whole = whole && rest_.size() >= sizeof(T);
        if (!whole) {
            return T{};
        }
        T value = load_unaligned<T>(rest_.data());
        rest_.remove_prefix(sizeof(T));
        return value;
    }

    std::string_view text(std::size_t size) noexcept {
        whole = whole && rest_.size() >= size;
        const std::string_view bytes = whole ? rest_.substr(0, size) : std::string_view();
        rest_.remove_prefix(bytes.size());
        return bytes;
    }

    std::string_view rest() noexcept { return text(rest_.size()); }
    bool ended() const noexcept { return whole && rest_.empty(); }

    bool whole = true;

private:
    std::string_view rest_;
};

/// Appends the number in big-endian order, so that keys sort as their numbers do.
template <class T>
void append_ordered(std::string& out, T number) {
    for (std::size_t i = sizeof(T); i > 0; --i) {
        out += static_cast<char>(number >> (8 * (i - 1)) & 0xFF);
    }
}

template <class T>
T read_ordered(std::string_view bytes) noexcept {
    T number = 0;
    for (char c : bytes) {
        number = static_cast<T>(number << 8 | static_cast<unsigned char>(c));
    }
    return number;
}

bool is_of_64_bits(ExactSum sum) noexcept {
    return sum == static_cast<std::int64_t>(sum);
}

ExactSum joined(std::int64_t high, std::uint64_t low) noexcept {
    return static_cast<ExactSum>(high) * (static_cast<ExactSum>(1) << 64) + low;
}

}  // namespace

std::string encode(const Grant& grant) {
    return packed(grant.amount, grant.unix_s, static_cast<std::uint32_t>(grant.team.size())) + grant.team + grant.note;
}

std::optional<Grant> decode_grant(std::string_view id, std::string_view bytes) {
    Reader reader(bytes);
    Grant grant;
    grant.id = id;
    grant.amount = reader.number<Millicredits>();
    grant.unix_s = reader.number<std::int64_t>();
    grant.team = reader.text(reader.number<std::uint32_t>());
    grant.note = reader.rest();
    return reader.whole ? std::optional(grant) : std::nullopt;
}

std::string encode(const TeamSums& sums) {
    const auto low = [](ExactSum sum) { return static_cast<std::uint64_t>(sum); };
    const auto high = [](ExactSum sum) { return static_cast<std::int64_t>(sum >> 64); };
    std::string bytes = packed(low(sums.exact_granted), low(sums.exact_spent_elsewhere), sums.revision);
    if (!is_of_64_bits(sums.exact_granted) || !is_of_64_bits(sums.exact_spent_elsewhere)) {
        bytes += packed(high(sums.exact_granted), high(sums.exact_spent_elsewhere));
    }
    return bytes;
}

std::optional<TeamSums> decode_sums(std::string_view bytes) {
    Reader reader(bytes);
    TeamSums sums;
    sums.exact_granted = reader.number<std::int64_t>();
    sums.exact_spent_elsewhere = reader.number<std::int64_t>();
    sums.revision = reader.number<std::uint64_t>();
    if (!reader.ended()) {
        sums.exact_granted = joined(reader.number<std::int64_t>(), static_cast<std::uint64_t>(sums.exact_granted));
        sums.exact_spent_elsewhere =
            joined(reader.number<std::int64_t>(), static_cast<std::uint64_t>(sums.exact_spent_elsewhere));
    }
    return reader.ended() ? std::optional(sums) : std::nullopt;
}

std::string counter_key(std::string_view edge_id, std::string_view team) {
    return std::string(edge_id).append(1, '\0').append(team);
}

std::optional<CounterKey> decode_counter_key(std::string_view bytes) {
    const std::size_t end = bytes.find('\0');
    if (end == bytes.npos) {
        return std::nullopt;
    }
    return CounterKey{bytes.substr(0, end), bytes.substr(end + 1)};
}

std::string usage_key(std::uint32_t from_minute) {
    std::string key;
    append_ordered(key, from_minute);
    return key;
}

std::string usage_key(const Usage& usage) {
    return usage_key(usage.minute)
        .append(1, static_cast<char>(usage.endpoint | (usage.is_hour ? hour_mark : 0)))
        .append(usage.team);
}

std::string encode_usage(const Usage& usage) {
    return packed(usage.requests, usage.rows, usage.amount);
}

std::optional<Usage> decode_usage(std::string_view key, std::string_view bytes) {
    constexpr std::size_t head = sizeof(std::uint32_t) + 1;
    Reader reader(bytes);
    Usage usage;
    usage.requests = reader.number<std::uint64_t>();
    usage.rows = reader.number<std::uint64_t>();
    usage.amount = reader.number<Millicredits>();
    if (key.size() < head || !reader.ended()) {
        return std::nullopt;
    }
    usage.minute = read_ordered<std::uint32_t>(key.substr(0, sizeof(std::uint32_t)));
    const std::size_t endpoint = static_cast<unsigned char>(key[head - 1]);
    usage.endpoint = endpoint & ~hour_mark;
    usage.is_hour = (endpoint & hour_mark) != 0;
    usage.team = key.substr(head);
    return usage;
}

std::string unsettled_key(const Unsettled& charge) {
    std::string key;
    append_ordered(key, static_cast<std::uint64_t>(charge.unix_ms));
    return key.append(reinterpret_cast<const char*>(charge.request_id.data()), charge.request_id.size())
        .append(charge.team);
}

std::string encode(const Unsettled& charge) {
    return packed(static_cast<std::uint64_t>(charge.endpoint), charge.rows, charge.amount);
}

std::optional<Unsettled> decode_unsettled(std::string_view key, std::string_view bytes) {
    Unsettled charge;
    const std::size_t head = sizeof(std::uint64_t) + charge.request_id.size();
    Reader reader(bytes);
    charge.endpoint = static_cast<std::size_t>(reader.number<std::uint64_t>());
    charge.rows = reader.number<std::uint64_t>();
    charge.amount = reader.number<Millicredits>();
    if (key.size() < head || !reader.ended()) {
        return std::nullopt;
    }
    charge.unix_ms = static_cast<std::int64_t>(read_ordered<std::uint64_t>(key.substr(0, sizeof(std::uint64_t))));
    const std::string_view id = key.substr(sizeof(std::uint64_t), charge.request_id.size());
    std::copy(id.begin(), id.end(), charge.request_id.begin());
    charge.team = key.substr(head);
    return charge;
}

std::string booked_key(std::string_view team, std::size_t endpoint, unsigned parity) {
    return std::string(team)
        .append(1, '\0')
        .append(1, static_cast<char>(endpoint))
        .append(1, static_cast<char>(parity));
}

std::optional<BookedKey> decode_booked_key(std::string_view bytes) {
    constexpr std::size_t tail = 3;
    if (bytes.size() < tail) {
        return std::nullopt;
    }
    const auto endpoint = static_cast<unsigned char>(bytes[bytes.size() - 2]);
    const auto parity = static_cast<unsigned char>(bytes.back());
    if (endpoint >= endpoint_places || parity > 1) {
        return std::nullopt;
    }
    return BookedKey{bytes.substr(0, bytes.size() - tail), endpoint, parity};
}

std::string encode(const Ledger::Transaction::Booked& booked) {
    return packed(booked.volume, booked.millicredits);
}

std::optional<Ledger::Transaction::Booked> decode_booked(std::string_view bytes) {
    Reader reader(bytes);
    Ledger::Transaction::Booked booked;
    booked.volume = reader.number<std::uint64_t>();
    booked.millicredits = reader.number<std::uint64_t>();
    return reader.ended() ? std::optional(booked) : std::nullopt;
}

std::string encode(const Session& session) {
    return packed(session.table_id, session.transactions, session.written_unix_ms) + session.boot_id;
}

std::optional<Session> decode_session(std::string_view bytes) {
    Reader reader(bytes);
    Session session;
    session.table_id = reader.number<std::uint64_t>();
    session.transactions = reader.number<std::uint64_t>();
    session.written_unix_ms = reader.number<std::int64_t>();
    session.boot_id = reader.rest();
    return reader.whole ? std::optional(session) : std::nullopt;
}

std::string encode_number(std::int64_t number) {
    return packed(number);
}

std::optional<std::int64_t> decode_number(std::string_view bytes) {
    Reader reader(bytes);
    const auto number = reader.number<std::int64_t>();
    return reader.ended() ? std::optional(number) : std::nullopt;
}

Error strange(const std::string& path, const char* table) {
    return store::file_error(path, std::string("an entry of its table \"") + table +
                                       "\" is unknown to this version; use the version that wrote it, or make a "
                                       "new ledger of the last export with lmdb_builder credits repair");
}

}  // namespace bizrec::ledger::codec

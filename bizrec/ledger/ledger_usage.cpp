#include "bizrec/ledger/ledger.hpp"

#include <utility>
#include <vector>

#include "bizrec/ledger/ledger_codec.hpp"

/// Members of Ledger::Transaction for usage by minute and hour, for booked tallies, and for unsettled charges.
namespace bizrec::ledger {

Status Ledger::Transaction::each_usage(std::uint32_t from_minute,
                                       const std::function<bool(const Usage&)>& visit) const {
    const std::string from = from_minute == 0 ? std::string() : codec::usage_key(from_minute);
    return codec::each_decoded(inner_, Table::usage, "usage", from, [&](std::string_view key, std::string_view bytes) {
        const auto usage = codec::decode_usage(key, bytes);
        return usage ? std::optional(visit(*usage)) : std::nullopt;
    });
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
            return codec::strange(inner_.path(), "usage");
        }
        sum.requests += before->requests;
        sum.rows += before->rows;
        sum.amount += before->amount;
    }
    return inner_.put(Table::usage, key, codec::encode_usage(sum));
}

Result<Ledger::Transaction::Summed> Ledger::Transaction::sum_by_hour(std::uint32_t from_minute,
                                                                     std::uint32_t before_minute, std::size_t at_most) {
    std::vector<std::pair<Usage, std::string>> minutes;  // Usage::team is valid only in the visit, so it is copied
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

Status Ledger::Transaction::each_booked(
    const std::function<void(std::string_view, std::size_t, unsigned, const Booked&)>& visit) const {
    return codec::each_decoded(inner_, Table::tallies, "tallies", {},
                               [&](std::string_view key, std::string_view bytes) {
                                   const auto of = codec::decode_booked_key(key);
                                   const auto booked = codec::decode_booked(bytes);
                                   if (!of || !booked) {
                                       return std::optional<bool>();
                                   }
                                   visit(of->team, of->endpoint, of->parity, *booked);
                                   return std::optional(true);
                               });
}

Status Ledger::Transaction::each_unsettled(const std::function<bool(const Unsettled&)>& visit) const {
    return codec::each_decoded(inner_, Table::unsettled, "unsettled", {},
                               [&](std::string_view key, std::string_view bytes) {
                                   const auto charge = codec::decode_unsettled(key, bytes);
                                   return charge ? std::optional(visit(*charge)) : std::nullopt;
                               });
}

}  // namespace bizrec::ledger

#include "lmdb_builder/credits/usage_groups.hpp"

#include <algorithm>
#include <map>
#include <tuple>

namespace bizrec::builder {
namespace {

using GroupKey = std::tuple<Interval, std::string, std::size_t>;  ///< interval, team, endpoint

/// The groups of the intervals that begin at the same minute.
class OpenGroups {
public:
    explicit OpenGroups(const std::function<void(const UsageGroup&)>& visit) : visit_(visit) {}

    void add(Interval interval, const ledger::Usage& usage) {
        const std::uint32_t begin = begin_of(interval, usage.minute);
        if (begin != begin_) {
            end();
            begin_ = begin;
        }
        UsageGroup& group = groups_[{interval, std::string(usage.team), usage.endpoint}];
        group.requests += usage.requests;
        group.rows += usage.rows;
        group.amount += usage.amount;
    }

    void end() {
        for (auto& [key, group] : groups_) {
            std::tie(group.interval, group.team, group.endpoint) = key;
            group.begin = begin_;
            visit_(group);
        }
        groups_.clear();
    }

private:
    const std::function<void(const UsageGroup&)>& visit_;
    std::map<GroupKey, UsageGroup> groups_;
    std::uint32_t begin_ = 0;
};

}  // namespace

Status each_group(const ledger::Ledger::Transaction& txn, const UsageQuery& query,
                  const std::function<void(const UsageGroup&)>& visit) {
    OpenGroups groups(visit);
    auto status = txn.each_usage(query.from, [&](const ledger::Usage& usage) {
        if (usage.minute >= query.to) {
            return false;
        }
        if (query.team.empty() || usage.team == query.team) {
            groups.add(usage.is_hour ? std::max(query.interval, Interval::hour) : query.interval, usage);
        }
        return true;
    });
    groups.end();
    return status;
}

}  // namespace bizrec::builder

#include "bench/overshoot/team_run.hpp"

#include <algorithm>
#include <cmath>

#include "bizrec/ledger/charge.hpp"

namespace bizrec::overshoot {
namespace {

using ledger::Millicredits;

constexpr Millicredits row = 1000;

/// The amount that each edge had spent before, in proportion to its demand, exact to a thousandth of a credit.
std::vector<Millicredits> spent_before(const Team& team) {
    double demand = 0;
    for (const Demand& of_edge : team.demands) {
        demand += of_edge.per_second;
    }
    std::vector<Millicredits> spent;
    Millicredits rest = team.sold - team.balance;
    for (const Demand& of_edge : team.demands) {
        const double share = demand > 0 ? of_edge.per_second / demand : 0;
        spent.push_back(static_cast<Millicredits>(static_cast<double>(team.sold - team.balance) * share));
        rest -= spent.back();
    }
    spent.front() += rest;
    return spent;
}

}  // namespace

TeamRun::TeamRun(const Team& team, const Schedule& schedule)
    : team_(team),
      schedule_(schedule),
      random_(team.seed),
      accounts_(team.demands.size()),
      edges_(team.demands.size()),
      centre_(spent_before(team)) {
    for (std::size_t i = 0; i < edges_.size(); ++i) {
        Edge& edge = edges_[i];
        edge.number = team.demands[i].edge;
        edge.per_second = team.demands[i].per_second;
        edge.account = &accounts_[i];
        edge.account->spent = centre_.of(i);
        edge.known = std::make_unique<Counters>(centre_.all());
        edge.rate = RequestRate(team.plan.rate, team.plan.burst);
        set_limit(edge);
        begin_traffic(i);
        for (const Outage& outage : schedule.settings().outages) {
            if (outage.power_lost && outage.edge == edge.number) {
                add(outage.from, What::power_lost, i);
                add(outage.until, What::power_back, i);
            }
        }
    }
}

Outcome TeamRun::run() {
    while (!events_.empty()) {
        const Event event = events_.top();
        events_.pop();
        now_ = event.time;
        perform(event);
    }
    outcome_.overshoot = std::max<Millicredits>(outcome_.delivered - team_.balance, 0);
    outcome_.agrees = all_agree();
    return outcome_;
}

void TeamRun::add(Milliseconds time, What what, std::size_t edge, std::uint64_t value) {
    events_.push({time, order_++, what, static_cast<std::uint32_t>(edge), value});
}

void TeamRun::perform(const Event& event) {
    switch (event.what) {
        case What::request:
            return request(event.edge);
        case What::sync:
            return sync(event.edge, event.value);
        case What::synced:
            return synced(event.edge, event.value);
        case What::exchange:
            return exchange(event.edge, event.value);
        case What::pushed:
            return pushed(event.edge, static_cast<Millicredits>(event.value));
        case What::centre_read:
            messages_[event.value].spent = centre_.all();
            return;
        case What::imported:
            return import(event.edge, event.value);
        case What::exchange_ended:
            edges_[event.edge].exchanges = false;
            return want_exchange(event.edge);
        case What::power_lost:
            return lose_power(event.edge);
        case What::power_back:
            edges_[event.edge].is_up = true;
            return want_sync(event.edge);
    }
}

// ---- clients

void TeamRun::begin_traffic(std::size_t edge) {
    if (team_.attack) {
        add(*team_.attack, What::request, edge);
    } else if (edges_[edge].per_second > 0) {
        add(pause(edges_[edge].per_second), What::request, edge);
    }
}

/// The pause between two requests: the edge's requests are a Poisson process.
Milliseconds TeamRun::pause(double per_second) {
    const double share = static_cast<double>((random_.next() >> 11U) + 1) / static_cast<double>(1ULL << 53U);
    return static_cast<Milliseconds>(-std::log(share) / per_second * 1000);
}

void TeamRun::request(std::size_t edge) {
    if (team_.attack) {
        return attack(edge);
    }
    Edge& of = edges_[edge];
    const Milliseconds next = now_ + pause(of.per_second);
    if (next <= schedule_.end()) {
        add(next, What::request, edge);
    }
    const Millicredits amount = random_.one_in(2) ? row : row * random_.between(1, 50);
    if (of.is_up && of.rate.admits(now_)) {
        charge(edge, amount);
    }
}

bool TeamRun::charge(std::size_t edge, Millicredits amount) {
    Edge& of = edges_[edge];
    const ledger::Charge charge{EndpointKind::enrich_company, static_cast<std::uint32_t>(amount / row), amount, now_};
    if (!ledger::charge(*of.account, charge, nullptr).covered) {
        ++outcome_.refusals;
        return false;
    }
    ++outcome_.charges;
    outcome_.delivered += amount;
    want_sync(edge);
    return true;
}

/// Charges as many requests as limit_req admits. When the attack begins, first charges the requests that are in flight
/// already, as many as limit_conn allows.
void TeamRun::attack(std::size_t edge) {
    Edge& of = edges_[edge];
    const std::int64_t waiting = now_ == *team_.attack ? team_.plan.connections : 0;
    bool is_covered = true;
    for (std::int64_t i = 0; i < waiting && is_covered; ++i) {
        is_covered = charge(edge, team_.plan.max_of_request);
    }
    while (is_covered && of.is_up && of.rate.admits(now_)) {
        is_covered = charge(edge, team_.plan.max_of_request);
    }
    if (is_covered && now_ < schedule_.end()) {
        add(now_ + std::max<Milliseconds>(1000 / team_.plan.rate, 1), What::request, edge);
    }
}

// ---- memory and ledger

void TeamRun::set_limit(Edge& edge) {
    const auto place = static_cast<std::size_t>(&edge - edges_.data());
    edge.counted_elsewhere = edge.known->elsewhere(place);
    edge.account->limit = team_.sold - edge.counted_elsewhere;
}

void TeamRun::want_sync(std::size_t edge) {
    Edge& of = edges_[edge];
    const bool has_news = of.account->spent != of.known->of(edge) || of.counted_elsewhere != of.known->elsewhere(edge);
    if (of.is_up && !of.syncs && has_news) {
        of.syncs = true;
        add(schedule_.first_sync_after(of.number, now_).start, What::sync, edge, of.starts);
    }
}

void TeamRun::sync(std::size_t edge, std::uint64_t start) {
    Edge& of = edges_[edge];
    if (start != of.starts) {
        return;
    }
    of.taken = of.account->spent;
    of.taken_elsewhere = of.known->elsewhere(edge);
    add(schedule_.first_sync_after(of.number, now_ - 1).end, What::synced, edge, of.starts);
}

void TeamRun::synced(std::size_t edge, std::uint64_t start) {
    Edge& of = edges_[edge];
    if (start != of.starts) {
        return;
    }
    of.syncs = false;
    of.known->merge(edge, of.taken);
    of.counted_elsewhere = of.taken_elsewhere;
    of.account->limit = team_.sold - of.counted_elsewhere;
    want_sync(edge);
    want_exchange(edge);
}

/// The machine's memory is lost: the account falls back to what the ledger knows.
void TeamRun::lose_power(std::size_t edge) {
    Edge& of = edges_[edge];
    outcome_.lost += of.account->spent - of.known->of(edge);
    of.account->spent = of.known->of(edge);
    set_limit(of);
    of.rate = RequestRate(team_.plan.rate, team_.plan.burst);
    of.is_up = false;
    of.syncs = false;
    ++of.starts;
}

// ---- ledger and centre

void TeamRun::want_exchange(std::size_t edge) {
    Edge& of = edges_[edge];
    const bool has_news = centre_.of(edge) < of.known->of(edge) || of.known->elsewhere(edge) < centre_.elsewhere(edge);
    if (!of.exchanges && has_news) {
        of.exchanges = true;
        const std::size_t number = schedule_.first_exchange_after(of.number, now_);
        add(schedule_.exchange(of.number, number).start, What::exchange, edge, number);
    }
}

void TeamRun::exchange(std::size_t edge, std::size_t number) {
    const Edge& of = edges_[edge];
    const Exchange run = schedule_.exchange(of.number, number);
    const auto spent = static_cast<std::uint64_t>(of.known->of(edge));
    if (run.pushed) {
        add(run.at_centre, What::pushed, edge, spent);
    }
    if (run.pushed_again != 0) {
        add(run.pushed_again, What::pushed, edge, spent);
    }
    if (run.pulled) {
        pull(edge, run);
    }
    add(run.imported, What::exchange_ended, edge);
}

void TeamRun::pull(std::size_t edge, const Exchange& run) {
    if (free_messages_.empty()) {
        free_messages_.push_back(messages_.size());
        messages_.emplace_back();
    }
    const std::uint64_t message = free_messages_.back();
    free_messages_.pop_back();
    messages_[message].arrivals = run.pulled_again != 0 ? 2 : 1;
    add(run.read, What::centre_read, edge, message);
    add(run.imported, What::imported, edge, message);
    if (run.pulled_again != 0) {
        add(run.pulled_again, What::imported, edge, message);
    }
}

void TeamRun::pushed(std::size_t edge, Millicredits spent) {
    if (centre_.merge(edge, spent)) {
        for (std::size_t other = 0; other < edges_.size(); ++other) {
            want_exchange(other);
        }
    }
}

void TeamRun::import(std::size_t edge, std::uint64_t message) {
    Edge& of = edges_[edge];
    for (std::size_t other = 0; other < edges_.size() && of.is_up; ++other) {
        of.known->merge(other, messages_[message].spent[other]);
    }
    if (--messages_[message].arrivals == 0) {
        free_messages_.push_back(message);
    }
    want_sync(edge);
}

bool TeamRun::all_agree() const {
    return std::all_of(edges_.begin(), edges_.end(), [this](const Edge& edge) {
        const auto place = static_cast<std::size_t>(&edge - edges_.data());
        return edge.known->all() == centre_.all() && edge.account->spent == centre_.of(place) &&
               edge.account->limit == team_.sold - centre_.elsewhere(place);
    });
}

}  // namespace bizrec::overshoot

#pragma once

#include <algorithm>
#include <cstdint>

#include "bench/overshoot/schedule.hpp"
#include "bizrec/ledger/millicredits.hpp"

namespace bizrec::overshoot {

/// The limits of one edge for a team.
struct Plan {
    std::int64_t rate = 10;        ///< requests a second, for limit_req
    std::int64_t burst = 20;       ///< requests above the rate, for limit_req
    std::int64_t connections = 8;  ///< requests in flight, for limit_conn
    ledger::Millicredits max_of_request = 50'000;
};

/// The maximum that an edge charges a team within `time` milliseconds: the requests in flight at its beginning, and
/// those that limit_req admits. `restarts`: restarts of nginx within that time; each resets the counts of limit_conn
/// and limit_req.
constexpr ledger::Millicredits max_within(const Plan& plan, Milliseconds time, std::int64_t restarts = 0) noexcept {
    const std::int64_t at_once = plan.connections + plan.burst + 1;
    return plan.max_of_request * ((1 + restarts) * at_once + (plan.rate * time + 999) / 1000);
}

/// nginx's limit_req (ngx_http_limit_req_lookup): an excess in thousandths of a request, which drains over time.
class RequestRate {
public:
    RequestRate(std::int64_t rate, std::int64_t burst) noexcept : rate_(rate), burst_(burst) {}

    bool admits(Milliseconds now) noexcept {
        if (!known_) {
            known_ = true;
            last_ = now;
            return true;
        }
        const std::int64_t excess = std::max<std::int64_t>(excess_ - rate_ * (now - last_) + 1000, 0);
        if (excess > burst_ * 1000) {
            return false;
        }
        excess_ = excess;
        last_ = now;
        return true;
    }

private:
    std::int64_t rate_, burst_, excess_ = 0;
    Milliseconds last_ = 0;
    bool known_ = false;
};

}  // namespace bizrec::overshoot

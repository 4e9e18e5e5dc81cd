#include "search_endpoints.hpp"

namespace bizrec::ngx {
namespace {

constexpr std::size_t most_kept = 16;  // each keeps the memory of its greatest search

/// Of a request with thousands of domains a search keeps a megabyte, and few requests are like that.
constexpr std::size_t largest_kept_body = 16384;

}  // namespace

SearchEndpoints::SearchEndpoints() {
    idle_.reserve(most_kept);  // so that giving back needs no memory
}

SearchEndpoints::Lease SearchEndpoints::take(std::size_t body_bytes) {
    const GiveBack give_back{this, body_bytes <= largest_kept_body};
    if (idle_.empty() || !give_back.is_kept) {
        return Lease(new api::SearchEndpoint, give_back);
    }
    Lease lease(idle_.back().release(), give_back);
    idle_.pop_back();
    return lease;
}

void SearchEndpoints::GiveBack::operator()(api::SearchEndpoint* endpoint) const noexcept {
    std::unique_ptr<api::SearchEndpoint> returned(endpoint);
    if (is_kept && owner->idle_.size() < most_kept) {
        owner->idle_.push_back(std::move(returned));
    }
}

}  // namespace bizrec::ngx

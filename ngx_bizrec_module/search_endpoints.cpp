#include "search_endpoints.hpp"

namespace bizrec::ngx {
namespace {

constexpr std::size_t most_kept = 16;  // each keeps the memory of its greatest search

}  // namespace

SearchEndpoints::SearchEndpoints() {
    idle_.reserve(most_kept);  // so that giving back needs no memory
}

SearchEndpoints::Lease SearchEndpoints::take() {
    if (idle_.empty()) {
        return Lease(new api::SearchEndpoint, GiveBack{this});
    }
    Lease lease(idle_.back().release(), GiveBack{this});
    idle_.pop_back();
    return lease;
}

void SearchEndpoints::GiveBack::operator()(api::SearchEndpoint* endpoint) const noexcept {
    std::unique_ptr<api::SearchEndpoint> returned(endpoint);
    if (owner->idle_.size() < most_kept) {
        owner->idle_.push_back(std::move(returned));
    }
}

}  // namespace bizrec::ngx

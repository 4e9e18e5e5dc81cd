#pragma once

#include <memory>
#include <vector>

#include "bizrec/api/search_answer.hpp"

namespace bizrec::ngx {

/// The search objects of a worker: one for each search that is under way, those at rest kept for the next. Used on the
/// event loop's thread alone; a thread of a pool sees the one object that was lent for its task, and not this list.
class SearchEndpoints {
    struct GiveBack {
        SearchEndpoints* owner;
        bool is_kept;
        void operator()(api::SearchEndpoint* endpoint) const noexcept;
    };

public:
    using Lease = std::unique_ptr<api::SearchEndpoint, GiveBack>;

    SearchEndpoints();
    /// Must not outlive this object. `body_bytes`: of its request; what a large one has made grow is not kept.
    Lease take(std::size_t body_bytes);

private:
    std::vector<std::unique_ptr<api::SearchEndpoint>> idle_;
};

}  // namespace bizrec::ngx

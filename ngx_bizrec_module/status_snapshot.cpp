#include "status_snapshot.hpp"

#include <algorithm>

namespace bizrec::ngx {

const WorkerReport* StatusSnapshot::this_worker() const noexcept {
    const auto found =
        std::find_if(workers.begin(), workers.end(), [this](const WorkerReport& worker) { return worker.pid == pid; });
    return found == workers.end() ? nullptr : &*found;
}

bool StatusSnapshot::is_alive(const WorkerReport& worker) const noexcept {
    constexpr std::int64_t silent_ms = 10'000;  // workers tell each second
    return now_ms - worker.heard_ms <= silent_ms;
}

const IndexReport* find_index(const WorkerReport& worker, const std::string& path) noexcept {
    const std::uint64_t hash = hash_of_path(path);
    const auto* end = worker.index + std::min<std::size_t>(worker.indexes, max_reported_indexes);
    const auto* found =
        std::find_if(worker.index, end, [hash](const IndexReport& index) { return index.path_hash == hash; });
    return found == end ? nullptr : found;
}

}  // namespace bizrec::ngx

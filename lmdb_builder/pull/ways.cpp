#include "lmdb_builder/pull/ways.hpp"

#include <algorithm>
#include <map>

namespace bizrec::builder {
namespace {

struct Reached {
    std::uint64_t bytes = 0;
    const DeltaNotice* by = nullptr;  ///< the last delta; null: the edge has the generation
};
using ReachedGenerations = std::map<std::string, Reached>;

/// The cheapest chain of deltas to each reachable generation. Bellman-Ford is fast enough, because a file lists at most
/// max_deltas (512) deltas.
ReachedGenerations reached_by_deltas(const CurrentFile& file, const std::vector<std::string>& held) {
    ReachedGenerations reached;
    for (const std::string& generation : held) {
        reached.emplace(generation, Reached{});
    }
    for (bool changed = true; changed;) {
        changed = false;
        for (const DeltaNotice& delta : file.deltas) {
            const auto from = reached.find(delta.from);
            if (from == reached.end()) {
                continue;
            }
            // No overflow: at most max_deltas (2^9) sizes of at most 2^50 bytes each.
            const std::uint64_t bytes = from->second.bytes + delta.size;
            const auto [to, is_new] = reached.emplace(delta.to, Reached{bytes, &delta});
            if (!is_new && bytes < to->second.bytes) {
                to->second = {bytes, &delta};
                changed = true;
            }
            changed = changed || is_new;
        }
    }
    return reached;
}

}  // namespace

const char* name_of(Way::Kind kind) noexcept {
    switch (kind) {
        case Way::Kind::held:
            return "held";
        case Way::Kind::deltas:
            return "deltas";
        case Way::Kind::packed:
            return "packed";
        case Way::Kind::plain:
            break;
    }
    return "plain";
}

std::vector<Way> ways_to(const CurrentFile& file, const std::vector<std::string>& held) {
    std::vector<Way> ways;
    const bool is_held = std::find(held.begin(), held.end(), file.generation) != held.end();
    if (is_held) {
        ways.push_back({Way::Kind::held, 0});
    }
    if (!is_held) {
        const ReachedGenerations reached = reached_by_deltas(file, held);
        const auto target = reached.find(file.generation);
        if (target != reached.end()) {
            Way chain{Way::Kind::deltas, target->second.bytes};
            chain.base = file.generation;
            for (const DeltaNotice* by = target->second.by; by != nullptr; by = reached.at(chain.base).by) {
                chain.deltas.insert(chain.deltas.begin(), *by);
                chain.base = by->from;
            }
            ways.push_back(std::move(chain));
        }
    }
    if (file.packed) {
        ways.push_back({Way::Kind::packed, file.packed->size});
    }
    ways.push_back({Way::Kind::plain, file.size});
    std::stable_sort(ways.begin(), ways.end(), [](const Way& a, const Way& b) { return a.bytes < b.bytes; });
    return ways;
}

}  // namespace bizrec::builder

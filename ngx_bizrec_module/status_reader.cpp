#include "status.hpp"

#include <sys/statvfs.h>

#include <algorithm>

#include "bizrec/base/monotonic_ms.hpp"
#include "bizrec/base/version.hpp"
#include "bizrec/format/layout.hpp"
#include "bizrec/identity/identity.hpp"
#include "bizrec/store/library_versions.hpp"
#include "bizrec/text/analyser.hpp"
#include "conf.hpp"
#include "status_zone.hpp"
#include "strings.hpp"

namespace bizrec::ngx {
namespace {

IndexSnapshot read_index(const ServedIndex& index) {
    IndexSnapshot snapshot{index.path(), index.may_be_missing(), 0, 0};
    if (const auto serving = index.current()) {
        snapshot.build = store::read_build_figures(serving->path(), serving->name());
    }
    const std::string folder = index.path().substr(0, index.path().rfind('/') + 1);
    struct statvfs disk {};
    if (::statvfs(folder.c_str(), &disk) == 0) {
        snapshot.disk_bytes = std::uint64_t{disk.f_blocks} * disk.f_frsize;
        snapshot.disk_free_bytes = std::uint64_t{disk.f_bavail} * disk.f_frsize;
    }
    return snapshot;
}

/// All zones of the configuration, nginx's own included. Free space is read without the zone's lock, which is good
/// enough for people.
std::vector<ZoneSnapshot> read_zones() {
    std::vector<ZoneSnapshot> zones;
    for (ngx_list_part_t* part = &const_cast<ngx_cycle_t*>(ngx_cycle)->shared_memory.part; part != nullptr;
         part = part->next) {
        const auto* all = static_cast<const ngx_shm_zone_t*>(part->elts);
        for (ngx_uint_t i = 0; i < part->nelts; ++i) {
            const ngx_shm_zone_t& zone = all[i];
            if (zone.shm.addr != nullptr) {
                const auto* pool = reinterpret_cast<const ngx_slab_pool_t*>(zone.shm.addr);
                const std::uint64_t free = std::uint64_t{pool->pfree} * ngx_pagesize;
                zones.push_back(
                    {std::string(view(zone.shm.name)), zone.shm.size - std::min(free, zone.shm.size), zone.shm.size});
            }
        }
    }
    return zones;
}

std::vector<WorkerReport> read_workers(const StatusTable& table) {
    std::vector<WorkerReport> workers;
    for (const ReportPlace& place : table.places) {
        const std::int64_t owner = place.owner.load(std::memory_order_relaxed);
        WorkerReport report;
        if (owner != 0 && is_process(owner) && place.report.read(report) && report.pid == owner) {
            workers.push_back(report);
        }
    }
    std::sort(workers.begin(), workers.end(), [](const WorkerReport& a, const WorkerReport& b) {
        return std::pair(a.number, a.pid) < std::pair(b.number, b.pid);
    });
    return workers;
}

unsigned configured_workers() noexcept {
    if (ngx_process == NGX_PROCESS_SINGLE) {
        return 1;
    }
    auto* core = reinterpret_cast<ngx_core_conf_t*>(ngx_get_conf(ngx_cycle->conf_ctx, ngx_core_module));
    return static_cast<unsigned>(core->worker_processes);
}

}  // namespace

StatusSnapshot read_status(const MainConf& conf) {
    const StatusTable& table = conf.status.table();
    StatusSnapshot snapshot;
    snapshot.now_s = ngx_time();
    snapshot.pid = ngx_pid;
    snapshot.workers_configured = configured_workers();
    snapshot.endpoints = conf.endpoints;
    for (const auto& index : conf.indexes) {
        snapshot.indexes.push_back(read_index(*index));
    }
    snapshot.workers = read_workers(table);
    snapshot.now_ms = monotonic_ms();
    snapshot.ledgers = read_ledgers(conf.credits);
    snapshot.zones = read_zones();
    for (const WorkerCounters& counters : table.counters) {
        snapshot.counters.add(counters);
    }
    snapshot.versions = {
        {"module", program_version},
        {"nginx", NGINX_VERSION},
        {"index_format", std::to_string(format::format_version)},
        {"identity_rules", std::to_string(identity::identity_rules_version())},
        {"analyser", std::to_string(text::analyser_version())},
    };
    snapshot.libraries = store::library_versions();
    return snapshot;
}

}  // namespace bizrec::ngx

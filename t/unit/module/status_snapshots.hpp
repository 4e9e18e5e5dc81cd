#pragma once

#include "ngx_bizrec_module/status_snapshot.hpp"

namespace bizrec::ngx {

inline IndexReport index_report(const std::string& path, const std::string& generation) {
    IndexReport report;
    report.path_hash = hash_of_path(path);
    report.generation.set(generation);
    report.data_date.set("2025-11-25");
    report.records = 12;
    report.bytes = 8192;
    report.maps = 1;
    report.published_s = 1'764'000'000;
    report.since_s = 1'764'000'100;
    report.checked_s = 1'764'200'000;
    return report;
}

/// Two workers that serve one index, nine days after the epoch of the monotonic clock.
inline StatusSnapshot healthy_snapshot() {
    StatusSnapshot snapshot;
    snapshot.now_s = 1'764'200'001;
    snapshot.now_ms = 777'600'000;
    snapshot.pid = 101;
    snapshot.workers_configured = 2;
    snapshot.endpoints = 1U << static_cast<unsigned>(EndpointKind::enrich_company);
    snapshot.indexes = {{"/srv/index.mdb", false, 1000, 250}};
    for (const unsigned number : {0U, 1U}) {
        WorkerReport worker;
        worker.pid = 101 + number;
        worker.number = number;
        worker.heard_ms = snapshot.now_ms - 500;
        worker.started_s = 1'764'000'000;
        worker.is_ready = true;
        worker.resident_bytes = 4096;
        worker.indexes = 1;
        worker.index[0] = index_report("/srv/index.mdb", "00112233445566aa");
        snapshot.workers.push_back(worker);
    }
    snapshot.versions = {{"module", "0.1.0"}, {"nginx", "1.22.1"}};
    return snapshot;
}

}  // namespace bizrec::ngx

#include "ngx_bizrec_module/status_health.hpp"

#include <gtest/gtest.h>

#include "t/unit/module/status_snapshots.hpp"

namespace bizrec::ngx {
namespace {

using Words = std::vector<std::string>;

TEST(StatusHealth, AllServe) {
    const Health health = assess_health(healthy_snapshot());
    EXPECT_EQ(health.state, HealthState::ok);
    EXPECT_EQ(health.reasons, Words());
    EXPECT_EQ(health.workers_alive, 2U);
    EXPECT_EQ(health.workers_ready, 2U);
}

TEST(StatusHealth, NoGenerationInThisWorker) {
    StatusSnapshot snapshot = healthy_snapshot();
    snapshot.workers[0].index[0].generation = {};
    snapshot.workers[0].index[0].refused_reason.set("does not exist");
    snapshot.workers[0].is_ready = false;
    Health health = assess_health(snapshot);
    EXPECT_EQ(health.state, HealthState::not_ready);
    EXPECT_EQ(health.reasons.at(0), "index /srv/index.mdb: this worker serves no generation: does not exist");
    EXPECT_EQ(health.workers_ready, 1U);

    snapshot.pid = 102;  // the other worker serves, so in its view the state is only degraded
    health = assess_health(snapshot);
    EXPECT_EQ(health.state, HealthState::degraded);
    EXPECT_NE(std::find(health.reasons.begin(), health.reasons.end(), "worker 101 is not ready"), health.reasons.end());
}

TEST(StatusHealth, AnIndexThatMayBeMissing) {
    StatusSnapshot snapshot = healthy_snapshot();
    snapshot.indexes[0].may_be_missing = true;
    snapshot.indexes.push_back({"/srv/other.mdb", false, 0, 0});
    for (WorkerReport& worker : snapshot.workers) {
        worker.index[0].generation = {};
        worker.index[1] = index_report("/srv/other.mdb", "ffffffffffffffff");
        worker.indexes = 2;
    }
    EXPECT_EQ(assess_health(snapshot).state, HealthState::degraded);

    for (WorkerReport& worker : snapshot.workers) {
        worker.indexes = 1;
        worker.index[1] = {};
    }
    snapshot.indexes.pop_back();
    EXPECT_EQ(assess_health(snapshot).state, HealthState::not_ready) << "all that clients get is 503";
}

TEST(StatusHealth, ARefusedGeneration) {
    StatusSnapshot snapshot = healthy_snapshot();
    for (WorkerReport& worker : snapshot.workers) {
        worker.index[0].refused_generation.set("ffffffffffffffff");
        worker.index[0].refused_reason.set("is damaged");
    }
    const Health health = assess_health(snapshot);
    EXPECT_EQ(health.state, HealthState::degraded);
    EXPECT_EQ(health.reasons, Words{"index /srv/index.mdb: generation ffffffffffffffff is refused: is damaged; "
                                    "generation 00112233445566aa goes on serving"});
    snapshot.workers[0].index[0].is_stand_in = true;
    EXPECT_NE(assess_health(snapshot).reasons.at(0).find("00112233445566aa serves instead"), std::string::npos);
}

TEST(StatusHealth, OneWorkerBehind) {
    StatusSnapshot snapshot = healthy_snapshot();
    snapshot.workers[1].index[0].generation.set("ffffffffffffffff");
    snapshot.workers[1].index[0].since_s = snapshot.now_s - 9;
    EXPECT_EQ(assess_health(snapshot).state, HealthState::ok) << "workers swap one after the other";
    snapshot.now_s += 1;
    const Health health = assess_health(snapshot);
    EXPECT_EQ(health.state, HealthState::degraded);
    EXPECT_EQ(health.reasons.size(), 1U);

    snapshot.workers[0].is_ending = true;  // after a reload the old worker keeps its generation
    snapshot.pid = 102;
    snapshot.workers_configured = 1;
    EXPECT_EQ(assess_health(snapshot).state, HealthState::ok);
}

TEST(StatusHealth, ASilentWorker) {
    StatusSnapshot snapshot = healthy_snapshot();
    snapshot.workers[1].heard_ms = snapshot.now_ms - 10'000;
    EXPECT_EQ(assess_health(snapshot).state, HealthState::ok);
    snapshot.workers[1].heard_ms -= 1;
    const Health health = assess_health(snapshot);
    EXPECT_EQ(health.state, HealthState::degraded);
    EXPECT_EQ(health.reasons, (Words{"worker 102 gives no sign of life since 10 s", "1 of 2 workers are alive"}));
}

TEST(StatusHealth, AWorkerThatEnds) {
    StatusSnapshot snapshot = healthy_snapshot();
    snapshot.workers[0].is_ending = true;
    EXPECT_EQ(assess_health(snapshot).reasons.at(0), "this worker is shutting down");
    snapshot.workers.clear();
    EXPECT_EQ(assess_health(snapshot).state, HealthState::not_ready);
}

TEST(StatusHealth, ALedgerThatIsNotWritten) {
    StatusSnapshot snapshot = healthy_snapshot();
    LedgerSnapshot ledger;
    ledger.path = "/srv/ledger.mdb";
    ledger.failing_ms = 61'000;
    snapshot.ledgers = {ledger};
    EXPECT_EQ(assess_health(snapshot).state, HealthState::degraded) << "its rule says to go on";
    snapshot.ledgers[0].may_charge = false;
    const Health health = assess_health(snapshot);
    EXPECT_EQ(health.state, HealthState::not_ready);
    EXPECT_EQ(health.reasons, Words{"ledger /srv/ledger.mdb: could not be written for 61 s"});
}

}  // namespace
}  // namespace bizrec::ngx

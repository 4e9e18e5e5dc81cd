#include "status_figures.hpp"

#include <algorithm>
#include <iterator>

#include "bizrec/base/date_time.hpp"
#include "status_health.hpp"

namespace bizrec::ngx {
namespace {

using Labels = std::vector<std::pair<std::string_view, std::string>>;

/// At least 0, because a clock may go back.
double seconds_between(std::int64_t from_s, std::int64_t to_s) noexcept {
    return static_cast<double>(std::max<std::int64_t>(to_s - from_s, 0));
}

class FigureList {
public:
    explicit FigureList(const StatusSnapshot& snapshot) : s_(snapshot) {}

    std::vector<Figure> make() {
        add_health();
        for (const IndexSnapshot& index : s_.indexes) {
            add_index(index);
        }
        for (std::size_t place = 0; place < endpoint_count; ++place) {
            add_endpoint(place);
        }
        for (std::size_t i = 0; i < reading_count; ++i) {
            add(FigureName::readings, {{"reading", search::readings[i].name}}, s_.counters.readings[i]);
        }
        add_sums_of_workers();
        for (const LedgerSnapshot& ledger : s_.ledgers) {
            add_ledger(ledger);
        }
        for (const ZoneSnapshot& zone : s_.zones) {
            add(FigureName::zone_used, {{"zone", zone.name}}, zone.used);
            add(FigureName::zone_size, {{"zone", zone.name}}, zone.size);
        }
        for (const WorkerReport& worker : s_.workers) {
            add_worker(worker);
        }
        add_versions();
        return std::move(figures_);
    }

private:
    void add(FigureName name, Labels labels, FigureValue value) {
        figures_.push_back({name, std::move(labels), std::move(value)});
    }
    void add_text(FigureName name, Labels labels, std::string_view text) {
        if (!text.empty()) {
            add(name, std::move(labels), std::string(text));
        }
    }
    void add_time(FigureName name, Labels labels, std::int64_t seconds) {
        if (seconds != 0) {
            add(name, std::move(labels), UnixTime{seconds});
        }
    }

    void add_health() {
        const Health health = assess_health(s_);
        add_text(FigureName::state, {}, name_of(health.state));
        add(FigureName::reasons, {}, health.reasons);
        add(FigureName::ready, {}, health.state != HealthState::not_ready);
        add(FigureName::degraded, {}, health.state != HealthState::ok);
        add(FigureName::workers_alive, {}, std::uint64_t{health.workers_alive});
        add(FigureName::workers_ready, {}, std::uint64_t{health.workers_ready});
        add(FigureName::workers_configured, {}, std::uint64_t{s_.workers_configured});
    }

    void add_index(const IndexSnapshot& index) {
        const Labels labels = {{"index", index.path}};
        const WorkerReport* self = s_.this_worker();
        const IndexReport* own = self == nullptr ? nullptr : find_index(*self, index.path);
        const IndexReport* report = report_of_index(s_, index.path);
        add(FigureName::index_served, labels, own != nullptr && !own->generation.empty());
        if (report != nullptr) {
            add_generation(labels, *report);
            add_refusal(labels, *report);
            add_suppressions(labels, *report);
        }
        std::int64_t since_s = 0;
        add(FigureName::index_workers_behind, labels, std::uint64_t{workers_behind(s_, index.path, &since_s)});
        if (index.disk_bytes != 0) {
            add(FigureName::index_disk, labels, index.disk_bytes);
            add(FigureName::index_disk_free, labels, index.disk_free_bytes);
        }
        if (index.build) {
            add_build(labels, *index.build);
        }
    }

    void add_build(const Labels& labels, const store::BuildFigures& build) {
        add_text(FigureName::build_built_at, labels, build.built_at);
        add(FigureName::build_read, labels, build.read);
        add(FigureName::build_kept, labels, build.kept);
        add(FigureName::build_rejected, labels, build.rejected);
        add(FigureName::build_seconds, labels, build.seconds);
        add(FigureName::build_memory, labels, build.peak_memory_bytes);
    }

    void add_generation(const Labels& labels, const IndexReport& report) {
        if (!report.generation.empty()) {
            const auto day = text::parse_date_time(report.data_date.view());
            add_text(FigureName::index_generation, labels, report.generation.view());
            add_text(FigureName::index_data_date, labels, report.data_date.view());
            add_time(FigureName::index_published, labels, report.published_s);
            add(FigureName::index_age, labels, seconds_between(day.value_or(report.published_s), s_.now_s));
            add(FigureName::index_records, labels, report.records);
            add(FigureName::index_bytes, labels, report.bytes);
        }
        add_time(FigureName::index_checked, labels, report.checked_s);
        add(FigureName::index_stand_in, labels, report.is_stand_in);
    }

    void add_refusal(const Labels& labels, const IndexReport& report) {
        add(FigureName::index_refused, labels, !report.refused_reason.empty() && !report.generation.empty());
        add_text(FigureName::refused_generation, labels, report.refused_generation.view());
        add_text(FigureName::refused_reason, labels, report.refused_reason.view());
        add_time(FigureName::refused_at, labels, report.refused_reason.empty() ? 0 : report.refused_s);
    }

    void add_suppressions(const Labels& labels, const IndexReport& report) {
        add(FigureName::suppressed_list, labels, report.suppression_list);
        add(FigureName::suppressed_entries, labels, report.suppressions);
        add_text(FigureName::suppressed_refused, labels, report.list_refused.view());
        add(FigureName::list_refused, labels, !report.list_refused.empty());
    }

    void add_endpoint(std::size_t place) {
        const EndpointCounts<std::uint64_t>& counts = s_.counters.endpoints[place];
        const bool has_any = std::any_of(std::begin(counts.statuses), std::end(counts.statuses),
                                         [](std::uint64_t count) { return count != 0; });
        if ((s_.endpoints >> place & 1U) == 0 && !has_any) {
            return;
        }
        const Labels labels = {{"endpoint", std::string(name_of_endpoint(place))}};
        add_statuses(labels, counts);
        add(FigureName::endpoint_rows, labels, counts.rows);
        Histogram times{};
        std::copy(std::begin(counts.times), std::end(counts.times), times.counts);
        times.sum_ns = counts.engine_ns;
        add(FigureName::endpoint_latency, labels, times);
        add(FigureName::endpoint_offloaded, labels, counts.offloaded);
        add(FigureName::endpoint_overloaded, labels, counts.overloaded);
        constexpr unsigned client_closed_request = 499;  // a status that only nginx has
        add(FigureName::endpoint_cancelled, labels, counts.statuses[place_of_status(client_closed_request)]);
    }

    void add_statuses(const Labels& labels, const EndpointCounts<std::uint64_t>& counts) {
        std::uint64_t of_class[6] = {};  // by first digit; [0]: statuses without a counter of their own
        for (std::size_t i = 0; i < status_places; ++i) {
            const bool is_known = i < std::size(counted_statuses);
            of_class[is_known ? counted_statuses[i] / 100 : 0] += counts.statuses[i];
            if (counts.statuses[i] != 0) {
                Labels with_status = labels;
                with_status.emplace_back("status", is_known ? std::to_string(counted_statuses[i]) : "other");
                add(FigureName::endpoint_status, std::move(with_status), counts.statuses[i]);
            }
        }
        constexpr std::pair<std::size_t, const char*> classes[] = {{2, "2xx"}, {4, "4xx"}, {5, "5xx"}, {0, "other"}};
        for (const auto& [digit, name] : classes) {
            Labels with_class = labels;
            with_class.emplace_back("status", name);
            add(FigureName::endpoint_class, std::move(with_class), of_class[digit]);
        }
    }

    void add_sums_of_workers() {
        std::uint64_t now = 0;
        std::uint64_t peak = 0;
        std::uint64_t resident = 0;
        for (const WorkerReport& worker : s_.workers) {
            now += worker.offloaded_now;
            peak = std::max<std::uint64_t>(peak, worker.offloaded_peak);
            resident += worker.resident_bytes;
        }
        add(FigureName::offloaded_now, {}, now);
        add(FigureName::offloaded_peak, {}, peak);
        add(FigureName::resident, {}, resident);
    }

    void add_ledger(const LedgerSnapshot& ledger) {
        const Labels labels = {{"ledger", ledger.path}};
        if (ledger.written_s != 0) {
            add(FigureName::ledger_age, labels, seconds_between(ledger.written_s, s_.now_s));
        }
        add(FigureName::ledger_unwritten, labels, static_cast<double>(ledger.failing_ms) / 1000);
        add(FigureName::ledger_teams, labels, ledger.teams);
        for (const auto& [team, spent] : ledger.top) {
            constexpr double thousandths = 1000;
            add(FigureName::ledger_top, {{"ledger", ledger.path}, {"team", team}},
                static_cast<double>(spent) / thousandths);
        }
    }

    void add_worker(const WorkerReport& worker) {
        const Labels labels = {{"pid", std::to_string(worker.pid)}};
        add(FigureName::worker_number, labels, std::uint64_t{worker.number});
        add(FigureName::worker_ready, labels, worker.is_ready);
        add(FigureName::worker_ending, labels, worker.is_ending);
        add_time(FigureName::worker_started, labels, worker.started_s);
        add(FigureName::worker_silent, labels, seconds_between(worker.heard_ms / 1000, s_.now_ms / 1000));
        add(FigureName::worker_resident, labels, worker.resident_bytes);
        add(FigureName::worker_offloaded, labels, std::uint64_t{worker.offloaded_now});
        for (const IndexSnapshot& index : s_.indexes) {
            const IndexReport* report = find_index(worker, index.path);
            if (report != nullptr) {
                const Labels both = {labels[0], {"index", index.path}};
                add_text(FigureName::worker_generation, both, report->generation.view());
                add_time(FigureName::worker_since, both, report->since_s);
                add(FigureName::worker_maps, both, std::uint64_t{report->maps});
            }
        }
    }

    void add_versions() {
        for (const auto& [of, version] : s_.versions) {
            add_text(FigureName::version, {{"of", std::string(of)}}, version);
        }
        for (const auto& [library, version] : s_.libraries) {
            add_text(FigureName::library_version, {{"library", std::string(library)}}, version);
        }
        add(FigureName::info, s_.versions, true);
    }

    const StatusSnapshot& s_;
    std::vector<Figure> figures_;
};

}  // namespace

std::vector<Figure> figures_of(const StatusSnapshot& snapshot) {
    return FigureList(snapshot).make();
}

}  // namespace bizrec::ngx

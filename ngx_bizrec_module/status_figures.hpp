#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "status_snapshot.hpp"

namespace bizrec::ngx {

/// The figures of bizrec_status, in the order of the table figure_kinds.
enum class FigureName : std::uint8_t {
    state,
    reasons,
    ready,
    degraded,
    workers_alive,
    workers_ready,
    workers_configured,
    index_served,
    index_generation,
    index_data_date,
    index_published,
    index_age,
    index_records,
    index_bytes,
    index_checked,
    index_stand_in,
    index_refused,
    refused_generation,
    refused_reason,
    refused_at,
    suppressed_list,
    suppressed_entries,
    suppressed_refused,
    list_refused,
    index_workers_behind,
    index_disk,
    index_disk_free,
    build_built_at,
    build_read,
    build_kept,
    build_rejected,
    build_seconds,
    build_memory,
    endpoint_status,
    endpoint_class,
    endpoint_rows,
    endpoint_latency,
    endpoint_offloaded,
    endpoint_overloaded,
    endpoint_cancelled,
    readings,
    offloaded_now,
    offloaded_peak,
    resident,
    ledger_age,
    ledger_unwritten,
    ledger_teams,
    ledger_top,
    zone_used,
    zone_size,
    worker_number,
    worker_ready,
    worker_ending,
    worker_started,
    worker_silent,
    worker_resident,
    worker_offloaded,
    worker_generation,
    worker_since,
    worker_maps,
    version,
    library_version,
    info,
};

enum class FigureType : std::uint8_t { text, gauge, counter, histogram };

/// The description of a figure for its three forms and for docs/status.md.
struct FigureKind {
    FigureName name;
    const char* path;    ///< place in the JSON, parts separated by dots; `{label}`: value of that label; "": none
    const char* metric;  ///< name in OpenMetrics; "": not among the metrics
    FigureType type;
    const char* unit;  ///< "seconds", "bytes" or ""
    const char* help;
};
extern const FigureKind figure_kinds[];
extern const std::size_t figure_kind_count;
const FigureKind& kind_of(FigureName name) noexcept;

struct UnixTime {
    std::int64_t seconds;
};

struct Histogram {
    std::uint64_t counts[time_places];
    std::uint64_t sum_ns;
    double sum_s() const noexcept { return static_cast<double>(sum_ns) / 1e9; }
};

using FigureValue =
    std::variant<bool, std::uint64_t, double, UnixTime, std::string, std::vector<std::string>, Histogram>;

struct Figure {
    FigureName name;
    std::vector<std::pair<std::string_view, std::string>> labels;  ///< labels of the kind's path, or of the metric
    FigureValue value;

    /// The value of a label; "" if the figure has no label of that name.
    std::string_view label(std::string_view name_of_label) const noexcept;
};

/// All figures. Figures whose paths share a beginning are adjacent.
std::vector<Figure> figures_of(const StatusSnapshot& snapshot);

/// A part of a figure's path. `is_label`: the text is the value of a `{label}`.
struct PathPart {
    std::string text;
    bool is_label;
};
std::vector<PathPart> path_of(const Figure& figure);

/// The time as text: "2026-11-26T22:41:05Z".
std::string text_of(UnixTime time);

/// The shortest text that reads back as the same number: 0.25, 1e-05.
std::string text_of(double number);

}  // namespace bizrec::ngx

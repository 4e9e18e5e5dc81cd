#include "status_figures.hpp"

#include <algorithm>
#include <charconv>
#include <iterator>

#include "bizrec/base/date_time.hpp"

namespace bizrec::ngx {

// t/docs/status.t also reads this table.
const FigureKind figure_kinds[] = {
    {FigureName::state, "state", "", FigureType::text, "", "ok, degraded or not_ready"},
    {FigureName::reasons, "reasons", "", FigureType::text, "", "Why the state is not ok, in words"},
    {FigureName::ready, "ready", "bizrec_ready", FigureType::gauge, "", "1: the worker that answers can serve"},
    {FigureName::degraded, "", "bizrec_degraded", FigureType::gauge, "",
     "1: the state is not ok, and an operator should look"},
    {FigureName::workers_alive, "workers_alive", "bizrec_workers_alive", FigureType::gauge, "",
     "Workers that gave a sign of life in the last ten seconds and are not shutting down"},
    {FigureName::workers_ready, "workers_ready", "bizrec_workers_ready", FigureType::gauge, "",
     "How many of these workers are ready"},
    {FigureName::workers_configured, "workers_configured", "bizrec_workers_configured", FigureType::gauge, "",
     "worker_processes of the configuration"},
    {FigureName::index_served, "index.{index}.served", "bizrec_index_served", FigureType::gauge, "",
     "1: the worker that answers serves a generation of the index"},
    {FigureName::index_generation, "index.{index}.generation", "", FigureType::text, "",
     "Name of the generation, as in X-Index-Version"},
    {FigureName::index_data_date, "index.{index}.data_date", "", FigureType::text, "",
     "Day of the data, as in X-Data-Date"},
    {FigureName::index_published, "index.{index}.published_at", "bizrec_index_published_timestamp_seconds",
     FigureType::gauge, "seconds", "When the index file was last changed, Unix time"},
    {FigureName::index_age, "index.{index}.age_s", "bizrec_index_age_seconds", FigureType::gauge, "seconds",
     "Age of the data: since the beginning of its day, or, if its day is unknown, since the file was published"},
    {FigureName::index_records, "index.{index}.records", "bizrec_index_records", FigureType::gauge, "",
     "Records of the generation"},
    {FigureName::index_bytes, "index.{index}.bytes", "bizrec_index_size_bytes", FigureType::gauge, "bytes",
     "Size of the index file"},
    {FigureName::index_checked, "index.{index}.checked_at", "bizrec_index_checked_timestamp_seconds", FigureType::gauge,
     "seconds", "When the worker last looked for a new file, Unix time"},
    {FigureName::index_stand_in, "index.{index}.stand_in", "bizrec_index_stand_in", FigureType::gauge, "",
     "1: an older generation serves, because the newest cannot be used"},
    {FigureName::index_refused, "", "bizrec_index_refused", FigureType::gauge, "",
     "1: the file that the path names cannot be used, and an earlier generation still serves"},
    {FigureName::refused_generation, "index.{index}.refused.generation", "", FigureType::text, "",
     "Name of the refused generation, if it is known"},
    {FigureName::refused_reason, "index.{index}.refused.reason", "", FigureType::text, "", "Why it is refused"},
    {FigureName::refused_at, "index.{index}.refused.at", "", FigureType::text, "", "Since when"},
    {FigureName::suppressed_list, "index.{index}.suppressed.list", "bizrec_suppressed_list", FigureType::gauge, "",
     "Number of the list of suppressions in force; 0: there is none"},
    {FigureName::suppressed_entries, "index.{index}.suppressed.entries", "bizrec_suppressed_entries", FigureType::gauge,
     "", "Entries of that list"},
    {FigureName::suppressed_refused, "index.{index}.suppressed.refused", "", FigureType::text, "",
     "Why the list that the folder names is not in force"},
    {FigureName::list_refused, "", "bizrec_suppressed_list_refused", FigureType::gauge, "",
     "1: the list that the folder names cannot be used, and the previous list stays in force"},
    {FigureName::index_workers_behind, "index.{index}.workers_behind", "bizrec_index_workers_behind", FigureType::gauge,
     "", "Workers that do not serve the generation to which a worker switched last"},
    {FigureName::index_disk, "index.{index}.disk_bytes", "bizrec_index_disk_size_bytes", FigureType::gauge, "bytes",
     "Size of the file system of the index"},
    {FigureName::index_disk_free, "index.{index}.disk_free_bytes", "bizrec_index_disk_free_bytes", FigureType::gauge,
     "bytes", "Free space of that file system"},
    {FigureName::build_built_at, "index.{index}.build.built_at", "", FigureType::text, "",
     "When the index was built, from its report"},
    {FigureName::build_read, "index.{index}.build.read", "bizrec_build_records_read", FigureType::gauge, "",
     "Records that its build read"},
    {FigureName::build_kept, "index.{index}.build.kept", "bizrec_build_records_kept", FigureType::gauge, "",
     "Records that its build kept"},
    {FigureName::build_rejected, "index.{index}.build.rejected", "bizrec_build_records_rejected", FigureType::gauge, "",
     "Records that its build refused"},
    {FigureName::build_seconds, "index.{index}.build.seconds", "bizrec_build_duration_seconds", FigureType::gauge,
     "seconds", "Duration of its build"},
    {FigureName::build_memory, "index.{index}.build.peak_memory_bytes", "bizrec_build_peak_memory_bytes",
     FigureType::gauge, "bytes", "The highest resident memory of its build"},
    {FigureName::endpoint_status, "endpoint.{endpoint}.requests.{status}", "", FigureType::counter, "",
     "Requests by the status of the answer"},
    {FigureName::endpoint_class, "", "bizrec_requests_total", FigureType::counter, "",
     "Requests by the class of the status: 2xx, 4xx, 5xx, other"},
    {FigureName::endpoint_rows, "endpoint.{endpoint}.rows", "bizrec_rows_total", FigureType::counter, "",
     "Rows delivered"},
    {FigureName::endpoint_latency, "endpoint.{endpoint}.latency", "bizrec_engine_seconds", FigureType::histogram,
     "seconds", "Time of the engine for an answer, without the wait for a thread"},
    {FigureName::endpoint_offloaded, "endpoint.{endpoint}.offloaded", "bizrec_offloaded_total", FigureType::counter, "",
     "Answers that a thread of a pool has made"},
    {FigureName::endpoint_overloaded, "endpoint.{endpoint}.overloaded", "bizrec_overloaded_total", FigureType::counter,
     "", "Requests refused with 503, because the queue was full or the wait too long"},
    {FigureName::endpoint_cancelled, "endpoint.{endpoint}.cancelled", "bizrec_cancelled_total", FigureType::counter, "",
     "Requests whose client left before the answer"},
    {FigureName::readings, "readings.{reading}", "bizrec_readings_total", FigureType::counter, "",
     "Searches by how their words were read, as in X-Query-Reading"},
    {FigureName::offloaded_now, "queue.length", "bizrec_offloaded_requests", FigureType::gauge, "",
     "Requests that wait for a thread or are being worked on by one, in all workers"},
    {FigureName::offloaded_peak, "queue.max", "bizrec_offloaded_requests_peak", FigureType::gauge, "",
     "Maximum of such requests in one worker in the last second"},
    {FigureName::resident, "", "bizrec_workers_resident_bytes", FigureType::gauge, "bytes",
     "Resident memory of all workers; pages of an index count once a worker"},
    {FigureName::ledger_age, "credits.{ledger}.ledger_age_s", "bizrec_ledger_age_seconds", FigureType::gauge, "seconds",
     "Time since the last transaction"},
    {FigureName::ledger_unwritten, "credits.{ledger}.unwritten_s", "bizrec_ledger_unwritten_seconds", FigureType::gauge,
     "seconds", "How long the ledger could not be written; 0: the last transaction went well"},
    {FigureName::ledger_teams, "credits.{ledger}.teams", "bizrec_ledger_teams", FigureType::gauge, "",
     "Teams with an account"},
    {FigureName::ledger_top, "credits.{ledger}.top.{team}", "bizrec_ledger_spent_credits_total", FigureType::counter,
     "", "Credits that the ten teams with the largest sums have spent on this edge"},
    {FigureName::zone_used, "zones.{zone}.used", "bizrec_zone_used_bytes", FigureType::gauge, "bytes",
     "Memory of a shared zone of nginx that is in use"},
    {FigureName::zone_size, "zones.{zone}.size", "bizrec_zone_size_bytes", FigureType::gauge, "bytes",
     "Size of the zone"},
    {FigureName::worker_number, "workers.{pid}.number", "", FigureType::gauge, "", "Number of the worker, from 0"},
    {FigureName::worker_ready, "workers.{pid}.ready", "", FigureType::gauge, "", "It can serve"},
    {FigureName::worker_ending, "workers.{pid}.ending", "", FigureType::gauge, "",
     "It answers its last requests, after a reload or before the end"},
    {FigureName::worker_started, "workers.{pid}.started_at", "", FigureType::text, "", "When it began"},
    {FigureName::worker_silent, "workers.{pid}.silent_s", "", FigureType::gauge, "seconds",
     "Time since its last sign of life"},
    {FigureName::worker_resident, "workers.{pid}.resident_bytes", "", FigureType::gauge, "bytes",
     "Its resident memory, pages of indexes included"},
    {FigureName::worker_offloaded, "workers.{pid}.offloaded", "", FigureType::gauge, "",
     "Requests that wait for its threads or are being worked on by them"},
    {FigureName::worker_generation, "workers.{pid}.index.{index}.generation", "", FigureType::text, "",
     "Generation that it serves"},
    {FigureName::worker_since, "workers.{pid}.index.{index}.since", "", FigureType::text, "", "Since when"},
    {FigureName::worker_maps, "workers.{pid}.index.{index}.maps", "", FigureType::gauge, "",
     "Generations that it has open: the current one, and older ones that requests still use"},
    {FigureName::version, "versions.{of}", "", FigureType::text, "",
     "Versions of the module, of nginx, of the index format and of the rules"},
    {FigureName::library_version, "versions.libraries.{library}", "", FigureType::text, "",
     "Versions of the libraries that read indexes and JSON"},
    {FigureName::info, "", "bizrec_info", FigureType::gauge, "", "1; the labels are the versions of module and nginx"},
};
const std::size_t figure_kind_count = std::size(figure_kinds);

const FigureKind& kind_of(FigureName name) noexcept {
    return figure_kinds[static_cast<std::size_t>(name)];
}

std::string_view Figure::label(std::string_view name_of_label) const noexcept {
    const auto found = std::find_if(labels.begin(), labels.end(),
                                    [name_of_label](const auto& label) { return label.first == name_of_label; });
    return found == labels.end() ? std::string_view() : std::string_view(found->second);
}

std::vector<PathPart> path_of(const Figure& figure) {
    std::vector<PathPart> parts;
    for (std::string_view rest = kind_of(figure.name).path; !rest.empty();) {
        const std::size_t end = rest.find('.');
        const std::string_view part = rest.substr(0, end);
        const bool is_label = part.front() == '{';
        parts.push_back({std::string(is_label ? figure.label(part.substr(1, part.size() - 2)) : part), is_label});
        rest = end == std::string_view::npos ? std::string_view() : rest.substr(end + 1);
    }
    return parts;
}

std::string text_of(UnixTime time) {
    constexpr std::int64_t day = 86'400;
    const std::int64_t second = (time.seconds % day + day) % day;
    std::string text = text::date_of(time.seconds) + "T00:00:00Z";
    const std::pair<std::size_t, std::int64_t> places[] = {
        {11, second / 3600}, {14, second / 60 % 60}, {17, second % 60}};
    for (const auto& [at, number] : places) {
        text[at] = static_cast<char>('0' + number / 10);
        text[at + 1] = static_cast<char>('0' + number % 10);
    }
    return text;
}

std::string text_of(double number) {
    char text[64];
    return {text, std::to_chars(text, text + sizeof text, number).ptr};
}

}  // namespace bizrec::ngx

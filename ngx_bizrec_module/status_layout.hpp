#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <string_view>

#include "bizrec/base/endpoint_kind.hpp"
#include "bizrec/query/reading.hpp"
#include "published.hpp"

/// The counters and reports of workers in shared memory. Uses nothing of nginx.
namespace bizrec::ngx {

/// Statuses with a counter of their own; one more place counts all others.
inline constexpr std::uint16_t counted_statuses[] = {200, 400, 401, 402, 403, 404, 408, 413, 414,
                                                     422, 429, 431, 499, 500, 502, 503, 504, 507};
inline constexpr std::size_t status_places = std::size(counted_statuses) + 1;
std::size_t place_of_status(unsigned status) noexcept;

/// Upper bounds of the histogram of the engine's time, as OpenMetrics writes them. One more place counts longer times.
struct TimeBound {
    std::uint64_t ns;
    const char* seconds;
};
inline constexpr TimeBound time_bounds[] = {
    {10'000, "1e-05"},      {20'000, "2e-05"},      {50'000, "5e-05"},        {100'000, "0.0001"},
    {200'000, "0.0002"},    {500'000, "0.0005"},    {1'000'000, "0.001"},     {2'000'000, "0.002"},
    {5'000'000, "0.005"},   {10'000'000, "0.01"},   {20'000'000, "0.02"},     {50'000'000, "0.05"},
    {100'000'000, "0.1"},   {200'000'000, "0.2"},   {500'000'000, "0.5"},     {1'000'000'000, "1.0"},
    {2'000'000'000, "2.0"}, {5'000'000'000, "5.0"}, {10'000'000'000, "10.0"},
};
inline constexpr std::size_t time_places = std::size(time_bounds) + 1;
std::size_t place_of_time(std::uint64_t ns) noexcept;

/// The endpoints that deliver rows come first, then the endpoint for the balance of credits.
inline constexpr std::size_t endpoint_count = endpoint_kinds + 1;
inline constexpr std::size_t balance_place = endpoint_kinds;
std::string_view name_of_endpoint(std::size_t place) noexcept;

inline constexpr std::size_t reading_count = search::readings.size();
/// The index of the reading that a value of X-Query-Reading names; reading_count if it names none.
std::size_t place_of_reading(std::string_view header) noexcept;

/// The counts of one endpoint. `Number`: atomic for counting, plain for sums.
template <class Number>
struct EndpointCounts {
    Number statuses[status_places];
    Number rows;
    Number times[time_places];
    Number engine_ns;
    Number offloaded;
    Number overloaded;
};

using Counter = std::atomic<std::uint64_t>;

/// The counters of a worker number. They survive the end of a worker: the next worker with the same number continues
/// them. Workers with other numbers write to other cache lines, unless the numbers differ by a multiple of
/// max_reporting_workers.
struct alignas(64) WorkerCounters {
    EndpointCounts<Counter> endpoints[endpoint_count];
    Counter readings[reading_count];
};

struct CounterSums {
    EndpointCounts<std::uint64_t> endpoints[endpoint_count] = {};
    std::uint64_t readings[reading_count] = {};
    void add(const WorkerCounters& counters) noexcept;
};

/// One index of one worker.
struct IndexReport {
    std::uint64_t path_hash = 0;  ///< hash_of_path()
    FixedText<16> generation;     ///< "": none is served
    FixedText<10> data_date;      ///< "": not known
    bool is_stand_in = false;     ///< an older generation serves, because the newest cannot be used
    std::uint32_t maps = 0;       ///< open generations: the current one, and older ones still in use
    std::uint64_t records = 0;
    std::uint64_t bytes = 0;
    std::int64_t published_s = 0;  ///< the file's change time (ctime), Unix time
    std::int64_t since_s = 0;      ///< when this worker began to serve this generation, Unix time
    std::int64_t checked_s = 0;    ///< when this worker last looked at the path, Unix time
    FixedText<16> refused_generation;
    FixedText<255> refused_reason;  ///< why the file at the path is not served; "": it is served
    std::int64_t refused_s = 0;
    std::uint64_t suppression_list = 0;  ///< number of the list in force; 0: none
    std::uint64_t suppressions = 0;      ///< number of entries of that list
    FixedText<200> list_refused;  ///< why the folder's list is not in force; "": it is in force, or there is none
};

/// The most indexes that a worker reports. No server is expected to have more.
inline constexpr std::size_t max_reported_indexes = 8;

struct WorkerReport {
    std::int64_t pid = 0;
    std::uint32_t number = 0;   ///< nginx's number of the worker: 0 to worker_processes - 1
    std::int64_t heard_ms = 0;  ///< time of this report by the monotonic clock
    std::int64_t started_s = 0;
    bool is_ending = false;
    bool is_ready = false;
    std::uint64_t resident_bytes = 0;
    std::uint32_t offloaded_now = 0;
    std::uint32_t offloaded_peak = 0;  ///< peak of the last second
    std::uint32_t indexes = 0;
    IndexReport index[max_reported_indexes];
};

struct alignas(64) ReportPlace {
    std::atomic<std::int64_t> owner;  ///< id of a process; 0 = free
    Published<WorkerReport> report;
};

/// The number of places for reports. It is larger than the expected number of workers at a time, including old ones
/// that are ending. A worker that finds no place is not reported. Workers whose numbers differ by a multiple of this
/// share their counters.
inline constexpr std::size_t max_reporting_workers = 128;

struct StatusTable {
    WorkerCounters counters[max_reporting_workers];
    ReportPlace places[max_reporting_workers];
};

std::uint64_t hash_of_path(std::string_view path) noexcept;

}  // namespace bizrec::ngx

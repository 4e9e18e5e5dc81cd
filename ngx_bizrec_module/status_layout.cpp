#include "status_layout.hpp"

#include <algorithm>

#include "bizrec/base/xxh.hpp"

namespace bizrec::ngx {
namespace {

void add_counts(EndpointCounts<std::uint64_t>& sums, const EndpointCounts<Counter>& counts) noexcept {
    const auto add = [](std::uint64_t& sum, const Counter& count) { sum += count.load(std::memory_order_relaxed); };
    for (std::size_t i = 0; i < status_places; ++i) {
        add(sums.statuses[i], counts.statuses[i]);
    }
    for (std::size_t i = 0; i < time_places; ++i) {
        add(sums.times[i], counts.times[i]);
    }
    add(sums.rows, counts.rows);
    add(sums.engine_ns, counts.engine_ns);
    add(sums.offloaded, counts.offloaded);
    add(sums.overloaded, counts.overloaded);
}

}  // namespace

std::size_t place_of_status(unsigned status) noexcept {
    const auto* found = std::find(std::begin(counted_statuses), std::end(counted_statuses), status);
    return static_cast<std::size_t>(found - std::begin(counted_statuses));
}

std::size_t place_of_time(std::uint64_t ns) noexcept {
    std::size_t place = 0;  // a linear search, because most times are in the first places
    while (place < std::size(time_bounds) && ns > time_bounds[place].ns) {
        ++place;
    }
    return place;
}

std::string_view name_of_endpoint(std::size_t place) noexcept {
    return place == balance_place ? "credits_balance" : endpoint_name(place);
}

std::size_t place_of_reading(std::string_view header) noexcept {
    const std::string_view name = header.substr(0, header.find(';'));
    const auto* found = std::find_if(search::readings.begin(), search::readings.end(),
                                     [name](const search::ReadingNames& reading) { return name == reading.name; });
    return static_cast<std::size_t>(found - search::readings.begin());
}

void CounterSums::add(const WorkerCounters& counters) noexcept {
    for (std::size_t i = 0; i < endpoint_count; ++i) {
        add_counts(endpoints[i], counters.endpoints[i]);
    }
    for (std::size_t i = 0; i < reading_count; ++i) {
        readings[i] += counters.readings[i].load(std::memory_order_relaxed);
    }
}

std::uint64_t hash_of_path(std::string_view path) noexcept {
    return XXH3_64bits(path.data(), path.size());
}

}  // namespace bizrec::ngx

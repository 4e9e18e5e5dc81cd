#include "counting_rate.hpp"

#include <algorithm>

#include "bizrec/base/ascii.hpp"
#include "bizrec/base/numbers.hpp"
#include "bizrec/base/xxh.hpp"
#include "conf.hpp"
#include "directive_tools.hpp"
#include "strings.hpp"

namespace bizrec::ngx {
namespace {

constexpr std::size_t places = std::size_t{1} << 16;
constexpr std::uint64_t second_us = 1'000'000;
constexpr std::uint64_t max_number = 1'000'000;

bool read_number(std::string_view text, std::uint64_t least, std::uint64_t& number) noexcept {
    return read_whole_number(text, number) && number >= least && number <= max_number;
}

/// Reads "6r/m" or "10r/s".
bool read_rate(std::string_view text, std::uint64_t& interval_us) noexcept {
    const bool of_minute = text.size() > 3 && text.substr(text.size() - 3) == "r/m";
    const bool of_second = text.size() > 3 && text.substr(text.size() - 3) == "r/s";
    std::uint64_t number = 0;
    if (!(of_minute || of_second) || !read_number(text.substr(0, text.size() - 3), 1, number)) {
        return false;
    }
    interval_us = (of_minute ? 60 * second_us : second_us) / number;
    return true;
}

bool read_option(std::string_view text, CountingRate& rate) noexcept {
    constexpr std::string_view rate_is = "rate=";
    constexpr std::string_view burst_is = "burst=";
    return starts_with(text, rate_is)
               ? read_rate(text.substr(rate_is.size()), rate.interval_us)
               : starts_with(text, burst_is) && read_number(text.substr(burst_is.size()), 0, rate.burst);
}

}  // namespace

struct CountingTimes::Table {
    std::atomic<std::uint64_t> free_at_us[places];  ///< µs of may_count()'s clock, which all processes share
};

bool CountingTimes::add_zone(ngx_conf_t* cf) noexcept {
    return table_.add_zone(cf, "bizrec_counting_times");
}

bool CountingTimes::take(std::string_view key, const CountingRate& rate, std::uint64_t counts,
                         std::uint64_t now_us) noexcept {
    const std::uint64_t hash = XXH3_64bits_withSeed(key.data(), key.size(), rate.interval_us);
    std::atomic<std::uint64_t>& place = table_->free_at_us[hash % places];
    std::uint64_t before = place.load(std::memory_order_relaxed);
    std::uint64_t after = 0;
    do {
        after = std::max(before, now_us) + counts * rate.interval_us;
        if (after - now_us > (rate.burst + 1) * rate.interval_us) {
            return false;
        }
    } while (!place.compare_exchange_weak(before, after, std::memory_order_relaxed));
    return true;
}

char* set_counting_rate(ngx_conf_t* cf, ngx_command_t*, void* conf) noexcept {
    auto* location = static_cast<LocationConf*>(conf);
    if (location->counting_rates == nullptr) {
        location->counting_rates = ngx_array_create(cf->pool, 3, sizeof(CountingRate));
    }
    auto* rate = location->counting_rates == nullptr
                     ? nullptr
                     : static_cast<CountingRate*>(ngx_array_push(location->counting_rates));
    ngx_str_t* argument = arguments(cf);
    if (rate == nullptr) {
        return failed();
    }
    *rate = {compile_value(cf, view(argument[1])), 0, 0};
    bool good = rate->key != nullptr;
    for (ngx_uint_t i = 2; good && i < cf->args->nelts; ++i) {
        good = read_option(view(argument[i]), *rate);
    }
    if (!good || rate->interval_us == 0) {
        ngx_conf_log_error(NGX_LOG_EMERG, cf, 0,
                           "bizrec_counting_rate: \"KEY rate=Nr/s\" or \"KEY rate=Nr/m\", and perhaps \"burst=N\", was "
                           "expected");
        return failed();
    }
    auto* main = static_cast<MainConf*>(ngx_http_conf_get_module_main_conf(cf, ngx_http_bizrec_module));
    return main->counting.add_zone(cf) ? NGX_CONF_OK : failed();
}

bool may_count(ngx_http_request_t* r, const LocationConf& conf, std::uint64_t counts) noexcept {
    if (conf.counting_rates == nullptr) {
        return true;
    }
    const auto* rates = static_cast<const CountingRate*>(conf.counting_rates->elts);
    const std::uint64_t now_us = std::uint64_t{ngx_current_msec} * 1000 + second_us;
    return std::all_of(rates, rates + conf.counting_rates->nelts, [&](const CountingRate& rate) {
        ngx_str_t key;
        return ngx_http_complex_value(r, rate.key, &key) != NGX_OK || key.len == 0 ||
               main_conf(r)->counting.take(view(key), rate, counts, now_us);
    });
}

}  // namespace bizrec::ngx

#include "lmdb_builder/runs/run_file_set.hpp"

#include <algorithm>
#include <map>

#include "lmdb_builder/system/failure.hpp"

namespace bizrec::builder {
namespace {

constexpr std::uint64_t max_named = 10;

std::string place_text(const RunHeader& header) {
    std::string text = "shard " + header.shard.text();
    return header.part.is_whole() ? text : text + " of part " + header.part.text();
}

std::string split_text(const RunHeader& header) {
    return std::to_string(header.shard.of) + " shards and " + std::to_string(header.part.of) + " parts";
}

void check_against_first(const RunFile& first, const RunFile& run) {
    if (first.header().shard.of != run.header().shard.of || first.header().part.of != run.header().part.of) {
        throw BuildFailure("\"" + first.name() + "\" is of " + split_text(first.header()) + ", \"" + run.name() +
                           "\" of " + split_text(run.header()) + ": all runs must be of one split");
    }
    const std::string conflict = rules_conflict(first.header(), run.header());
    if (!conflict.empty()) {
        throw BuildFailure("\"" + first.name() + "\" and \"" + run.name() + "\" " + conflict);
    }
}

using Places = std::map<std::uint64_t, const RunFile*>;  // key: place_of(), shards of part 1 before those of part 2

std::uint64_t place_of(const RunHeader& header) noexcept {
    return std::uint64_t{header.part.number - 1} * header.shard.of + header.shard.number - 1;
}

[[noreturn]] void fail_missing(const Places& taken, RunHeader any, std::uint64_t whole) {
    const std::uint64_t missing = whole - taken.size();
    std::string text;
    std::uint64_t named = 0;
    for (std::uint64_t place = 0; named < std::min<std::uint64_t>(missing, max_named); ++place) {
        if (taken.count(place) == 0) {
            any.part.number = static_cast<std::uint32_t>(place / any.shard.of) + 1;
            any.shard.number = static_cast<std::uint32_t>(place % any.shard.of) + 1;
            text += (named++ == 0 ? "" : ", ") + place_text(any);
        }
    }
    throw BuildFailure("of " + std::to_string(whole) + " runs " + std::to_string(missing) +
                       (missing == 1 ? " is" : " are") + " missing: " + text + (missing > named ? ", …" : ""));
}

}  // namespace

std::deque<RunFile> open_run_set(const std::vector<std::string>& paths) {
    std::deque<RunFile> runs;
    Places taken;
    for (const std::string& path : paths) {
        const RunFile& run = runs.emplace_back(path);
        check_against_first(runs.front(), run);
        const auto [other, fresh] = taken.emplace(place_of(run.header()), &run);
        if (!fresh) {
            throw BuildFailure("\"" + other->second->name() + "\" and \"" + run.name() + "\" are both " +
                               place_text(run.header()) + ": give each once");
        }
    }
    const RunHeader& any = runs.front().header();
    const std::uint64_t whole = std::uint64_t{any.shard.of} * any.part.of;
    if (whole != taken.size()) {
        fail_missing(taken, any, whole);
    }
    return runs;
}

}  // namespace bizrec::builder

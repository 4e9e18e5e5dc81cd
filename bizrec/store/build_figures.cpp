#include "bizrec/store/build_figures.hpp"

#include <simdjson.h>

#include "bizrec/base/date_time.hpp"
#include "bizrec/store/manifest.hpp"
#include "bizrec/store/small_file.hpp"

namespace bizrec::store {
namespace {

using simdjson::dom::object;

constexpr std::size_t figures_limit = std::size_t{256} << 10;  // bytes; small, because the event loop reads the file

std::uint64_t number_in(const object& of, const char* name) {
    std::uint64_t value = 0;
    return of[name].get_uint64().get(value) == simdjson::SUCCESS ? value : 0;
}

std::uint64_t sum_in(const object& of, const char* name) {
    object members;
    std::uint64_t sum = 0;
    if (of[name].get_object().get(members) == simdjson::SUCCESS) {
        for (const auto& member : members) {
            std::uint64_t value = 0;
            sum += member.value.get_uint64().get(value) == simdjson::SUCCESS ? value : 0;
        }
    }
    return sum;
}

std::optional<BuildFigures> figures_in(const object& build, const std::string& generation) {
    std::string_view text;
    if (build["generation"].get_string().get(text) != simdjson::SUCCESS || text != generation) {
        return std::nullopt;
    }
    BuildFigures figures;
    if (build["built_at"].get_string().get(text) == simdjson::SUCCESS && text::parse_date_time(text)) {
        figures.built_at = text;
    }
    figures.read = number_in(build, "read");
    figures.kept = number_in(build, "kept");
    figures.rejected = sum_in(build, "rejected");
    if (build["seconds"].get_double().get(figures.seconds) != simdjson::SUCCESS || figures.seconds < 0) {
        figures.seconds = 0;
    }
    figures.peak_memory_bytes = number_in(build, "peak_memory_bytes");
    return figures;
}

std::optional<BuildFigures> figures_of_file(const std::string& path, const std::string& generation, bool is_report) {
    const auto bytes = read_small_file(path, figures_limit, "");
    return bytes ? parse_build_figures(bytes.value(), generation, is_report) : std::nullopt;
}

}  // namespace

std::optional<BuildFigures> parse_build_figures(std::string_view json, const std::string& generation, bool is_report) {
    simdjson::dom::parser parser;
    object build;
    if (parser.parse(json.data(), json.size()).get_object().get(build) != simdjson::SUCCESS ||
        (is_report && build["build"].get_object().get(build) != simdjson::SUCCESS)) {
        return std::nullopt;
    }
    return figures_in(build, generation);
}

std::optional<BuildFigures> read_build_figures(const std::string& index_path, const std::string& generation) {
    std::string report = manifest_path_of(index_path);
    report.insert(report.size() - std::string_view(".json").size(), ".report");
    if (auto figures = figures_of_file(report, generation, true)) {
        return figures;
    }
    return figures_of_file(index_path.substr(0, index_path.rfind('/') + 1) + "last-build.json", generation, false);
}

}  // namespace bizrec::store

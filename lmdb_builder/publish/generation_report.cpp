#include "lmdb_builder/publish/generation_report.hpp"

#include <simdjson.h>

#include "bizrec/store/fd.hpp"
#include "bizrec/store/manifest.hpp"
#include "bizrec/store/small_file.hpp"
#include "lmdb_builder/system/new_file.hpp"
#include "lmdb_builder/terminal/number_text.hpp"

namespace bizrec::builder {
namespace {

using simdjson::dom::object;

struct CoverageField {
    const char* name;
    std::uint64_t Coverage::*of;
};
constexpr CoverageField coverage_fields[] = {{"documents", &Coverage::documents},
                                             {"name_words", &Coverage::name_words},
                                             {"websites", &Coverage::websites},
                                             {"coordinates", &Coverage::coordinates},
                                             {"countries", &Coverage::countries}};

bool is_of_generation(const object& of, std::string_view generation) {
    std::string_view named;
    return of["generation"].get_string().get(named) == simdjson::SUCCESS && named == generation;
}

/// The JSON object in `bytes` on one line, if it is about this generation; otherwise empty.
std::string object_of(const std::string& bytes, const std::string& generation) {
    simdjson::dom::parser parser;
    object of;
    if (parser.parse(bytes).get_object().get(of) != simdjson::SUCCESS || !is_of_generation(of, generation)) {
        return {};
    }
    return simdjson::minify(of);
}

}  // namespace

std::string coverage_json(const Coverage& coverage) {
    std::string json = "{";
    for (const CoverageField& field : coverage_fields) {
        json +=
            (json.size() > 1 ? ",\"" : "\"") + std::string(field.name) + "\":" + std::to_string(coverage.*(field.of));
    }
    return json + "}";
}

std::string serialise_report(const GenerationReport& report) {
    return "{\"report\":1,\"generation\":" + json_string(report.generation) +
           ",\"coverage\":" + coverage_json(report.coverage) +
           ",\"build\":" + (report.build.empty() ? "null" : report.build) + "}\n";
}

std::string build_text(const std::string& build) {
    simdjson::dom::parser parser;
    object of;
    if (parser.parse(build).get_object().get(of) != simdjson::SUCCESS) {
        return {};
    }
    std::uint64_t refused = 0;
    object rejected;
    if (of["rejected"].get_object().get(rejected) == simdjson::SUCCESS) {
        for (const auto& reason : rejected) {
            std::uint64_t count = 0;
            refused += reason.value.get_uint64().get(count) == simdjson::SUCCESS ? count : 0;
        }
    }
    const auto text = [&of](const char* name) {
        std::string_view value;
        return of[name].get_string().get(value) == simdjson::SUCCESS ? std::string(value) : std::string("unknown");
    };
    std::uint64_t read = 0;
    if (of["read"].get_uint64().get(read) != simdjson::SUCCESS) {
        return {};
    }
    return "built " + text("built_at") + " from " + counted(read, "record", "records") + " read, " +
           with_separators(refused) + " refused; data of " + text("data_date") + "\n";
}

Result<GenerationReport> parse_report(std::string_view json) {
    simdjson::dom::parser parser;
    object of;
    object coverage;
    std::uint64_t version = 0;
    std::string_view generation;
    if (parser.parse(json.data(), json.size()).get_object().get(of) != simdjson::SUCCESS) {
        return Error{"is no JSON object"};
    }
    if (of["report"].get_uint64().get(version) != simdjson::SUCCESS || version != 1 ||
        of["generation"].get_string().get(generation) != simdjson::SUCCESS || !store::is_generation(generation) ||
        of["coverage"].get_object().get(coverage) != simdjson::SUCCESS) {
        return Error{"is no report of version 1"};
    }
    GenerationReport report;
    report.generation = generation;
    for (const CoverageField& field : coverage_fields) {
        if (coverage[field.name].get_uint64().get(report.coverage.*(field.of)) != simdjson::SUCCESS) {
            return Error{std::string("has no number \"") + field.name + "\""};
        }
    }
    object build;
    if (of["build"].get_object().get(build) == simdjson::SUCCESS) {
        report.build = simdjson::minify(build);
    }
    return report;
}

std::string report_path_of(const std::string& index_path) {
    const std::string_view suffix = store::index_suffix;
    const bool has_suffix = index_path.size() > suffix.size() &&
                            index_path.compare(index_path.size() - suffix.size(), suffix.size(), suffix) == 0;
    return index_path.substr(0, index_path.size() - (has_suffix ? suffix.size() : 0)) + std::string(report_suffix);
}

Result<GenerationReport> read_report(const std::string& index_path) {
    const std::string path = report_path_of(index_path);
    const auto bytes = store::read_small_file(path, report_limit, "publish the index again");
    if (!bytes) {
        return bytes.error();
    }
    auto report = parse_report(bytes.value());
    return report ? std::move(report) : store::file_error(path, report.error().message);
}

std::string build_of(const std::string& index_path, const std::string& generation) {
    if (const auto report = read_report(index_path); report && report.value().generation == generation) {
        return report.value().build;
    }
    const std::string path = folder_of(index_path) + "/" + std::string(last_build_name);
    const auto bytes = store::read_small_file(path, report_limit, "");
    return bytes ? object_of(bytes.value(), generation) : std::string();
}

}  // namespace bizrec::builder

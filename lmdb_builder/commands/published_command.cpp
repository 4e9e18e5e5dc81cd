#include "lmdb_builder/commands/commands.hpp"

#include <unistd.h>

#include <cstdio>
#include <optional>

#include "bizrec/store/manifest.hpp"
#include "lmdb_builder/command_line/outcome.hpp"
#include "lmdb_builder/publish/generation_report.hpp"
#include "lmdb_builder/publish/published_folder.hpp"
#include "lmdb_builder/system/failure.hpp"
#include "lmdb_builder/terminal/number_text.hpp"
#include "lmdb_builder/terminal/print.hpp"

namespace bizrec::builder {
namespace {

constexpr const char* published_examples = R"(
Examples:
  lmdb_builder published /srv/bizrec
  lmdb_builder published --json /srv/bizrec | jq -r .current

Lists the generations of a folder, the newest first, by their manifests: * is the current one.
Of each, name, seal, size, manifest and signature are held against each other. The files are not
hashed: `verify` does that. The last lines tell what the current one's records have, and when it
was built.

Exit status: 0 printed, and the current generation is one that a server can take; 1 no such
folder, or no usable current generation in it; 2 wrong usage.)";

/// A generation of the folder: one line of the output.
struct PublishedGeneration {
    std::string name;
    Result<store::Manifest> manifest;
    bool current;
    bool signature;
    std::optional<GenerationReport> report;
};

Result<store::Manifest> manifest_of(const PublishedFolder& folder, const std::string& generation,
                                    const store::TrustedKeys* keys) {
    try {
        return folder.open(generation, keys).manifest;
    } catch (const BuildFailure& failure) {
        return failure.error();
    }
}

std::vector<PublishedGeneration> published_in(const PublishedFolder& folder, const std::string& current,
                                              const store::TrustedKeys* keys) {
    std::vector<PublishedGeneration> list;
    const Generations generations = folder.generations();
    for (auto name = generations.rbegin(); name != generations.rend(); ++name) {
        const std::string index = folder.index(*name);
        auto report = read_report(index);
        const bool is_its_own = report && report.value().generation == *name;
        list.push_back({*name, manifest_of(folder, *name, keys), *name == current,
                        ::access(store::signature_path_of(index).c_str(), F_OK) == 0,
                        is_its_own ? std::optional(std::move(report).value()) : std::nullopt});
    }
    return list;
}

std::string published_line(const PublishedGeneration& of) {
    const std::string head = (of.current ? "* " : "  ") + of.name + "  ";
    if (!of.manifest) {
        const Error& problem = of.manifest.error();
        return head + (problem.is_of_other_version ? "of another version: " : "unusable: ") + problem.message + "\n";
    }
    const store::Manifest& manifest = of.manifest.value();
    char columns[128];
    std::snprintf(columns, sizeof columns, "%14s documents  %10s  format %u  %s\n",
                  with_separators(manifest.documents).c_str(), size_text(manifest.size).c_str(),
                  manifest.format_version, of.signature ? "signed" : "not signed");
    return head + columns;
}

std::string published_object(const PublishedGeneration& of) {
    const std::string head =
        "{\"generation\":" + json_string(of.name) + ",\"current\":" + (of.current ? "true" : "false");
    if (!of.manifest) {
        return head + ",\"problem\":" + json_string(of.manifest.error().message) + "}";
    }
    const store::Manifest& manifest = of.manifest.value();
    return head + ",\"documents\":" + std::to_string(manifest.documents) +
           ",\"size\":" + std::to_string(manifest.size) + ",\"format\":" + std::to_string(manifest.format_version) +
           ",\"signed\":" + (of.signature ? "true" : "false") +
           (of.report ? ",\"coverage\":" + coverage_json(of.report->coverage) +
                            ",\"build\":" + (of.report->build.empty() ? "null" : of.report->build)
                      : "") +
           "}";
}

/// Lines from the current generation's report; empty if there is no report.
std::string report_lines(const std::vector<PublishedGeneration>& list) {
    for (const PublishedGeneration& of : list) {
        if (of.current && of.report) {
            return "\n" + coverage_text(of.report->coverage) + build_text(of.report->build);
        }
    }
    return {};
}

/// A sentence that names the generation that servers of this version serve if they cannot read the current one.
std::string stand_in_of(const PublishedFolder& folder, const std::string& current, const store::TrustedKeys* keys) {
    for (const std::string& path : store::stand_ins(folder.current_link(), folder.index(current), {})) {
        const std::string generation = store::generation_named_by(path);
        if (manifest_of(folder, generation, keys)) {
            return "servers of this version serve " + generation + " instead";
        }
    }
    return "there is none before it that servers of this version can read";
}

/// Says why servers cannot load the generation that the link names; "" if they can.
std::string problem_of_current(const PublishedFolder& folder, const std::string& current,
                               const store::TrustedKeys* keys) {
    if (current.empty()) {
        return "\"" + folder.path() + "\" has no current generation: publish an index into it";
    }
    const auto manifest = manifest_of(folder, current, keys);
    if (manifest) {
        return {};
    }
    const std::string the_current = "the current generation " + current + " of \"" + folder.path() + "\" is ";
    return manifest.error().is_of_other_version
               ? the_current + "of another version: " + manifest.error().message + "; " +
                     stand_in_of(folder, current, keys)
               : the_current + "unusable: " + manifest.error().message + "; publish it again, or roll back";
}

struct PublishedArguments {
    std::string folder, trust_path;
    bool json = false;
};

int run_published(const PublishedArguments& arguments) {
    try {
        std::optional<store::TrustedKeys> keys;
        if (!arguments.trust_path.empty()) {
            keys = must(store::TrustedKeys::load(arguments.trust_path));
        }
        const store::TrustedKeys* const trusted = keys ? &*keys : nullptr;
        const PublishedFolder folder(arguments.folder);
        const std::string current = folder.current();
        const auto list = published_in(folder, current, trusted);
        const bool json = arguments.json;
        std::string text =
            json ? "{\"current\":" + (current.empty() ? "null" : json_string(current)) + ",\"generations\":[" : "";
        for (std::size_t i = 0; i < list.size(); ++i) {
            text += json ? (i > 0 ? "," : "") + published_object(list[i]) : published_line(list[i]);
        }
        print_lines(stdout, text + (json ? "]}\n" : report_lines(list)));
        const std::string problem = problem_of_current(folder, current, trusted);
        return problem.empty() ? exit_code::done : fail(problem);
    } catch (const BuildFailure& failure) {
        return fail(failure.what());
    }
}

Options options_of(PublishedArguments& to) {
    return {text_option("folder", "DIR", to.folder, "Folder of published indexes").required(),
            text_option("--trust", "PEM", to.trust_path, "Require that one of these keys signed each manifest"),
            flag_option("--json", to.json, "Print one JSON object")};
}

}  // namespace

Command published_command() {
    return command_of<PublishedArguments>("published", "List the generations of a folder", published_examples,
                                          options_of, run_published);
}

}  // namespace bizrec::builder

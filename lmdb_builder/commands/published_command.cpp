#include <unistd.h>

#include <cstdio>

#include "bizrec/store/manifest.hpp"
#include "lmdb_builder/build/failure.hpp"
#include "lmdb_builder/commands/command.hpp"
#include "lmdb_builder/publish/published_folder.hpp"
#include "lmdb_builder/terminal/number_text.hpp"
#include "lmdb_builder/terminal/print.hpp"

namespace bizrec::builder {
namespace {

constexpr const char* published_examples = R"(
Examples:
  lmdb_builder published /srv/bizrec
  lmdb_builder published --json /srv/bizrec | jq -r .current

Lists the generations of a folder, the newest first, by their manifests: * is the current one.
The files are not hashed: `verify` does that.

Exit status: 0 printed, 1 no such folder, or no current generation in it, 2 wrong usage.)";

/// A line of the list.
struct PublishedGeneration {
    std::string name;
    Result<store::Manifest> manifest;
    bool current;
    bool signature;
};

std::vector<PublishedGeneration> published_in(const PublishedFolder& folder, const std::string& current) {
    std::vector<PublishedGeneration> list;
    const Generations generations = folder.generations();
    for (auto name = generations.rbegin(); name != generations.rend(); ++name) {
        const std::string index = folder.index(*name);
        list.push_back({*name, store::read_manifest(index), *name == current,
                        ::access(store::signature_path_of(index).c_str(), F_OK) == 0});
    }
    return list;
}

std::string published_line(const PublishedGeneration& of) {
    const std::string head = (of.current ? "* " : "  ") + of.name + "  ";
    if (!of.manifest) {
        return head + "unusable: " + of.manifest.error().message + "\n";
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
           ",\"signed\":" + (of.signature ? "true" : "false") + "}";
}

int run_published(const std::string& path, bool json) {
    try {
        const PublishedFolder folder(path);
        const std::string current = folder.current();
        const auto list = published_in(folder, current);
        std::string text =
            json ? "{\"current\":" + (current.empty() ? "null" : json_string(current)) + ",\"generations\":[" : "";
        for (std::size_t i = 0; i < list.size(); ++i) {
            text += json ? (i > 0 ? "," : "") + published_object(list[i]) : published_line(list[i]);
        }
        print_lines(stdout, text + (json ? "]}\n" : ""));
        if (current.empty()) {
            return fail("\"" + path + "\" has no current generation: publish an index into it");
        }
        if (!folder.holds(current)) {
            return fail("the current generation " + current + " is missing in \"" + path +
                        "\": publish it again, or roll back");
        }
        return exit_code::done;
    } catch (const BuildFailure& failure) {
        return fail(failure.what());
    }
}

}  // namespace

void add_published_command(CLI::App& app, int& exit) {
    auto path = std::make_shared<std::string>();
    auto json = std::make_shared<bool>(false);
    CLI::App* command = app.add_subcommand("published", "List the generations of a folder");
    command->footer(published_examples);
    command->add_option("folder", *path, "Folder of published indexes")->required()->type_name("DIR");
    command->add_flag("--json", *json, "Print one JSON object");
    command->callback([path, json, &exit] { exit = run_published(*path, *json); });
}

}  // namespace bizrec::builder

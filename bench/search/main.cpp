/// Search measured in process: makes the requests, the words that a peer indexes, and times our side. How the parts
/// come together: bench/search/compare.pl.

#include <algorithm>
#include <cstdio>
#include <memory>

#include "bench/generator/tool.hpp"
#include "bench/search/class_times.hpp"
#include "bench/search/request_maker.hpp"
#include "bench/search/words_file.hpp"

namespace {

using namespace bizrec;
using namespace bizrec::bench;

struct Options {
    std::string corpus, index, requests, output, hits, class_name;
    std::uint64_t seed = 1;
    std::uint32_t pages = 2000;
};

Status words(const Options& options) {
    const auto catalog = builder::PlaceCatalog::load();
    return catalog ? write_words(options.corpus, options.output, catalog.value()) : Status(catalog.error());
}

Status requests(const Options& options) {
    const auto catalog = builder::PlaceCatalog::load();
    if (!catalog) {
        return catalog.error();
    }
    const auto generation = store::Generation::open(options.index, store::Generation::Check::seal);
    if (!generation) {
        return generation.error();
    }
    const auto made = make_requests(*generation.value(), catalog.value(), options.seed, options.pages);
    return made ? write_requests(options.output, made.value()) : Status(made.error());
}

Status bodies(const Options& options) {
    const auto read = read_requests(options.requests);
    if (!read) {
        return read.error();
    }
    for (const auto& request : read.value()) {
        if (request.class_name == options.class_name) {
            std::printf("%s\n", body_of(request).c_str());
        }
    }
    return ok();
}

class TextFile {
public:
    explicit TextFile(const std::string& path) : file_(std::fopen(path.c_str(), "w"), std::fclose) {}
    explicit operator bool() const noexcept { return file_ != nullptr; }
    std::FILE* get() const noexcept { return file_.get(); }

private:
    std::unique_ptr<std::FILE, int (*)(std::FILE*)> file_;
};

void write_times(std::FILE* file, const std::string& name, const ClassTimes& times) {
    std::fprintf(file, "%s", name.c_str());
    for (const Percentiles& one : {times.words_to_rows, times.search, times.endpoint}) {
        std::fprintf(file, "\t%.3f\t%.3f", one.p50, one.p99);
    }
    std::fprintf(file, "\n");
    std::fflush(file);
}

Status run_classes(const Options& options) {
    const auto generation = store::Generation::open(options.index, store::Generation::Check::seal);
    if (!generation) {
        return generation.error();
    }
    auto read = read_requests(options.requests);
    if (!read) {
        return read.error();
    }
    const TextFile times(options.output);
    const TextFile hits(options.hits);
    if (!times || !hits) {
        return Error{options.output + " or " + options.hits + ": cannot write"};
    }
    std::vector<Request> all = std::move(read.value());
    if (!options.class_name.empty()) {
        all.erase(std::remove_if(all.begin(), all.end(),
                                 [&](const Request& one) { return one.class_name != options.class_name; }),
                  all.end());
    }
    for (auto begin = all.begin(); begin != all.end();) {
        const auto end =
            std::find_if(begin, all.end(), [&](const Request& one) { return one.class_name != begin->class_name; });
        const std::vector<Request> same(begin, end);
        write_times(times.get(), begin->class_name, time_class(*generation.value(), same));
        for (const std::uint64_t count : count_hits(*generation.value(), same)) {
            std::fprintf(hits.get(), "%s\t%llu\n", begin->class_name.c_str(), static_cast<unsigned long long>(count));
        }
        begin = end;
    }
    return ok();
}

void add_commands(CLI::App& app, Options& options, Status (*&chosen)(const Options&)) {
    CLI::App* command = app.add_subcommand("words", "write the words of a corpus's records, for a peer");
    command->add_option("corpus", options.corpus, "JSON Lines")->required();
    command->add_option("-o,--output", options.output, "file to write")->required();
    command->callback([&] { chosen = words; });

    command = app.add_subcommand("requests", "draw requests of every class from an index");
    command->add_option("index", options.index, "index file")->required();
    command->add_option("-o,--output", options.output, "file to write")->required();
    command->add_option("--seed", options.seed, "other seeds draw other requests")->capture_default_str();
    command->add_option("--pages", options.pages, "pages asked for in each class")->capture_default_str();
    command->callback([&] { chosen = requests; });

    command = app.add_subcommand("bodies", "print the request bodies of a class");
    command->add_option("requests", options.requests, "file made by `requests`")->required();
    command->add_option("class", options.class_name, "its name")->required();
    command->callback([&] { chosen = bodies; });

    command = app.add_subcommand("run",
                                 "time the requests: class, then p50 and p99 in microseconds from words to rows, "
                                 "of the whole search, from body to answer");
    command->add_option("index", options.index, "index file")->required();
    command->add_option("requests", options.requests, "file made by `requests`")->required();
    command->add_option("-o,--output", options.output, "file of times to write")->required();
    command->add_option("--hits", options.hits, "file of hits a request to write")->required();
    command->add_option("--class", options.class_name, "this class alone");
    command->callback([&] { chosen = run_classes; });
    app.require_subcommand(1);
}

}  // namespace

int main(int argc, char** argv) {
    Options options;
    Status (*chosen)(const Options&) = nullptr;
    return generator::run_tool(
        "bench_search", "Search next to a peer, in process.", argc, argv,
        [&](CLI::App& app) { add_commands(app, options, chosen); }, [&] { return chosen(options); });
}

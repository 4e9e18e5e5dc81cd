/// Our half of the comparison with Lucene, whose half is bench/peers/lucene. Makes the requests, writes the words that
/// Lucene indexes, and times the requests in this process, without a server. bench/search/compare.pl runs both halves.

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

struct Arguments {
    std::string corpus, index, requests, output, hits, class_name;
    std::uint64_t seed = 1;
    std::uint32_t pages = 2000;
};

Status words(const Arguments& arguments) {
    const auto catalog = builder::PlaceCatalog::load();
    return catalog ? write_words(arguments.corpus, arguments.output, catalog.value()) : Status(catalog.error());
}

Status requests(const Arguments& arguments) {
    const auto catalog = builder::PlaceCatalog::load();
    if (!catalog) {
        return catalog.error();
    }
    const auto generation = store::Generation::open(arguments.index, store::Generation::Check::seal);
    if (!generation) {
        return generation.error();
    }
    const auto made = make_requests(*generation.value(), catalog.value(), arguments.seed, arguments.pages);
    return made ? write_requests(arguments.output, made.value()) : Status(made.error());
}

Status bodies(const Arguments& arguments) {
    const auto read = read_requests(arguments.requests);
    if (!read) {
        return read.error();
    }
    for (const auto& request : read.value()) {
        if (request.class_name == arguments.class_name) {
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

Status run_classes(const Arguments& arguments) {
    const auto generation = store::Generation::open(arguments.index, store::Generation::Check::seal);
    if (!generation) {
        return generation.error();
    }
    auto read = read_requests(arguments.requests);
    if (!read) {
        return read.error();
    }
    const TextFile times(arguments.output);
    const TextFile hits(arguments.hits);
    if (!times || !hits) {
        return Error{arguments.output + " or " + arguments.hits + ": cannot write"};
    }
    std::vector<Request> all = std::move(read.value());
    if (!arguments.class_name.empty()) {
        all.erase(std::remove_if(all.begin(), all.end(),
                                 [&](const Request& one) { return one.class_name != arguments.class_name; }),
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

builder::Options options_of_words(Arguments& to) {
    return {builder::text_option("corpus", "FILE", to.corpus, "JSON Lines").required(),
            builder::text_option("-o,--output", "FILE", to.output, "file to write").required()};
}

builder::Options options_of_requests(Arguments& to) {
    return {builder::text_option("index", "INDEX", to.index, "index file").required(),
            builder::text_option("-o,--output", "FILE", to.output, "file to write").required(),
            builder::number_option("--seed", "N", to.seed, 0, UINT64_MAX, "other seeds draw other requests")
                .shows(std::to_string(to.seed)),
            builder::number_option("--pages", "N", to.pages, 0, UINT32_MAX, "pages asked for in each class")
                .shows(std::to_string(to.pages))};
}

builder::Options options_of_bodies(Arguments& to) {
    return {builder::text_option("requests", "FILE", to.requests, "file made by `requests`").required(),
            builder::text_option("class", "NAME", to.class_name, "its name").required()};
}

builder::Options options_of_run(Arguments& to) {
    return {builder::text_option("index", "INDEX", to.index, "index file").required(),
            builder::text_option("requests", "FILE", to.requests, "file made by `requests`").required(),
            builder::text_option("-o,--output", "FILE", to.output, "file of times to write").required(),
            builder::text_option("--hits", "FILE", to.hits, "file of hits a request to write").required(),
            builder::text_option("--class", "NAME", to.class_name, "this class alone")};
}

builder::Command command(const char* name, const char* help, builder::Options (*options_of)(Arguments&),
                         Status (*work)(const Arguments&)) {
    return builder::command_of<Arguments>(name, help, "", options_of, generator::running("bench_search", work));
}

}  // namespace

int main(int argc, char** argv) {
    return generator::run_tool(
        builder::command_group(
            "bench_search", "Compare search with a peer, in process.", "",
            {command("words", "write the words of a corpus's records, for a peer", options_of_words, words),
             command("requests", "draw requests of every class from an index", options_of_requests, requests),
             command("bodies", "print the request bodies of a class", options_of_bodies, bodies),
             command("run",
                     "time the requests: class, then p50 and p99 in microseconds from words to rows, "
                     "of the whole search, from body to answer",
                     options_of_run, run_classes)}),
        argc, argv);
}

#include "bench/generator/packed_file.hpp"
#include "bench/generator/store_maker.hpp"
#include "bench/generator/tool.hpp"

namespace {

using namespace bizrec;
using namespace bizrec::generator;

struct Options {
    std::string data;
    std::string output;
    std::uint64_t seed = 1;
    std::uint32_t count = 30000;
    std::size_t brands = 200;
};

Status generate(const Options& options) {
    const auto gazetteer = read_gazetteer(options.data);
    if (!gazetteer) {
        return gazetteer.error();
    }
    const auto brands = choose_brands(options.data + "/osm_brands.jsonl.gz", options.brands);
    if (!brands) {
        return brands.error();
    }
    const auto sizes = chain_sizes(brands.value().size(), options.count);
    const auto output = OutputFile::open(options.output);
    if (!output) {
        return output.error();
    }
    for (std::size_t i = 0; i < sizes.size(); ++i) {
        StoreMaker maker(options.seed, brands.value()[i], sizes[i], gazetteer.value());
        std::string lines;
        for (std::uint32_t number = 0; number < sizes[i]; ++number) {
            lines += to_json(maker.next(number)) + '\n';
        }
        if (const Status written = output.value()->write(lines); !written) {
            return written.error();
        }
    }
    return output.value()->finish();
}

void add_options(CLI::App& app, Options& options) {
    app.add_option("--data", options.data, "folder with osm_brands.jsonl.gz, us_zips.csv.gz and world_cities.csv.gz")
        ->required();
    app.add_option("-o,--output", options.output, "file to write; packed where it ends in .gz; - is standard output")
        ->required();
    app.add_option("--seed", options.seed, "other seeds make other stores")->capture_default_str();
    app.add_option("--count", options.count, "stores to make")
        ->check(CLI::Range(1U, 100'000'000U))
        ->capture_default_str();
    app.add_option("--brands", options.brands, "chains to make them of")
        ->check(CLI::Range(1U, 5000U))
        ->capture_default_str();
}

}  // namespace

int main(int argc, char** argv) {
    Options options;
    return run_tool(
        "generate_stores",
        "Makes stores of the best-known brands of the bundled sample in real cities, as JSON Lines for lmdb_builder.\n"
        "Every record is marked \"generated\": true. The same seed and sample give the same bytes on every machine.",
        argc, argv, [&](CLI::App& app) { add_options(app, options); }, [&] { return generate(options); });
}

#include "bench/generator/packed_file.hpp"
#include "bench/generator/store_maker.hpp"
#include "bench/generator/tool.hpp"

namespace {

using namespace bizrec;
using namespace bizrec::generator;

struct Arguments {
    std::string data;
    std::string output;
    std::uint64_t seed = 1;
    std::uint32_t count = 30000;
    std::size_t brands = 200;
};

Status generate(const Arguments& arguments) {
    const auto gazetteer = read_gazetteer(arguments.data);
    if (!gazetteer) {
        return gazetteer.error();
    }
    const auto brands = choose_brands(arguments.data + "/osm_brands.jsonl.gz", arguments.brands);
    if (!brands) {
        return brands.error();
    }
    const auto sizes = chain_sizes(brands.value().size(), arguments.count);
    const auto output = OutputFile::open(arguments.output);
    if (!output) {
        return output.error();
    }
    for (std::size_t i = 0; i < sizes.size(); ++i) {
        StoreMaker maker(arguments.seed, brands.value()[i], sizes[i], gazetteer.value());
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

builder::Options options_of(Arguments& to) {
    return {builder::text_option("--data", "DIR", to.data,
                                 "folder with osm_brands.jsonl.gz, us_zips.csv.gz and world_cities.csv.gz")
                .required(),
            builder::text_option("-o,--output", "FILE", to.output,
                                 "file to write; packed if it ends in .gz; - is standard output")
                .required(),
            builder::number_option("--seed", "N", to.seed, 0, UINT64_MAX, "other seeds make other stores")
                .shows(std::to_string(to.seed)),
            builder::number_option("--count", "N", to.count, 1, 100'000'000, "stores to make")
                .shows(std::to_string(to.count)),
            builder::number_option("--brands", "N", to.brands, 1, 5000, "chains to make them of")
                .shows(std::to_string(to.brands))};
}

}  // namespace

int main(int argc, char** argv) {
    return run_tool(builder::command_of<Arguments>("generate_stores",
                                                   "Makes stores of the best-known brands of the bundled sample in "
                                                   "real cities, as JSON Lines for lmdb_builder.\n"
                                                   "Every record is marked \"generated\": true. The same seed and "
                                                   "sample give the same bytes on every machine.",
                                                   "", options_of, running("generate_stores", generate)),
                    argc, argv);
}

#include "bench/corpus/record_maker.hpp"
#include "bench/generator/packed_file.hpp"
#include "bench/generator/tool.hpp"

namespace {

using namespace bizrec;
using namespace bizrec::generator;

struct Options {
    std::string data;
    std::string output;
    std::uint64_t seed = 1;
    std::uint64_t records = 1'000'000;
};

Status generate(const Options& options) {
    const auto gazetteer = read_gazetteer(options.data);
    if (!gazetteer) {
        return gazetteer.error();
    }
    RecordMaker maker(options.seed, gazetteer.value());
    const auto output = OutputFile::open(options.output);
    if (!output) {
        return output.error();
    }
    constexpr std::size_t piece = 1U << 20;
    std::string lines;
    for (std::uint64_t number = 0; number < options.records; ++number) {
        maker.append(number, lines);
        if (lines.size() >= piece || number + 1 == options.records) {
            if (const Status written = output.value()->write(lines); !written) {
                return written.error();
            }
            lines.clear();
        }
    }
    return output.value()->finish();
}

void add_options(CLI::App& app, Options& options) {
    app.add_option("--data", options.data, "folder with us_zips.csv.gz and world_cities.csv.gz")->required();
    app.add_option("-o,--output", options.output, "file to write; packed where it ends in .gz; - is standard output")
        ->required();
    app.add_option("--seed", options.seed, "other seeds make other businesses")->capture_default_str();
    app.add_option("--records", options.records, "how many")
        ->check(CLI::Range(std::uint64_t{1}, std::uint64_t{1'000'000'000}))
        ->capture_default_str();
}

}  // namespace

int main(int argc, char** argv) {
    Options options;
    return run_tool(
        "generate_corpus",
        "Makes businesses as JSON Lines for lmdb_builder, some 700 bytes each, as many as wanted, for measurements.\n"
        "A record follows from the seed and its number alone, and is the same on every machine.",
        argc, argv, [&](CLI::App& app) { add_options(app, options); }, [&] { return generate(options); });
}

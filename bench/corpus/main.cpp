#include "bench/corpus/record_maker.hpp"
#include "bench/generator/packed_file.hpp"
#include "bench/generator/tool.hpp"

namespace {

using namespace bizrec;
using namespace bizrec::generator;

struct Arguments {
    std::string data;
    std::string output;
    std::uint64_t seed = 1;
    std::uint64_t records = 1'000'000;
};

Status generate(const Arguments& arguments) {
    const auto gazetteer = read_gazetteer(arguments.data);
    if (!gazetteer) {
        return gazetteer.error();
    }
    RecordMaker maker(arguments.seed, gazetteer.value());
    const auto output = OutputFile::open(arguments.output);
    if (!output) {
        return output.error();
    }
    constexpr std::size_t piece = 1U << 20;
    std::string lines;
    for (std::uint64_t number = 0; number < arguments.records; ++number) {
        maker.append(number, lines);
        if (lines.size() >= piece || number + 1 == arguments.records) {
            if (const Status written = output.value()->write(lines); !written) {
                return written.error();
            }
            lines.clear();
        }
    }
    return output.value()->finish();
}

builder::Options options_of(Arguments& to) {
    return {
        builder::text_option("--data", "DIR", to.data, "folder with us_zips.csv.gz and world_cities.csv.gz").required(),
        builder::text_option("-o,--output", "FILE", to.output,
                             "file to write; packed if it ends in .gz; - is standard output")
            .required(),
        builder::number_option("--seed", "N", to.seed, 0, UINT64_MAX, "other seeds make other businesses")
            .shows(std::to_string(to.seed)),
        builder::number_option("--records", "N", to.records, 1, 1'000'000'000, "how many")
            .shows(std::to_string(to.records))};
}

}  // namespace

int main(int argc, char** argv) {
    return run_tool(builder::command_of<Arguments>(
                        "generate_corpus",
                        "Makes businesses as JSON Lines for lmdb_builder, some 700 bytes each, as many as wanted, for "
                        "measurements.\n"
                        "A record follows from the seed and its number alone, and is the same on every machine.",
                        "", options_of, running("generate_corpus", generate)),
                    argc, argv);
}

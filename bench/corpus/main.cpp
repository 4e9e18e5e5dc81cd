#include <CLI/CLI.hpp>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <exception>

#include "bench/corpus/record_maker.hpp"

namespace {

using namespace bizrec;
using namespace bizrec::generator;

struct Options {
    std::string data;
    std::string output;
    std::uint64_t seed = 1;
    std::uint64_t records = 1'000'000;
};

/// A file that is written piece by piece and there whole or not at all; "-" is standard output.
class Output {
public:
    explicit Output(const std::string& path) : path_(path) {
        file_ = path == "-" ? stdout : std::fopen(temporary().c_str(), "wb");
    }
    ~Output() {
        if (file_ != nullptr && file_ != stdout) {
            std::fclose(file_);
            std::remove(temporary().c_str());
        }
    }
    Output(const Output&) = delete;
    Output& operator=(const Output&) = delete;

    bool write(const std::string& bytes) {
        return file_ != nullptr && std::fwrite(bytes.data(), 1, bytes.size(), file_) == bytes.size();
    }
    bool finish() {
        if (file_ == stdout) {
            return std::fflush(stdout) == 0;
        }
        std::FILE* file = std::exchange(file_, nullptr);
        if (std::fclose(file) == 0 && std::rename(temporary().c_str(), path_.c_str()) == 0) {
            return true;
        }
        std::remove(temporary().c_str());
        return false;
    }

private:
    std::string temporary() const { return path_ + ".tmp"; }

    std::string path_;
    std::FILE* file_ = nullptr;
};

Status generate(const Options& options) {
    const auto gazetteer = read_gazetteer(options.data);
    if (!gazetteer) {
        return gazetteer.error();
    }
    RecordMaker maker(options.seed, gazetteer.value());
    Output output(options.output);
    constexpr std::size_t piece = 1U << 20;
    std::string lines;
    bool written = true;
    for (std::uint64_t number = 0; number < options.records && written; ++number) {
        maker.append(number, lines);
        if (lines.size() >= piece) {
            written = output.write(lines);
            lines.clear();
        }
    }
    if (!written || !output.write(lines) || !output.finish()) {
        return Error{options.output + ": cannot write: " + std::strerror(errno)};
    }
    return ok();
}

int run(int argc, char** argv) {
    Options options;
    CLI::App app(
        "Makes businesses as JSON Lines for lmdb_builder, some 700 bytes each, as many as wanted, for measurements.\n"
        "A record follows from the seed and its number alone, and is the same on every machine.",
        "generate_corpus");
    app.add_option("--data", options.data, "folder with us_zips.csv.gz and world_cities.csv.gz")->required();
    app.add_option("-o,--output", options.output, "file to write; - is standard output")->required();
    app.add_option("--seed", options.seed, "other seeds make other businesses")->capture_default_str();
    app.add_option("--records", options.records, "how many")
        ->check(CLI::Range(std::uint64_t{1}, std::uint64_t{1'000'000'000}))
        ->capture_default_str();
    try {
        app.parse(argc, argv);
    } catch (const CLI::ParseError& error) {
        return app.exit(error) == 0 ? 0 : 2;
    }
    const Status done = generate(options);
    if (!done) {
        std::fprintf(stderr, "generate_corpus: %s\n", done.error().message.c_str());
        return 1;
    }
    return 0;
}

}  // namespace

int main(int argc, char** argv) {
    try {
        return run(argc, argv);
    } catch (const std::exception& error) {
        std::fprintf(stderr, "generate_corpus: %s\n", error.what());
        return 1;
    }
}

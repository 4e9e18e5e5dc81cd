#include <cstdio>
#include <cstdlib>
#include <exception>
#include <stdexcept>
#include <string>

#include "t/quality/temporary_folder.hpp"
#include "t/quality/typed/makers.hpp"
#include "t/quality/typed/peers.hpp"
#include "t/quality/typed/report.hpp"
#include "t/quality/typed/texts.hpp"

/// Measures how well typed queries are understood. Prints one line a set; exits 1 if a set falls below its floor.
///
///   query_suite [--index INDEX] [--build] [--all] [--failures] [--kinds] [--slowest] [SET ...]
///
/// --index     an existing index of the shared records; without it, one is built in a temporary folder
/// --build     builds INDEX first
/// --all       also runs the sets of quality_suite
/// --failures  prints each question that fails, with its reading and three rows
/// --kinds     prints the share of right answers for each kind of error
/// --slowest   prints the three questions of each set that take longest
/// --peer-queries FILE      only writes the queries for a peer to FILE
/// --peer-answers FILE ...  only compares our answers with those of a peer in the files
/// SET         runs only the sets whose names begin with SET
///
/// BIZREC_DATA is the folder of the shared data. If it is not set, the suite prints one line and exits 0.
namespace bizrec::quality {
namespace {

struct Options {
    std::string index;
    bool builds = false, all = false;
    ReportOptions report;
    std::vector<std::string> sets;
    std::string peer_queries;
    std::vector<std::string> peer_answers;

    bool is_wanted(const std::string& set) const {
        for (const std::string& wanted : sets) {
            if (set.rfind(wanted, 0) == 0) {
                return true;
            }
        }
        return sets.empty();
    }
};

Options options_of(int argc, char** argv) {
    Options options;
    for (int i = 1; i < argc; ++i) {
        const std::string argument = argv[i];
        if (argument == "--index" && i + 1 < argc) {
            options.index = argv[++i];
        } else if (argument == "--peer-queries" && i + 1 < argc) {
            options.peer_queries = argv[++i];
        } else if (argument == "--peer-answers") {
            options.peer_answers.assign(argv + i + 1, argv + argc);
            break;
        } else if (argument == "--build") {
            options.builds = true;
        } else if (argument == "--all") {
            options.all = true;
        } else if (argument == "--failures") {
            options.report.failures = true;
        } else if (argument == "--kinds") {
            options.report.kinds = true;
        } else if (argument == "--slowest") {
            options.report.slowest = true;
        } else if (argument.rfind("--", 0) == 0) {
            throw std::runtime_error("no option is called " + argument);
        } else {
            options.sets.push_back(argument);
        }
    }
    return options;
}

std::vector<AskedSet> typed_sets(const Directory& directory, const RecordBook& records) {
    std::vector<AskedSet> sets;
    for (auto& more : {
             name_questions(directory),
             category_questions(directory),
             record_questions(directory, records),
             phrase_questions(directory),
             correct_questions(directory),
             people_questions(directory, BIZREC_QUALITY_DATA "/typed/spellings.tsv"),
             absent_questions(directory, BIZREC_QUALITY_DATA "/typed"),
         }) {
        sets.insert(sets.end(), more.begin(), more.end());
    }
    return sets;
}

int run(const std::string& data, const Options& options) {
    const TemporaryFolder folder;
    const std::vector<std::string> files = record_files(data);
    RecordBook records;
    for (const std::string& file : files) {
        records.read(file);
    }
    const Directory directory(records);
    std::vector<AskedSet> sets = typed_sets(directory, records);
    if (options.all) {
        const std::vector<AskedSet> others =
            other_questions(directory, records, data, BIZREC_QUALITY_DATA "/judged.jsonl");
        sets.insert(sets.end(), others.begin(), others.end());
    }
    if (!options.peer_queries.empty()) {
        write_peer_queries(sets, options.peer_queries);
        return 0;
    }
    const std::string index = options.index.empty() ? folder.file("records.index") : options.index;
    if (options.index.empty() || options.builds) {
        build_index_of(files, index);
    }
    Asker asker(index, directory);
    if (!options.peer_answers.empty()) {
        return compare_with_peer(sets, directory, asker, options.peer_answers) ? 0 : 1;
    }
    bool good = true;
    print_header();
    for (const AskedSet& set : sets) {
        if (options.is_wanted(set.name)) {
            good = report(set, directory, asker, options.report) && good;
        }
    }
    if (options.is_wanted("cranfield_search")) {
        good = report_texts(data, folder.file(""), options.report.failures) && good;
    }
    return good ? 0 : 1;
}

}  // namespace
}  // namespace bizrec::quality

int main(int argc, char** argv) {
    const char* data = std::getenv("BIZREC_DATA");
    if (data == nullptr || *data == '\0') {
        std::puts("query suite: skipped, BIZREC_DATA is unset");
        return 0;
    }
    try {
        return bizrec::quality::run(data, bizrec::quality::options_of(argc, argv));
    } catch (const std::exception& failure) {
        std::fprintf(stderr, "query suite: %s\n", failure.what());
        return 1;
    }
}

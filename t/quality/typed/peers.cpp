#include "t/quality/typed/peers.hpp"

#include <algorithm>
#include <cstdio>
#include <fstream>
#include <sstream>
#include <stdexcept>

namespace bizrec::quality {
namespace {

constexpr std::size_t questions_of_set = 300;
// The i-th question that is chosen has the number i * stride, modulo the size of the set. The stride is a prime, so
// that all kinds of errors are included.
constexpr std::size_t stride = 7919;
// Number of questions by which the peer may be better. The peer answers each set in several ways, and its best way
// counts, so luck favours the peer.
constexpr std::size_t tolerance = 1;

std::vector<const Asked*> chosen(const AskedSet& set) {
    const std::size_t all = set.questions.size(), count = std::min(all, questions_of_set);
    std::vector<const Asked*> questions;
    for (std::size_t i = 0; i < count; ++i) {
        questions.push_back(&set.questions[i * stride % all]);
    }
    return questions;
}

Rows read_rows(std::istream& file, const Directory& directory) {
    std::string line;
    if (!std::getline(file, line)) {
        throw std::runtime_error("the peer's answers end early");
    }
    std::istringstream ids(line);
    Rows rows;
    for (std::string id; ids >> id;) {
        rows.push_back(directory.number_of(id));
    }
    return rows;
}

}  // namespace

void write_peer_queries(const std::vector<AskedSet>& sets, const std::string& path) {
    std::ofstream file(path);
    for (const AskedSet& set : sets) {
        for (const Asked* asked : chosen(set)) {
            file << asked->query << '\n';
        }
    }
}

bool compare_with_peer(const std::vector<AskedSet>& sets, const Directory& directory, Asker& asker,
                       const std::vector<std::string>& answers) {
    std::vector<std::ifstream> files;
    for (const std::string& path : answers) {
        files.emplace_back(path);
    }
    bool good = true;
    for (const AskedSet& set : sets) {
        std::size_t ours = 0;
        std::vector<std::size_t> theirs(files.size());
        const std::vector<const Asked*> questions = chosen(set);
        for (const Asked* asked : questions) {
            ours += asked->is_right(asker.ask(*asked, false).rows) ? 1 : 0;
            for (std::size_t i = 0; i < files.size(); ++i) {
                theirs[i] += asked->is_right(read_rows(files[i], directory)) ? 1 : 0;
            }
        }
        const std::size_t best = theirs.empty() ? 0 : *std::max_element(theirs.begin(), theirs.end());
        const bool is_below = best > ours + tolerance;
        const auto count = static_cast<double>(std::max<std::size_t>(questions.size(), 1));
        std::printf("%-20s %4zu questions  right %.4f  Lucene's best %.4f  %s\n", set.name.c_str(), questions.size(),
                    static_cast<double>(ours) / count, static_cast<double>(best) / count,
                    is_below ? "BELOW Lucene" : "level or better");
        good = good && !is_below;
    }
    return good;
}

}  // namespace bizrec::quality

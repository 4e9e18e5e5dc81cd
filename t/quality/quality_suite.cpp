#include <simdjson.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <fstream>
#include <stdexcept>

#include "bizrec/base/json_text.hpp"
#include "t/quality/engine.hpp"
#include "t/quality/error_questions.hpp"
#include "t/quality/metrics.hpp"
#include "t/quality/peer_files.hpp"
#include "t/quality/place_questions.hpp"
#include "t/quality/questions.hpp"
#include "t/quality/script_questions.hpp"
#include "t/quality/stranger_report.hpp"
#include "t/quality/temporary_folder.hpp"

/// Measures how good the answers are. Prints figures and misses; exits 1 if a set falls below its floor.
///
///   quality_suite           all sets, with the indexes in a temporary folder
///   quality_suite FOLDER    the same; also writes the files that the peers read into FOLDER
///
/// BIZREC_DATA is the folder of the shared data. If it is not set, the suite prints one line and exits 0.
namespace bizrec::quality {
namespace {

/// nDCG@10 of Lucene 8.7's BM25 (k1 1.2, b 0.75) on the words of our analyser: `make quality-peers`, line "cranfield".
constexpr double lucene_cranfield_ndcg = 0.3591;
constexpr double cranfield_tolerance = 0.005;

void print_scores(const std::string& set, const Scores& scores) {
    std::printf("%-14s %4zu questions  hit@1 %.4f  hit@10 %.4f  MRR %.4f  nDCG@10 %.4f\n", set.c_str(),
                scores.questions, scores.hit_at_1, scores.hit_at_10, scores.mrr, scores.ndcg);
}

void print_miss(const Question& question, const std::vector<std::string>& answer, const RecordBook& records) {
    std::printf("  missed: %s\n", question.label.c_str());
    for (std::size_t place = 0; place < std::min<std::size_t>(answer.size(), 3); ++place) {
        std::printf("      %zu. %s\n", place + 1, records.title(answer[place]).c_str());
    }
    std::printf("   not %s\n", records.title(*question.right.begin()).c_str());
}

/// Prints the scores, and writes them to a file for comparison with the peers.
class ScoreBoard {
public:
    explicit ScoreBoard(const std::string& path) {
        if (!path.empty()) {
            file_.open(path);
        }
    }
    void add(const std::string& set, const Scores& scores) {
        print_scores(set, scores);
        file_ << set << '\t' << scores.hit_at_1 << '\t' << scores.ndcg << '\n';
    }

private:
    std::ofstream file_;
};

/// Asks all questions. Returns whether the set reaches its floors.
bool run_set(const QuestionSet& set, Engine& engine, const RecordBook& records, ScoreBoard& board) {
    Tally tally;
    std::printf("\n");
    for (const Question& question : set.questions) {
        const std::vector<std::string> answer = engine.search(question.body, depth);
        tally.add(answer, question.right);
        if (answer.empty() || question.right.count(answer[0]) == 0) {
            print_miss(question, answer, records);
        }
    }
    const Scores scores = tally.scores();
    board.add(set.name, scores);
    if (scores.hit_at_1 < set.min_hit_at_1 || scores.hit_at_10 < set.min_hit_at_10) {
        std::printf("%-14s BELOW hit@1 %.2f, hit@10 %.2f\n", set.name.c_str(), set.min_hit_at_1, set.min_hit_at_10);
        return false;
    }
    return true;
}

bool run_cranfield(const QuestionSet& set, Engine& engine, ScoreBoard& board) {
    Tally tally;
    for (const Question& question : set.questions) {
        tally.add(engine.rank_any_word(question.label), question.right);
    }
    const Scores scores = tally.scores();
    std::printf("\n");
    board.add(set.name, scores);
    if (scores.ndcg < lucene_cranfield_ndcg - cranfield_tolerance) {
        std::printf("%-14s BELOW nDCG@10 %.4f of Lucene less %.3f\n", set.name.c_str(), lucene_cranfield_ndcg,
                    cranfield_tolerance);
        return false;
    }
    return true;
}

int run(const std::string& data, const std::string& peers) {
    const TemporaryFolder folder;
    const std::vector<std::string> files = record_files(data);
    RecordBook records;
    for (const std::string& file : files) {
        records.read(file);
    }
    Engine engine(files, folder.file("records.index"));
    const QuestionSet guides = guide_questions(data + "/gold/fodors_zagats");
    const QuestionSet judged = judged_questions(BIZREC_QUALITY_DATA "/judged.jsonl", records);

    const std::string cranfield_data = data + "/gold/cranfield";
    const std::string cranfield_file = write_cranfield_records(cranfield_data, folder.file("cranfield.jsonl"));
    Engine cranfield_engine({cranfield_file}, folder.file("cranfield.index"));
    const QuestionSet cranfield = cranfield_questions(cranfield_data);

    ScoreBoard board(peers.empty() ? "" : peers + "/scores");
    std::vector<QuestionSet> sets{guides, judged};
    for (auto& more :
         {typing_questions(records), word_questions(records), script_questions(records), place_questions(records)}) {
        sets.insert(sets.end(), more.begin(), more.end());
    }
    bool good = true;
    for (const QuestionSet& set : sets) {
        good = run_set(set, engine, records, board) && good;
    }
    good = report_strangers(engine, files, BIZREC_QUALITY_DATA "/judged_domains.tsv") && good;
    good = run_cranfield(cranfield, cranfield_engine, board) && good;
    if (!peers.empty()) {
        write_peer_documents(files, peers + "/records.docs");
        write_peer_texts(files, peers + "/records.texts");
        std::ofstream names(peers + "/sets");
        for (const QuestionSet& set : sets) {
            names << set.name << '\n';
            write_peer_questions(set, engine, peers + '/' + set.name);
        }
        write_peer_documents({cranfield_file}, peers + "/cranfield.docs");
        write_peer_questions(cranfield, cranfield_engine, peers + "/cranfield");
    }
    return good ? 0 : 1;
}

}  // namespace
}  // namespace bizrec::quality

int main(int argc, char** argv) {
    const char* data = std::getenv("BIZREC_DATA");
    if (data == nullptr || *data == '\0') {
        std::puts("quality suite: skipped, BIZREC_DATA is unset");
        return 0;
    }
    try {
        return bizrec::quality::run(data, argc > 1 ? argv[1] : "");
    } catch (const std::exception& failure) {
        std::fprintf(stderr, "quality suite: %s\n", failure.what());
        return 1;
    }
}

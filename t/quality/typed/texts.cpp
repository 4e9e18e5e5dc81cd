#include "t/quality/typed/texts.hpp"

#include <cstdio>

#include "t/quality/metrics.hpp"
#include "t/quality/questions.hpp"
#include "t/quality/typed/asker.hpp"
#include "t/quality/typed/floors.hpp"

namespace bizrec::quality {

bool report_texts(const std::string& data, const std::string& folder, bool prints_failures) {
    const std::string cranfield = data + "/gold/cranfield";
    const std::string file = write_cranfield_records(cranfield, folder + "/cranfield.jsonl");
    RecordBook records;
    records.read(file);
    const Directory directory(records);
    build_index_of({file}, folder + "/cranfield.index");
    Asker asker(folder + "/cranfield.index", directory);
    Tally tally;
    std::size_t rows = 0;
    double milliseconds = 0;
    for (const Question& question : cranfield_questions(cranfield).questions) {
        const Answered answered = asker.ask(Asked{question.label, "", {}}, prints_failures);
        std::vector<std::string> ids;
        for (const std::uint32_t row : answered.rows) {
            ids.push_back(directory.at(row).facts->id);
        }
        tally.add(ids, question.right);
        rows += ids.size();
        milliseconds += answered.milliseconds;
        if (prints_failures && ids.size() < depth) {
            std::printf("  %zu rows: %s  %s\n", ids.size(), question.label.c_str(), answered.reading.c_str());
        }
    }
    const Scores scores = tally.scores();
    const auto count = static_cast<double>(scores.questions);
    const bool good = scores.ndcg >= floor_of("cranfield_search");
    std::printf("%-18s %6zu questions  nDCG@10 %.4f  hit@1 %.4f  rows %.2f of 10  ms %.2f%s\n", "cranfield_search",
                scores.questions, scores.ndcg, scores.hit_at_1, static_cast<double>(rows) / count, milliseconds / count,
                good ? "" : "  BELOW its floor");
    return good;
}

}  // namespace bizrec::quality

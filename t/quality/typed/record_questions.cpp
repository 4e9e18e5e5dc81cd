#include <unordered_set>

#include "t/quality/error_questions.hpp"
#include "t/quality/place_questions.hpp"
#include "t/quality/script_questions.hpp"
#include "t/quality/typed/makers.hpp"

namespace bizrec::quality {
namespace {

AskedSet asked_set(const QuestionSet& set, const Directory& directory, const RecordBook& records) {
    AskedSet asked{set.name, {}};
    for (const Question& question : set.questions) {
        std::unordered_set<std::uint32_t> right;
        for (const std::string& id : question.right) {
            right.insert(directory.number_of(id));
        }
        asked.questions.push_back(
            {question.label, records.title(*question.right.begin()),
             [right = std::move(right)](const Rows& rows) { return !rows.empty() && right.count(rows[0]) != 0; }, 1, "",
             question.body});
    }
    return asked;
}

}  // namespace

std::vector<AskedSet> record_questions(const Directory& directory, const RecordBook& records) {
    std::vector<AskedSet> sets;
    for (const QuestionSet& set : typing_questions(records)) {
        sets.push_back(asked_set(set, directory, records));
    }
    return sets;
}

std::vector<AskedSet> other_questions(const Directory& directory, const RecordBook& records, const std::string& data,
                                      const std::string& judged) {
    std::vector<QuestionSet> all{guide_questions(data + "/gold/fodors_zagats"), judged_questions(judged, records)};
    for (auto& more : {word_questions(records), script_questions(records), place_questions(records)}) {
        all.insert(all.end(), more.begin(), more.end());
    }
    std::vector<AskedSet> sets;
    for (const QuestionSet& set : all) {
        sets.push_back(asked_set(set, directory, records));
    }
    return sets;
}

}  // namespace bizrec::quality

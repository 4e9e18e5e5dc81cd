#include <unordered_set>

#include "t/quality/error_questions.hpp"
#include "t/quality/typed/makers.hpp"

namespace bizrec::quality {

std::vector<AskedSet> record_questions(const Directory& directory, const RecordBook& records) {
    std::vector<AskedSet> sets;
    for (const QuestionSet& set : typing_questions(records)) {
        AskedSet asked{set.name, {}};
        for (const Question& question : set.questions) {
            std::unordered_set<std::uint32_t> right;
            for (const std::string& id : question.right) {
                right.insert(directory.number_of(id));
            }
            const std::string meant = records.title(*question.right.begin());
            asked.questions.push_back(
                {question.label.substr(question.label.find(": ") + 2), meant,
                 [right = std::move(right)](const Rows& rows) { return !rows.empty() && right.count(rows[0]) != 0; }});
        }
        sets.push_back(std::move(asked));
    }
    return sets;
}

}  // namespace bizrec::quality

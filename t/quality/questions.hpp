#pragma once

#include <string>
#include <unordered_set>
#include <vector>

#include "t/quality/records.hpp"

namespace bizrec::quality {

struct Question {
    std::string label;  ///< for people and for the peers' files: no tab, no line end
    std::string body;   ///< request body of the search endpoint; "" where the question has plain words alone
    std::unordered_set<std::string> right;  ///< ids of all right records
};

/// Questions with the least that an engine must reach.
struct QuestionSet {
    std::string name;
    std::vector<Question> questions;
    double min_hit_at_1 = 0, min_hit_at_10 = 0;
};

/// The 112 restaurants that two guides list: name and city of the one ask for the record of the other. `folder`: of the
/// set, with gold.jsonl, zagats.jsonl.
QuestionSet guide_questions(const std::string& folder);

/// Queries with answers judged by hand (judged.jsonl). Each line is a request body with one member more: "right", a
/// list of conditions; a record is right that fulfils one of them. A condition holds where all of its members do:
///   id, name, city, state, country, domain   equal, folded; of a list, one
///   category                                 one of the record's is equal
///   zip                                      begins so
///   name_has                                 contains; of a list, all
///   city_has, category_has                   contains; of a list, one
/// Throws where a question has no right record at all.
QuestionSet judged_questions(const std::string& path, const RecordBook& records);

/// Cranfield's 225 questions; a document is right whose grade is above 0. Ids are cranfield_id()'s. `folder`: of the
/// set, with queries.jsonl, qrels.tsv.
QuestionSet cranfield_questions(const std::string& folder);
std::string cranfield_id(std::string_view number);
/// Cranfield's abstracts as records at `path`, which is returned.
std::string write_cranfield_records(const std::string& folder, const std::string& path);

}  // namespace bizrec::quality

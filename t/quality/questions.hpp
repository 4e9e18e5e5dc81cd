#pragma once

#include <string>
#include <unordered_set>
#include <vector>

#include "t/quality/records.hpp"

namespace bizrec::quality {

struct Question {
    std::string label;  ///< for people and for the peers' files: no tab, no line end
    std::string body;   ///< request body of the search endpoint; "" if the question has only plain words
    std::unordered_set<std::string> right;  ///< ids of all right records
};

/// Questions, and the scores that an engine must reach.
struct QuestionSet {
    std::string name;
    std::vector<Question> questions;
    double min_hit_at_1 = 0, min_hit_at_10 = 0;
};

/// The 112 restaurants that two guides list. A name and city of one guide should find the record of the other. `folder`
/// holds the set: gold.jsonl, zagats.jsonl.
QuestionSet guide_questions(const std::string& folder);

/// Queries with answers judged by hand (judged.jsonl). Each line is a request body with one extra member, "right": a
/// list of conditions. A record is right if it meets one of them. It meets a condition if it matches all members of the
/// condition. Texts are compared after folding. If a member is a list, one of its texts must match, except for
/// name_has:
///   id, name, city, state, country, domain   equal
///   category                                 one of the record's categories is equal
///   zip                                      begins with this text
///   name_has                                 contains; of a list, contains all
///   city_has, category_has                   contains
/// Throws if a question has no right record.
QuestionSet judged_questions(const std::string& path, const RecordBook& records);

/// Cranfield's 225 questions. A document is right if its grade is above 0. Ids are made by cranfield_id(). `folder`
/// holds the set: queries.jsonl, qrels.tsv.
QuestionSet cranfield_questions(const std::string& folder);
std::string cranfield_id(std::string_view number);
/// Writes Cranfield's abstracts as records to `path`. Returns `path`.
std::string write_cranfield_records(const std::string& folder, const std::string& path);

}  // namespace bizrec::quality

#pragma once

#include <string>
#include <vector>

#include "t/quality/engine.hpp"
#include "t/quality/questions.hpp"

/// The files that other engines read: text files with tabs between columns and spaces between words. With these files a
/// peer indexes and looks up the same words as we do:
///
///   SET.docs       id, our words of the fields name, category, place, domain, text
///   SET.questions  label, words of `query`, words of `store_name`, ids of the right records, `query`, `store_name`
///
/// With these files a peer splits, folds and stems the texts itself:
///
///   SET.texts      id, texts of the fields name, category, place, domain, text, street
///   SET.questions  its last two columns
///   SET.filters    number of a question (from 0), ids of the records that match its location; a question without a
///                  location has no line
namespace bizrec::quality {

void write_peer_documents(const std::vector<std::string>& inputs, const std::string& path);
void write_peer_texts(const std::vector<std::string>& inputs, const std::string& path);
void write_peer_questions(const QuestionSet& set, Engine& engine, const std::string& path);

}  // namespace bizrec::quality

#pragma once

#include <string>
#include <vector>

#include "t/quality/engine.hpp"
#include "t/quality/questions.hpp"

/// What other engines read. Text files, tabs between columns, spaces between words. So that they index and ask for the
/// very same words:
///
///   SET.docs       id, our words of the fields name, category, place, domain, text
///   SET.questions  label, words of `query`, words of `store_name`, ids of the right records, `query`, `store_name`
///
/// So that they cut, fold and stem the texts by themselves:
///
///   SET.texts      id, texts of the fields name, category, place, domain, text, street
///   SET.questions  its last two columns
///   SET.filters    number of a question (from 0), ids of the records that its location leaves; other questions have
///   none
namespace bizrec::quality {

void write_peer_documents(const std::vector<std::string>& inputs, const std::string& path);
void write_peer_texts(const std::vector<std::string>& inputs, const std::string& path);
void write_peer_questions(const QuestionSet& set, Engine& engine, const std::string& path);

}  // namespace bizrec::quality

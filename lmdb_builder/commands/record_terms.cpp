#include "lmdb_builder/commands/record_terms.hpp"

#include <algorithm>
#include <utility>

#include "bizrec/format/term_key.hpp"
#include "bizrec/postings/list_cursor.hpp"
#include "lmdb_builder/document/term_vector.hpp"
#include "lmdb_builder/terminal/number_text.hpp"

namespace bizrec::builder {
namespace {

void add_term(const store::Generation& generation, format::TermKind kind, std::string_view text, std::uint32_t docid,
              std::vector<RecordTerm>& found) {
    std::string key;
    format::term_key(kind, text, key);
    const format::TermLists lists = generation.term(key);
    search::ListCursor cursor;
    std::uint64_t visited = 0;
    cursor.open(lists);
    if (lists.count != 0 && cursor.contains(docid, visited)) {
        found.push_back({std::string(text), lists.count});
    }
}

void sort_by_text(std::vector<RecordTerm>& terms) {
    std::sort(terms.begin(), terms.end(), [](const RecordTerm& a, const RecordTerm& b) { return a.text < b.text; });
}

std::string list_text(const char* title, const std::vector<RecordTerm>& terms) {
    std::string text;
    for (const RecordTerm& term : terms) {
        text += (text.empty() ? title : ", ") + term.text + " (" + with_separators(term.documents) + ')';
    }
    return text.empty() ? text : text + '\n';
}

std::string list_json(const char* name, const std::vector<RecordTerm>& terms) {
    std::string text;
    for (const RecordTerm& term : terms) {
        text += (text.empty() ? "{\"text\":" : ",{\"text\":") + json_string(term.text) +
                ",\"documents\":" + std::to_string(term.documents) + '}';
    }
    return json_string(name) + ":[" + text + ']';
}

}  // namespace

RecordTerms find_terms(const store::Generation& generation, std::string_view vector, std::uint32_t docid) {
    RecordTerms found;
    TermVectorReader reader(vector);
    for (TermWord word; reader.next_word(word);) {
        add_term(generation, format::TermKind::word, word.text, docid, found.words);
    }
    for (const auto& [kind, to] :
         {std::pair(format::TermKind::whole_name, &found.names), std::pair(format::TermKind::label, &found.labels)}) {
        for (std::size_t keys = reader.begin_keys(); keys != 0; --keys) {
            add_term(generation, kind, reader.key(), docid, *to);
        }
    }
    for (auto* terms : {&found.words, &found.names, &found.labels}) {
        sort_by_text(*terms);
    }
    return found;
}

std::string terms_text(const RecordTerms& terms) {
    return list_text("words       ", terms.words) + list_text("names       ", terms.names) +
           list_text("labels      ", terms.labels);
}

std::string terms_json(const RecordTerms& terms) {
    return list_json("words", terms.words) + ',' + list_json("names", terms.names) + ',' +
           list_json("labels", terms.labels);
}

}  // namespace bizrec::builder

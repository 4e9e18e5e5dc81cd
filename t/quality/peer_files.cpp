#include "peer_files.hpp"

#include <simdjson.h>

#include <fstream>
#include <stdexcept>

#include "bizrec/format/content.hpp"
#include "bizrec/format/uuid.hpp"
#include "bizrec/lookup/clause.hpp"
#include "lmdb_builder/catalog/rule_source.hpp"
#include "lmdb_builder/document/document_maker.hpp"
#include "lmdb_builder/document/term_vector.hpp"
#include "lmdb_builder/input/line_reader.hpp"
#include "lmdb_builder/record/record_parser.hpp"

namespace bizrec::quality {
namespace {

void write_document(const builder::Document& document, std::ostream& out) {
    std::string id(format::uuid_characters, '\0');
    format::write_uuid(document.columns.id, id.data());
    std::array<std::string, format::text_field_count> fields;
    builder::TermVectorReader reader(document.terms);
    for (builder::TermWord word; reader.next_word(word);) {
        for (std::size_t field = 0; field < fields.size(); ++field) {
            for (unsigned i = 0; i < word.occurrences.count[field]; ++i) {
                fields[field].append(fields[field].empty() ? "" : " ").append(word.text);
            }
        }
    }
    out << id;
    for (const std::string& field : fields) {
        out << '\t' << field;
    }
    out << '\n';
}

void append_plain(std::string& column, std::string_view text) {
    column += column.empty() ? "" : " ";
    for (const char c : text) {
        column += c == '\t' || c == '\n' || c == '\r' ? ' ' : c;
    }
}

std::string joined(const std::vector<std::string>& texts) {
    std::string column;
    for (const std::string& text : texts) {
        append_plain(column, text);
    }
    return column;
}

/// Writes the texts of a record. Adds all names of its state and country, as an index made with care would have them.
void write_texts(const builder::Record& record, const builder::PlaceCatalog& catalog, std::ostream& out) {
    std::string id(format::uuid_characters, '\0');
    format::write_uuid(record.id, id.data());
    std::vector<std::string> names = record.names;
    names.insert(names.end(), record.other_names.begin(), record.other_names.end());
    std::vector<std::string> place{record.city, record.state, record.postal_code};
    const std::string state = catalog.canonical_state(record.country, record.state);
    for (const auto& more : {catalog.state_names(record.country, state), catalog.names_of_country(record.country)}) {
        place.insert(place.end(), more.begin(), more.end());
    }
    out << id << '\t' << joined(names) << '\t' << joined(record.labels) << '\t' << joined(place) << '\t'
        << joined({record.root_domain}) << '\t' << joined(record.texts) << '\t' << joined({record.street}) << '\n';
}

/// Calls `use(record)` for every record that the builder accepts.
template <class Use>
void for_each_record(const std::vector<std::string>& inputs, const builder::PlaceCatalog& catalog, Use&& use) {
    builder::RecordParser parser(catalog);
    builder::Record record;
    builder::RejectReason reason;
    for (const std::string& input : inputs) {
        for_each_object(input, [&](std::string_view line, simdjson::dom::element) {
            if (parser.parse(line, record, reason)) {
                use(record);
            }
        });
    }
}

builder::PlaceCatalog load_catalog() {
    auto catalog = builder::PlaceCatalog::load();
    if (!catalog) {
        throw std::runtime_error(catalog.error().message);
    }
    return std::move(catalog.value());
}

/// The words that our engine looks up.
std::string words_of(std::string_view text) {
    text::AnalysedText analysed;
    std::string words;
    text::analyse_query(text::WordForms::built_in(), text, analysed);
    search::for_each_used_word(
        analysed, [&words](std::string_view word) { words.append(words.empty() ? "" : " ").append(word); });
    return words;
}

}  // namespace

void write_peer_documents(const std::vector<std::string>& inputs, const std::string& path) {
    const builder::PlaceCatalog catalog = load_catalog();
    const auto source = builder::load_rules("", "");
    builder::DocumentMaker maker(source.rules, catalog);
    builder::Document document;
    std::ofstream out(path);
    for_each_record(inputs, catalog, [&](const builder::Record& record) {
        maker.make(record, document);
        write_document(document, out);
    });
}

void write_peer_texts(const std::vector<std::string>& inputs, const std::string& path) {
    const builder::PlaceCatalog catalog = load_catalog();
    std::ofstream out(path);
    for_each_record(inputs, catalog, [&](const builder::Record& record) { write_texts(record, catalog, out); });
}

void write_peer_questions(const QuestionSet& set, Engine& engine, const std::string& path) {
    std::ofstream questions(path + ".questions");
    std::ofstream filters(path + ".filters");
    std::size_t number = 0;
    for (const Question& question : set.questions) {
        std::string query = question.label;
        std::string name;
        if (!question.body.empty()) {
            const search::SearchQuery& request = engine.parse(question.body);
            query = request.query;
            name = request.store_name;
            if (!request.locations.empty()) {
                filters << number;
                for (const std::string& id : engine.places_of(question.body)) {
                    filters << '\t' << id;
                }
                filters << '\n';
            }
        }
        questions << question.label << '\t' << words_of(query) << '\t' << words_of(name) << '\t';
        for (const std::string& id : question.right) {
            questions << id << ' ';
        }
        questions << '\t' << joined({query}) << '\t' << joined({name}) << '\n';
        ++number;
    }
}

}  // namespace bizrec::quality

#include "bench/search/words_file.hpp"

#include <cstdio>
#include <memory>
#include <numeric>

#include "bench/search/request.hpp"
#include "bizrec/identity/suffix_list.hpp"
#include "bizrec/place/position.hpp"
#include "lmdb_builder/catalog/rule_source.hpp"
#include "lmdb_builder/document/document_maker.hpp"
#include "lmdb_builder/document/term_vector.hpp"
#include "lmdb_builder/input/line_reader.hpp"
#include "lmdb_builder/record/record_parser.hpp"

namespace bizrec::bench {
namespace {

class WordsWriter {
public:
    WordsWriter(const format::Rules& rules, const builder::PlaceCatalog& catalog)
        : parser_(catalog), maker_(rules, catalog) {}

    /// Appends the line of a record to the file for Lucene. Returns false if `line` is not a record.
    bool append(std::string_view line, std::string& out) {
        if (!parser_.parse(line, record_, reason_)) {
            return false;
        }
        maker_.make(record_, document_);
        append_place(out);
        append_words(out);
        out += '\n';
        return true;
    }

    const std::string& reason() const noexcept { return reason_.detail; }

private:
    void append_place(std::string& out) const {
        out.append(record_.country).append("\t");
        out.append(record_.country).append("|").append(record_.state).append("|").append(record_.city).append("\t");
        out.append(record_.country).append("|").append(record_.postal_code).append("\t");
        const place::Position at = record_.position;
        out.append(at.exists() ? degrees(at.latitude) : "").append("\t");
        out.append(at.exists() ? degrees(at.longitude) : "").append("\t");
    }

    void append_words(std::string& out) const {
        builder::TermVectorReader reader(document_.terms);
        builder::TermWord word;
        const char* separator = "";
        while (reader.next_word(word)) {
            const auto& [counts, other_names, street] = word.occurrences;
            for (int times = std::accumulate(counts.begin(), counts.end(), other_names + street); times > 0; --times) {
                out.append(separator).append(word.text);
                separator = " ";
            }
        }
    }

    builder::RecordParser parser_;
    builder::DocumentMaker maker_;
    builder::Record record_;
    builder::RejectReason reason_;
    builder::Document document_;
};

}  // namespace

Status write_words(const std::string& corpus, const std::string& path, const builder::PlaceCatalog& catalog) {
    const builder::RuleSource source = builder::load_rules("", "");
    WordsWriter writer(source.rules, catalog);
    auto reader = builder::LineReader::open(corpus);
    if (!reader) {
        return reader.error();
    }
    const std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(std::fopen(path.c_str(), "wb"), std::fclose);
    std::string_view line;
    std::string out;
    bool written = file != nullptr;
    auto next = builder::LineReader::Next::line;
    while (written && (next = reader.value()->next(line)) == builder::LineReader::Next::line) {
        out.clear();
        if (!writer.append(line, out)) {
            return Error{corpus + ":" + std::to_string(reader.value()->line_number()) + ": " + writer.reason()};
        }
        written = std::fwrite(out.data(), 1, out.size(), file.get()) == out.size();
    }
    if (!written || std::fflush(file.get()) != 0) {
        return Error{path + ": cannot write"};
    }
    return next == builder::LineReader::Next::end ? ok() : Error{corpus + ": a line is too long, or unreadable"};
}

}  // namespace bizrec::bench

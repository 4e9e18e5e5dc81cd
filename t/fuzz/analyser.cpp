#include "bizrec/text/analyser.hpp"
#include "bizrec/text/word_forms.hpp"

#include <cstdint>
#include <cstdlib>
#include <set>
#include <string>

#include "bizrec/base/utf8.hpp"
#include "bizrec/text/fold.hpp"

/// Any bytes give words of folded letters, none longer than 64 code points. Each word of a query is also a word of a
/// record with the same text.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace bizrec::text;
    const std::string_view input(reinterpret_cast<const char*>(data), size);
    AnalysedText record;
    AnalysedText query;
    analyse_record(WordForms::built_in(), input, record);
    analyse_query(WordForms::built_in(), input, query);
    std::set<std::string_view> words;
    std::string folded;
    for (const Word& word : record.words) {
        const std::string_view view = record.view(word);
        fold_letters(view, folded);
        if (view.empty() || view != folded || bizrec::count_code_points(view) > 64) {
            std::abort();
        }
        words.insert(view);
    }
    for (const Word& word : query.words) {
        if (word.kind == WordKind::part || words.count(query.view(word)) == 0) {
            std::abort();
        }
    }
    std::string key;
    if (whole_text_key(WordForms::built_in(), record, 0, record.words.size(), key) > record.words.size() ||
        key.empty() != record.words.empty()) {
        std::abort();
    }
    return 0;
}

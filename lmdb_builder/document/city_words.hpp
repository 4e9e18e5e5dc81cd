#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "bizrec/text/analyser.hpp"
#include "lmdb_builder/document/place_words.hpp"
#include "lmdb_builder/memory/string_table.hpp"

namespace bizrec::builder {

/// The words of a city's name, in their order.
struct CityWords {
    std::vector<PlaceWord> own;
    std::string whole;  ///< the name's only word, if the analyser does not change its spelling; otherwise ""
    /// words of the name with umlauts as two letters; a caller ignores those that are also in `own`
    std::vector<PlaceWord> others;
};

/// Analyses each city's name only once, because there are few of them compared with records. Use one object per thread.
class CityWordsTable {
public:
    static constexpr std::size_t max_bytes = 4U << 20;  ///< of names and words; above it the table is emptied

    explicit CityWordsTable(const text::WordForms& forms) : forms_(&forms) {}

    /// Valid until the next call.
    const CityWords& words(std::string_view city);

private:
    CityWords analyse(std::string_view city);
    void append_words(std::vector<PlaceWord>& out) const;

    const text::WordForms* forms_;
    text::AnalysedText text_;
    std::string key_, letters_, folded_;
    StringTable names_;
    std::vector<CityWords> words_;  // by number in names_
    std::size_t bytes_ = 0;
};

}  // namespace bizrec::builder

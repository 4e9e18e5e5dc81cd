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
    std::string whole;  ///< the word that is the whole name as it is spelt; "" if there is none
    /// words of the name with umlauts as two letters; they count unless they are in `own`
    std::vector<PlaceWord> others;
};

/// Analyses each city's name only once, because there are few of them compared with records. Use one object per thread.
class CityWordsTable {
public:
    static constexpr std::size_t max_bytes = 4U << 20;  ///< of names and words; the table is emptied when full

    explicit CityWordsTable(const text::WordForms& forms) : forms_(&forms) {}

    /// Valid until the next call.
    const CityWords& of(std::string_view city);

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

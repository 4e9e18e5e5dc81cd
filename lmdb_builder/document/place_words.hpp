#pragma once

#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "bizrec/text/analyser.hpp"
#include "bizrec/text/word_forms.hpp"
#include "lmdb_builder/catalog/place_catalog.hpp"
#include "lmdb_builder/record/record.hpp"

namespace bizrec::builder {

struct PlaceWord {
    std::string text;
    text::WordKind kind = text::WordKind::plain;
};

/// The words by which people may name a record's country and state. For the state: the text as typed and, if the
/// catalogue knows it, its names and its code. For the country: its names; a name that begins with "United" is one
/// word. The results are cached, because there are few places. Use one object per thread.
class PlaceWords {
public:
    /// Both arguments must outlive this object.
    PlaceWords(const PlaceCatalog& catalog, const text::WordForms& forms) : catalog_(&catalog), forms_(&forms) {}

    /// Each word once, in a fixed order. Valid until the next call.
    const std::vector<PlaceWord>& words(const Record& record);

private:
    std::vector<PlaceWord> collect(const Record& record);
    void analyse(std::string_view name, std::vector<PlaceWord>& words);
    void analyse_country(std::string_view name, std::vector<PlaceWord>& words);

    const PlaceCatalog* catalog_;
    const text::WordForms* forms_;
    std::unordered_map<std::string, std::vector<PlaceWord>> known_;  // by country and state as typed
    text::AnalysedText text_;
    std::string key_;
};

}  // namespace bizrec::builder

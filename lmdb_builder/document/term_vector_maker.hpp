#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "bizrec/format/impact.hpp"
#include "bizrec/format/term_key.hpp"
#include "bizrec/text/analyser.hpp"
#include "lmdb_builder/document/city_words.hpp"
#include "lmdb_builder/document/known_names.hpp"
#include "lmdb_builder/document/name_forms.hpp"
#include "lmdb_builder/document/place_words.hpp"
#include "lmdb_builder/memory/string_table.hpp"
#include "lmdb_builder/memory/text_buffer.hpp"
#include "lmdb_builder/record/record.hpp"

namespace bizrec::builder {

/// Analyses a record's texts into its term vector (term_vector.hpp). format/impact.hpp maps record fields to
/// TextFields. Stop words count only in names and places. Names with the same key count once, and so do labels.
/// Alternative names and other spellings of names (name_forms.hpp) give only words that the names lack. Such words
/// count less, and add nothing to a field's length. Words of the kind text::WordKind::part count as words but not in a
/// field's length. Use one object per thread.
class TermVectorMaker {
public:
    /// Longer keys of whole names and labels are omitted: a query of 500 code points never gives a longer one.
    static constexpr std::size_t max_key = 4096;

    /// All arguments must outlive this object.
    TermVectorMaker(const PlaceCatalog& catalog, const text::WordForms& forms, const text::NumberWords& numbers)
        : forms_(&forms), places_(catalog, forms), cities_(forms), known_(forms, numbers) {}

    /// `domain`: the record's registrable domain or tenant, "" if it has none. `postal_code`: folded.
    void make(const Record& record, std::string_view domain, std::string_view postal_code, std::string& out);

private:
    struct Counts {
        format::Occurrences occurrences;
        format::Whole whole = format::Whole::neither;
        bool names_region = false;  // the word is in the name of the country or state
        bool names_city = false;

        bool stands_once() const noexcept;
    };

    void clear();
    void add_name(std::string_view name);
    void add_other_name(std::string_view name, bool is_whole);
    void add_forms(std::string_view name);
    void add_label(std::string_view label);
    void add_glued_name(const KnownName& name);
    void add_glued_form(format::TermKind kind, std::string_view form);
    void add_place(const Record& record, std::string_view postal_code);
    void add_postal_code(std::string_view written, std::string_view folded);
    void add_street(std::string_view street);
    void add_city(std::string_view city);
    void add_text(std::string_view text, format::TextField field);
    void count_words(const text::AnalysedText& text, format::TextField field, std::string_view whole_key,
                     format::Whole whole);
    Counts& at(std::string_view word);
    Counts& count(std::string_view word, text::WordKind kind, format::TextField field);
    bool is_counted(std::string_view word, format::TextField field);
    void write();

    const text::WordForms* forms_;
    PlaceWords places_;
    CityWordsTable cities_;
    NameForms name_forms_;
    KnownNames known_;
    text::AnalysedText text_;
    std::string key_;
    TextBuffer written_;
    StringTable words_, names_, labels_, glued_;
    std::string glued_key_;
    std::vector<Counts> counts_;              // by number in words_
    std::vector<std::uint32_t> whole_names_;  // numbers in names_ of the names with two words and more
    format::FieldLengths lengths_{};
};

}  // namespace bizrec::builder

#include "lmdb_builder/document/term_vector_maker.hpp"

#include <algorithm>
#include <limits>
#include <numeric>

#include "bizrec/format/glued_names.hpp"
#include "lmdb_builder/document/term_vector.hpp"

namespace bizrec::builder {
namespace {

using format::TextField;
using format::Whole;
using text::WordKind;

constexpr auto index_of_names = static_cast<std::size_t>(TextField::name);

bool holds_stop_words(TextField field) noexcept {
    return field == TextField::name || field == TextField::place;
}

}  // namespace

void TermVectorMaker::make(const Record& record, std::string_view domain, std::string_view postal_code,
                           std::string& out) {
    clear();
    for (const std::string& name : record.names) {
        add_name(name);
    }
    for (const std::string& name : record.other_names) {
        add_other_name(name, true);
    }
    for (const std::vector<std::string>* names : {&record.names, &record.other_names}) {
        for (const std::string& name : *names) {
            add_forms(name);
        }
    }
    for (const std::string& label : record.labels) {
        add_label(label);
    }
    add_place(record, postal_code);
    add_street(record.street);
    add_text(domain, TextField::domain);
    for (const std::string& text : record.texts) {
        add_text(text, TextField::text);
    }
    write();
    out.assign(written_.text());
}

void TermVectorMaker::clear() {
    words_.clear();
    names_.clear();
    labels_.clear();
    glued_.clear();
    counts_.clear();
    whole_names_.clear();
    lengths_ = {};
}

void TermVectorMaker::add_name(std::string_view name) {
    const KnownName& known = known_.look_up(name);
    add_glued_name(known);
    if (known.key.size() <= max_key) {
        const StringTable::Added added = names_.add(known.key);
        if (!added.is_new) {
            return;
        }
        if (known.words > 1) {
            whole_names_.push_back(added.id);
        }
    }
    count_words(known.text, TextField::name, known.words == 1 ? std::string_view(known.key) : std::string_view(),
                Whole::name);
}

/// Adds another name of the business. Call it after add_name() for all names, because a word of a name does not count
/// as a word of other names.
void TermVectorMaker::add_other_name(std::string_view name, bool is_whole) {
    text::analyse_record(*forms_, name, text_);
    const std::uint32_t words = text::whole_text_key(*forms_, text_, 0, text_.words.size(), key_);
    if (is_whole && words > 1 && key_.size() <= max_key) {
        const StringTable::Added added = names_.add(key_);
        if (added.is_new) {
            whole_names_.push_back(added.id);
        }
    }
    for (const text::Word& word : text_.words) {
        Counts& counts = at(text_.view(word));
        if (counts.occurrences.count[index_of_names] == 0) {
            counts.occurrences.other_names = 1;
        }
        if (is_whole && words == 1 && text_.view(word) == key_) {
            counts.whole = Whole::name;
        }
    }
}

void TermVectorMaker::add_forms(std::string_view name) {
    for (const NameForm& form : name_forms_.forms(name)) {
        add_other_name(form.text, form.is_whole);
    }
}

/// Adds a category label. Only its written form without spaces is added, because GluedSections makes the analysed form
/// from the label's own term.
void TermVectorMaker::add_label(std::string_view label) {
    const KnownName& known = known_.look_up(label);
    add_glued_form(format::TermKind::glued_label, known.written);
    if (known.words == 0 || (known.key.size() <= max_key && !labels_.add(known.key).is_new)) {
        return;
    }
    count_words(known.text, TextField::category, known.words == 1 ? std::string_view(known.key) : std::string_view(),
                Whole::label);
}

void TermVectorMaker::add_glued_name(const KnownName& name) {
    add_glued_form(format::TermKind::glued_name, name.analysed);
    add_glued_form(format::TermKind::glued_name, name.written);
    add_glued_form(format::TermKind::glued_name, name.spoken);
    if (name.is_one_token) {
        add_glued_form(format::TermKind::written_name, name.written.empty() ? name.analysed : name.written);
    }
}

void TermVectorMaker::add_glued_form(format::TermKind kind, std::string_view form) {
    if (format::is_glued_name(form)) {
        format::term_key(kind, form, glued_key_);
        glued_.add(glued_key_);
    }
}

// Adds the words of the place. A word of the city counts as often as it occurs in the name of the city. A word of
// state, country or postal code counts once, even if the place has several spellings. So a search for "New York" ranks
// the city before the state. Only the city adds to the length of the field; otherwise a place would count less the more
// names its country has.
void TermVectorMaker::add_place(const Record& record, std::string_view postal_code) {
    add_city(record.city);
    const std::uint32_t length = lengths_[static_cast<std::size_t>(TextField::place)];
    for (const PlaceWord& word : places_.words(record)) {
        count(word.text, word.kind, TextField::place).names_region = true;
    }
    add_postal_code(record.postal_code, postal_code);
    lengths_[static_cast<std::size_t>(TextField::place)] = length;
}

/// Adds the words of a postal code. The four digits after a ZIP code stand for a few houses. They count as a word of
/// the street, like a house number, and not as a word of the place.
void TermVectorMaker::add_postal_code(std::string_view written, std::string_view folded) {
    text::analyse_record(*forms_, written, text_);
    const bool has_add_on = text_.words.size() > 1 && text_.view(text_.words.front()) == folded;
    if (has_add_on) {
        for (std::size_t i = 1; i < text_.words.size(); ++i) {
            at(text_.view(text_.words[i])).occurrences.street = 1;
        }
    } else {
        count_words(text_, TextField::place, {}, Whole::neither);
    }
    if (folded == written) {
        return;  // all its words have been counted
    }
    text::analyse_record(*forms_, folded, text_);
    for (const text::Word& word : text_.words) {
        if (!is_counted(text_.view(word), TextField::place)) {
            count(text_.view(word), word.kind, TextField::place);
        }
    }
}

void TermVectorMaker::add_city(std::string_view city) {
    const CityWords& words = cities_.words(city);
    for (const PlaceWord& word : words.own) {
        Counts& counts = count(word.text, word.kind, TextField::place);
        counts.names_city = true;
        if (word.text == words.whole) {
            counts.whole = std::max(counts.whole, Whole::city);
        }
    }
    for (const PlaceWord& word : words.others) {
        if (!is_counted(word.text, TextField::place)) {
            count(word.text, word.kind, TextField::place).names_city = true;
        }
    }
}

void TermVectorMaker::add_street(std::string_view street) {
    text::analyse_record(*forms_, street, text_);
    for (const text::Word& word : text_.words) {
        if (word.kind == WordKind::plain) {
            at(text_.view(word)).occurrences.street = 1;
        }
    }
}

void TermVectorMaker::add_text(std::string_view text, TextField field) {
    if (!text.empty()) {
        text::analyse_record(*forms_, text, text_);
        count_words(text_, field, {}, Whole::neither);
    }
}

/// Counts the words of a text. A word that equals `whole_key` is a complete name or label by itself, and is marked with
/// `whole`.
void TermVectorMaker::count_words(const text::AnalysedText& analysed, TextField field, std::string_view whole_key,
                                  Whole whole) {
    for (const text::Word& word : analysed.words) {
        if (word.kind == WordKind::stop && !holds_stop_words(field)) {
            continue;
        }
        const std::string_view text = analysed.view(word);
        Counts& counts = count(text, word.kind, field);
        if (!whole_key.empty() && text == whole_key) {
            counts.whole = std::max(counts.whole, whole);
        }
    }
}

/// The counts of a word, which is added if it is new. Valid until the next word is added.
TermVectorMaker::Counts& TermVectorMaker::at(std::string_view word) {
    const StringTable::Added added = words_.add(word);
    if (added.is_new) {
        counts_.emplace_back();
    }
    return counts_[added.id];
}

TermVectorMaker::Counts& TermVectorMaker::count(std::string_view word, WordKind kind, TextField field) {
    Counts& counts = at(word);
    const auto index = static_cast<std::size_t>(field);
    lengths_[index] += kind == WordKind::part ? 0U : 1U;
    std::uint16_t& occurrences = counts.occurrences.count[index];
    occurrences =
        static_cast<std::uint16_t>(occurrences + (occurrences < std::numeric_limits<std::uint16_t>::max() ? 1 : 0));
    return counts;
}

bool TermVectorMaker::is_counted(std::string_view word, TextField field) {
    return at(word).occurrences.count[static_cast<std::size_t>(field)] != 0;
}

bool TermVectorMaker::Counts::stands_once() const noexcept {
    const auto& fields = occurrences.count;
    return std::accumulate(fields.begin(), fields.end(), 0U) + occurrences.other_names + occurrences.street == 1;
}

void TermVectorMaker::write() {
    TermVectorWriter writer(written_, lengths_, words_.size());
    for (std::uint32_t id = 0; id < words_.size(); ++id) {
        const Counts& counts = counts_[id];
        const bool is_region = counts.names_region && counts.stands_once();
        writer.word({words_[id], counts.occurrences, counts.whole, is_region, counts.names_city});
    }
    writer.begin_keys(whole_names_.size());
    for (const std::uint32_t name : whole_names_) {
        writer.key(names_[name]);
    }
    writer.begin_keys(labels_.size());
    for (std::uint32_t label = 0; label < labels_.size(); ++label) {
        writer.key(labels_[label]);
    }
    writer.begin_keys(glued_.size());
    for (std::uint32_t glued = 0; glued < glued_.size(); ++glued) {
        writer.key(glued_[glued]);
    }
}

}  // namespace bizrec::builder

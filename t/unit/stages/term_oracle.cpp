#include "t/unit/stages/term_oracle.hpp"

#include <algorithm>
#include <set>

#include "bizrec/text/analyser.hpp"
#include "bizrec/text/digraphs.hpp"
#include "bizrec/text/fold.hpp"
#include "bizrec/text/script_forms.hpp"
#include "bizrec/text/word_forms.hpp"
#include "lmdb_builder/document/name_forms.hpp"
#include "t/unit/support/catalog_fixture.hpp"
#include "t/unit/support/largest_city_oracle.hpp"

namespace bizrec::builder::testing {
namespace {

using format::TextField;
using format::Whole;
using text::WordKind;

struct Seen {
    format::Occurrences occurrences;
    bool is_name = false, is_label = false, is_city = false, names_region = false, names_city = false;

    /// Whether the only occurrence of the word is in the name of the country or the state.
    bool is_region() const {
        unsigned sum = occurrences.other_names + occurrences.street;
        for (const std::uint16_t count : occurrences.count) {
            sum += count;
        }
        return names_region && sum == 1;
    }
};

struct Analysed {
    std::map<std::string, Seen> words;
    std::set<std::string> names, labels;  // whole text keys, also those of one word
    format::FieldLengths lengths{};
};

using Words = std::vector<std::pair<std::string, WordKind>>;

Words words_of(const std::string& text) {
    text::AnalysedText analysed;
    text::analyse_record(text::WordForms::built_in(), text, analysed);
    Words words;
    for (const text::Word& word : analysed.words) {
        words.emplace_back(std::string(analysed.view(word)), word.kind);
    }
    return words;
}

std::string whole_key(const std::string& text, std::uint32_t& words) {
    text::AnalysedText analysed;
    text::analyse_record(text::WordForms::built_in(), text, analysed);
    std::string key;
    words = text::whole_text_key(text::WordForms::built_in(), analysed, 0, analysed.words.size(), key);
    return key;
}

void add_words(const Words& words, TextField field, Analysed& out) {
    const auto index = static_cast<std::size_t>(field);
    for (const auto& [word, kind] : words) {
        if (kind == WordKind::stop && field != TextField::name && field != TextField::place) {
            continue;
        }
        ++out.words[word].occurrences.count[index];
        out.lengths[index] += kind == WordKind::part ? 0 : 1;
    }
}

void add_names(const std::vector<std::string>& names, Analysed& out) {
    for (const std::string& name : names) {
        std::uint32_t words = 0;
        const std::string key = whole_key(name, words);
        if (words > 0 && out.names.insert(key).second) {
            add_words(words_of(name), TextField::name, out);
            if (words == 1) {
                out.words.at(key).is_name = true;
                // The key of "The Gap" is "gap", so the stop word "the" is not marked.
            }
        }
    }
}

/// Call it after all names are added.
void add_other_name(const std::string& name, bool is_whole, Analysed& out) {
    std::uint32_t words = 0;
    const std::string key = whole_key(name, words);
    for (const auto& [word, kind] : words_of(name)) {
        Seen& seen = out.words[word];
        seen.occurrences.other_names = seen.occurrences.count[0] == 0 ? 1 : 0;
        seen.is_name = seen.is_name || (is_whole && words == 1 && word == key);
    }
    if (is_whole && words > 1) {
        out.names.insert(key);
    }
}

void add_forms(const std::vector<std::string>& names, Analysed& out) {
    NameForms forms;
    for (const std::string& name : names) {
        for (const NameForm& form : forms.forms(name)) {
            add_other_name(form.text, form.is_whole, out);
        }
    }
}

void add_labels(const std::vector<std::string>& labels, Analysed& out) {
    for (const std::string& label : labels) {
        std::uint32_t words = 0;
        const std::string key = whole_key(label, words);
        if (words > 0 && out.labels.insert(key).second) {
            const Words all = words_of(label);
            add_words(all, TextField::category, out);
            const auto is_plain_key = [&](const auto& word) {
                return word.first == key && word.second != WordKind::stop;
            };
            if (words == 1 && std::any_of(all.begin(), all.end(), is_plain_key)) {
                out.words.at(key).is_label = true;
            }
        }
    }
}

void add_place(const TermOracle::Document& document, Analysed& out) {
    const Record& record = document.record;
    add_words(words_of(record.city), TextField::place, out);
    for (const auto& word : words_of(record.city)) {
        out.words.at(word.first).names_city = true;
    }
    const std::uint32_t length = out.lengths[static_cast<std::size_t>(TextField::place)];
    std::uint32_t city_words = 0;
    const std::string city = whole_key(record.city, city_words);
    std::string letters, folded;
    text::fold_letters(record.city, letters);
    text::append_script_forms(letters, folded);
    if (city_words == 1 && folded == city) {
        out.words.at(city).is_city = true;
    }
    std::string expanded;
    if (text::expand_digraphs(record.city, false, expanded)) {
        for (const auto& [word, kind] : words_of(expanded)) {
            std::uint16_t& count = out.words[word].occurrences.count[static_cast<std::size_t>(TextField::place)];
            count = std::max<std::uint16_t>(count, 1);
            out.words[word].names_city = true;
        }
    }
    const PlaceCatalog& catalog = machine_catalog();
    std::vector<std::string> names =
        catalog.state_names(record.country, catalog.canonical_state(record.country, record.state));
    const std::vector<std::string> country = catalog.names_of_country(record.country);
    names.insert(names.end(), country.begin(), country.end());
    names.push_back(record.state);
    std::map<std::string, WordKind> once;
    for (const std::string& name : names) {
        Words words = words_of(name);
        if (words.size() > 1 && words[0].first == "united" &&
            std::find(country.begin(), country.end(), name) != country.end()) {
            std::string joined;
            for (const auto& [word, kind] : words) {
                joined += kind == WordKind::plain ? word : "";
            }
            words = {{joined, WordKind::plain}};
        }
        for (const auto& [word, kind] : words) {
            const auto [at, is_new] = once.emplace(word, kind);
            at->second = std::min(at->second, kind);
        }
    }
    add_words(Words(once.begin(), once.end()), TextField::place, out);
    for (const auto& [word, kind] : once) {
        out.words.at(word).names_region = true;
    }
    const Words written = words_of(record.postal_code);
    if (written.size() > 1 && written[0].first == document.postal_code) {
        for (std::size_t i = 1; i < written.size(); ++i) {
            out.words[written[i].first].occurrences.street = 1;
        }
    } else {
        add_words(written, TextField::place, out);
    }
    for (const auto& word : words_of(document.postal_code)) {
        if (out.words[word.first].occurrences.count[static_cast<std::size_t>(TextField::place)] == 0) {
            add_words({word}, TextField::place, out);
        }
    }
    out.lengths[static_cast<std::size_t>(TextField::place)] = length;
}

Analysed analyse(const TermOracle::Document& document) {
    Analysed out;
    add_names(document.record.names, out);
    for (const std::string& name : document.record.other_names) {
        add_other_name(name, true, out);
    }
    add_forms(document.record.names, out);
    add_forms(document.record.other_names, out);
    add_labels(document.record.labels, out);
    add_place(document, out);
    for (const auto& [word, kind] : words_of(document.record.street)) {
        if (kind == WordKind::plain) {
            out.words[word].occurrences.street = 1;
        }
    }
    add_words(words_of(document.domain), TextField::domain, out);
    for (const std::string& text : document.record.texts) {
        add_words(words_of(text), TextField::text, out);
    }
    return out;
}

bool has_two_words(const std::string& key) {
    return key.find(' ') != std::string::npos;
}

}  // namespace

TermOracle::TermOracle(const std::vector<Document>& documents) {
    std::vector<Analysed> all;
    for (const Document& document : documents) {
        all.push_back(analyse(document));
        for (std::size_t field = 0; field < format::text_field_count; ++field) {
            statistics_.words[field] += all.back().lengths[field];
        }
    }
    statistics_.documents = documents.size();
    struct Entry {
        std::uint32_t docid;
        std::uint16_t saturation;
        Whole whole;
        bool is_region = false, names_largest_city = false;
    };
    std::vector<CityOfOracle> cities;
    for (const Document& document : documents) {
        cities.push_back({document.place.city, {document.place.country, document.place.state}});
    }
    const std::vector<bool> inside = in_largest_city(cities);
    std::map<std::string, std::vector<Entry>> lists;
    for (std::uint32_t docid = 0; docid < all.size(); ++docid) {
        for (const auto& [word, seen] : all[docid].words) {
            const Whole whole = seen.is_name    ? Whole::name
                                : seen.is_label ? Whole::label
                                : seen.is_city  ? Whole::city
                                                : Whole::neither;
            lists["w" + word].push_back({docid, format::saturation(seen.occurrences, all[docid].lengths, statistics_),
                                         whole, seen.is_region(), seen.names_city && inside[docid]});
            format::Occurrences names;
            names.count[0] = seen.occurrences.count[0];
            names.other_names = seen.occurrences.other_names;
            if (names.count[0] > 0 || names.other_names > 0) {
                lists["n" + word].push_back({docid, format::saturation(names, all[docid].lengths, statistics_),
                                             seen.is_name ? Whole::name : Whole::neither});
            }
        }
        for (const std::string& name : all[docid].names) {
            if (has_two_words(name)) {
                lists["x" + name].push_back({docid, 0, Whole::neither});
            }
        }
        for (const std::string& label : all[docid].labels) {
            lists["l" + label].push_back({docid, 0, Whole::neither});
        }
        lists["a"].push_back({docid, 0, Whole::neither});
    }
    for (const auto& [key, entries] : lists) {
        OracleTerm& term = terms_[key];
        term.idf_sixteenths = format::idf_sixteenths(documents.size(), entries.size());
        const auto elsewhere = static_cast<std::uint64_t>(
            std::count_if(entries.begin(), entries.end(), [](const Entry& entry) { return !entry.is_region; }));
        for (const Entry& entry : entries) {
            const std::uint16_t idf =
                entry.is_region ? term.idf_sixteenths : format::idf_sixteenths(documents.size(), elsewhere);
            const bool is_flat = key[0] == 'a' || key[0] == 'x' || key[0] == 'l';
            term.postings.push_back(
                {entry.docid, is_flat ? std::uint8_t{1}
                                      : format::impact(entry.saturation, idf, entry.whole, entry.names_largest_city)});
        }
    }
}

std::vector<OraclePosting> postings_of(const format::TermLists& lists) {
    std::vector<OraclePosting> out;
    if (lists.is_plain()) {
        for (std::uint32_t i = 0; i < lists.count; ++i) {
            out.push_back({lists.docids[i], lists.impacts[i]});
        }
        return out;
    }
    for (std::uint32_t block = 0; block < lists.blocks.blocks(); ++block) {
        std::uint32_t docids[format::block_postings];
        std::uint8_t impacts[format::block_postings];
        const std::uint32_t count = lists.blocks.decode(block, docids);
        lists.blocks.decode_impacts(block, impacts);
        for (std::uint32_t i = 0; i < count; ++i) {
            out.push_back({docids[i], impacts[i]});
        }
    }
    return out;
}

}  // namespace bizrec::builder::testing
